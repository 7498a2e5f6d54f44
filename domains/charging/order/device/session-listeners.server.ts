import { sql } from 'kysely';
import type { OrderEvent } from '#engines/order/admit.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { openOrderStates } from '#engines/order/codes.ts';
import type { BootListener } from '#domains/device/server.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { batched } from '#kit/server/background/batching.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { literals } from '#kit/db/literals.ts';
import { decide } from '../lifecycle/decide.server.ts';
import { orderWork } from '../lifecycle/order-work.server.ts';

/** A pile has few guns; open orders beyond this number are old ones that wait for operators. */
const OPEN_ORDERS_MAX = 20;
/** The most piles that one statement queries: all piles of a network may reconnect at once. */
const PILES_MAX = 500;

interface DecisionOrigin {
  readonly actor: string;
  readonly session?: PileRef;
}

/** What the login, the log-out and the boot of a pile mean for its open orders. */
export const createSessionListeners = (deps: Deps) => {
  const openOrdersOf = batched<string, readonly string[]>({ max: PILES_MAX, work: (cpCodes) => openOrders(deps.database, cpCodes) });

  const eachOpenOrder = async (pile: PileRef, event: OrderEvent, { actor, session }: DecisionOrigin): Promise<void> => {
    for (const orderId of await openOrdersOf(pile.cpCode))
      await inSystem(deps.database, (tx) => decide(orderWork(deps, tx, actor), { orderId }, { event, ...(session && { session }) }));
  };
  const notify = (pile: PileRef, event: OrderEvent, news: string): void =>
    void eachOpenOrder(pile, event, { actor: 'session' }).catch((error: unknown) =>
      deps.log.error({ err: error, pile }, `open orders could not be told of a ${news}`),
    );
  /** What the pile still owes is requested again, and what waited for the pile continues. */
  const loggedIn = (pile: PileRef): void => notify(pile, { kind: 'pileOnline' }, 'login');
  /** An order whose pile is offline waits for something else, so its timer is set again. */
  const loggedOut = (pile: PileRef): void => notify(pile, { kind: 'tick' }, 'log-out');
  /** A pile that has just booted is charging nobody. */
  const booted: BootListener = (pile, atMs) => eachOpenOrder(pile, { kind: 'pileBoot', atMs }, { actor: pile.cpCode, session: pile });
  return { loggedIn, loggedOut, booted };
};

/** The open orders of each pile, the newest first. */
const openOrders = (database: Database, cpCodes: readonly string[]): Promise<readonly (readonly string[])[]> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      cpCode: string;
      id: bigint;
    }>`select cp_code, charging_order_id as id from charging_order where cp_code = any(${cpCodes}::text[]) and order_state in (${literals(openOrderStates)}) order by charging_order_id desc`.execute(
      tx,
    );
    const byPile = groupBy(rows, ({ cpCode }) => cpCode);
    return cpCodes.map((cpCode) => (byPile.get(cpCode) ?? []).slice(0, OPEN_ORDERS_MAX).map(({ id }) => String(id)));
  });
