import { sql } from 'kysely';
import type { OrderEvent } from '#engines/order/admit.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { openOrderStates } from '#engines/order/codes.ts';
import type { BootListener } from '#domains/device/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { batched } from '#kit/server/background/batching.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { literals } from '#kit/db/literals.ts';
import { decide } from '../lifecycle/decide.server.ts';
import { orderWork } from '../lifecycle/order-work.server.ts';

/** A pile has few guns; more open orders than this are old ones that wait for people. */
const OPEN_ORDERS_MAX = 20;
/** Piles that one statement looks for; a whole network may come back at once. */
const PILES_MAX = 500;

interface Cause {
  readonly actor: string;
  readonly speaker?: PileRef;
}

/** What a pile's coming, going and booting mean for its open orders. */
export const createSessionListeners = (deps: Deps) => {
  const openOrdersOf = batched<string, readonly string[]>({ max: PILES_MAX, work: (cpCodes) => openOrders(deps.database, cpCodes) });

  const eachOpenOrder = async (pile: PileRef, event: OrderEvent, { actor, speaker }: Cause): Promise<void> => {
    for (const orderId of await openOrdersOf(pile.cpCode))
      await inSystem(deps.database, (tx) => decide(orderWork(deps, tx, actor), { orderId }, { event, ...(speaker && { speaker }) }));
  };
  const told = (pile: PileRef, event: OrderEvent, news: string): void =>
    void eachOpenOrder(pile, event, { actor: 'session' }).catch((error: unknown) =>
      deps.log.error({ err: error, pile }, `open orders could not be told of a ${news}`),
    );
  /** What the pile owes is asked for again, and what waited for it goes on. */
  const loggedIn = (pile: PileRef): void => told(pile, { kind: 'pileOnline' }, 'login');
  /** Without its pile an order waits for other things. */
  const loggedOut = (pile: PileRef): void => told(pile, { kind: 'tick' }, 'log-out');
  /** A pile that booted charges nobody. */
  const booted: BootListener = (pile, atMs) => eachOpenOrder(pile, { kind: 'pileBoot', atMs }, { actor: pile.cpCode, speaker: pile });
  return { loggedIn, loggedOut, booted };
};

/** Of each pile the orders that are not at their end, the newest first. */
const openOrders = (database: Database, cpCodes: readonly string[]): Promise<readonly (readonly string[])[]> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      cpCode: string;
      id: bigint;
    }>`select cp_code, charging_order_id as id from charging_order where cp_code = any(${cpCodes}::text[]) and order_state in (${literals(openOrderStates)}) order by charging_order_id desc`.execute(
      tx,
    );
    const byPile = new Map<string, string[]>();
    for (const { cpCode, id } of rows) byPile.set(cpCode, [...(byPile.get(cpCode) ?? []), String(id)]);
    return cpCodes.map((cpCode) => (byPile.get(cpCode) ?? []).slice(0, OPEN_ORDERS_MAX));
  });
