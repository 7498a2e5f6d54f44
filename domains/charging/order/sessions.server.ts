import { sql } from 'kysely';
import { nextWakeMs } from '#engines/order/wake.ts';
import type { PileRef } from '#engines/protocol/door.ts';
import type { BootListener } from '#domains/device/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/deps.ts';
import { decide } from './decide.server.ts';
import { sleepUntil } from './sleep.server.ts';
import { createWaker } from './waker.server.ts';

/** A pile has few guns; more open orders than this are old ones that wait for people. */
const OPEN_ORDERS_MAX = 20;

/** What a pile's coming, going and booting mean for its open orders. */
export const createSessionListeners = (deps: Deps) => {
  const wakeLater = createWaker(deps);
  /** What the pile owes is asked for again, and what waited for it goes on. */
  const loggedIn = (pile: PileRef): void =>
    void eachOpenOrder(deps, pile, { kind: 'pileOnline' }).catch((error: unknown) =>
      deps.log.error({ err: error, pile }, 'open orders could not be told of a login'),
    );
  /** A pile that booted charges nobody. */
  const booted: BootListener = async (tx, told) => {
    const wake = new Set<string>();
    for (const orderId of await openOrders(tx, told.pile.cpCode))
      await decide(
        tx,
        { orderId },
        { event: { kind: 'pileBoot', atMs: told.atMs }, nowMs: deps.clock().getTime(), actor: told.pile.cpCode, speaker: told.pile, wake },
      );
    wakeLater(wake);
  };
  /** Without its pile an order waits for other things. */
  const loggedOut = (pile: PileRef): void =>
    void eachOpenOrder(deps, pile, { kind: 'tick' }).catch((error: unknown) =>
      deps.log.error({ err: error, pile }, 'open orders could not be told of a log-out'),
    );
  return { loggedIn, loggedOut, booted };
};

/** Orders of a pile that are not at their end. */
const openOrders = async (tx: Tx, cpCode: string): Promise<readonly string[]> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select charging_order_id as id from charging_order where cp_code = ${cpCode} and order_state in (1, 2, 6, 9) order by charging_order_id desc limit ${OPEN_ORDERS_MAX}`.execute(
    tx,
  );
  return rows.map((row) => String(row.id));
};

const eachOpenOrder = async (deps: Deps, pile: PileRef, event: { readonly kind: 'pileOnline' | 'tick' }): Promise<void> => {
  const wake = new Set<string>();
  for (const orderId of await inSystem(deps.database, (tx) => openOrders(tx, pile.cpCode))) {
    await inSystem(deps.database, async (tx) => {
      const decided = await decide(tx, { orderId }, { event, nowMs: deps.clock().getTime(), actor: 'session', wake });
      if (decided) await sleepUntil(tx, orderId, { wakeMs: nextWakeMs(decided.view, decided.pile), now: deps.clock() });
    });
  }
  for (const topic of wake) deps.bus.wake(topic);
};
