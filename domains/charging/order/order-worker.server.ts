import { sql } from 'kysely';
import { orderState } from '#engines/order/codes.ts';
import { inSavepoint, inSystem } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { rollUp } from '#domains/money/server.ts';
import { decideOn } from './lifecycle/decide.server.ts';
import { orderWork } from './lifecycle/order-work.server.ts';
import type { OrderWork } from './lifecycle/order-work.server.ts';
import { leaveAdjustment, putAside } from './lifecycle/park-order.server.ts';
import type { Obstacle } from './lifecycle/park-order.server.ts';
import { settleTopic } from './lifecycle/perform-effects.server.ts';
import { lockOrder } from './lifecycle/stored-order.server.ts';
import type { LoadedOrder } from './lifecycle/stored-order.server.ts';
import { adjustOrder } from './settlement/adjust.server.ts';
import { settleOrder } from './settlement/settle.server.ts';

/** Wake-ups can be lost, so the tables are looked at this often anyway. */
const LOOK_EVERY_MS = 1_000;
/** Orders one look takes of each kind; the rest follow at once. */
const LOOK_MAX = 200;
/** Orders settled side by side by one process. */
const AT_ONCE = 4;
/** An order that could not be looked at for a fault of ours is tried again after this. */
const RETRY_MS = 30_000;

/**
 * Settles ended orders and ticks those whose time has come. The orders themselves are the queue: state 3 and `next_wake_at`; so
 * nothing can be lost, several workers share them by skipping locked rows, and one that dies leaves its orders to the next look.
 */
export const startChargingWorker = (deps: Deps): PollingWorker => {
  const work = async (): Promise<boolean> => {
    const found: boolean[] = [];
    for (const { query, actor, act } of queues) {
      const ids = await due(deps, query(deps.clock()));
      await sideBySide(ids, (orderId) => workOn(deps, orderId, { actor, act }));
      found.push(ids.length === LOOK_MAX);
    }
    await inSystem(deps.database, (tx) => rollUp(tx));
    return found.includes(true);
  };
  return startPollingWorker(deps, { topic: settleTopic, everyMs: LOOK_EVERY_MS, work, errorMessage: 'orders could not be looked at' });
};

const notAside = (now: Date) => sql`(retry_at is null or retry_at <= ${now})`;
const toSettle = (now: Date) =>
  sql`select charging_order_id as id from charging_order where order_state = ${sql.lit(orderState.ended)} and ${notAside(now)} order by charging_order_id limit ${LOOK_MAX}`;
const toAdjust = (now: Date) =>
  sql`select charging_order_id as id from charging_order where adjust_due is not null and adjust_due is distinct from adjust_told and ${notAside(now)} order by charging_order_id limit ${LOOK_MAX}`;
const toTick = (now: Date) =>
  sql`select charging_order_id as id from charging_order where next_wake_at <= ${now} and ${notAside(now)} order by next_wake_at limit ${LOOK_MAX}`;

type Act = (work: OrderWork, order: LoadedOrder) => Promise<unknown>;

const settleOne: Act = async (work, order) => order.row.state === orderState.ended && settleOrder(work, order);

const adjustOne: Act = async (work, order) => {
  const hindrance = await bookedOr(work, order);
  if (hindrance) await leaveAdjustment(work, order, hindrance);
};

/** What the books refuse is taken back alone, and waits for a person as what the rules refuse: to try again would not help. */
const bookedOr = async (work: OrderWork, order: LoadedOrder): Promise<Obstacle | undefined> => {
  try {
    const verdict = await inSavepoint(work.tx, () => adjustOrder(work, order, { outcome: 'booked', by: null, reason: null }));
    return verdict.ok ? undefined : verdict;
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.facts.code, args: {} };
    throw error;
  }
};

const tickOne: Act = (work, order) => decideOn(work, order, { event: { kind: 'tick' } });

/** The order of the queues is that of their looks: an order that is settled needs no tick. */
const queues = [
  { query: toSettle, actor: 'worker:settle', act: settleOne },
  { query: toAdjust, actor: 'worker:adjust', act: adjustOne },
  { query: toTick, actor: 'timer', act: tickOne },
] as const;

/** Works on one order in a transaction of its own; a fault of ours puts the order aside for a while and is logged. */
const workOn = async (deps: Deps, orderId: string, { actor, act }: { readonly actor: string; readonly act: Act }): Promise<void> => {
  try {
    await inSystem(
      deps.database,
      async (tx) => {
        const order = await lockOrder(tx, { orderId });
        if (order) await act(orderWork(deps, tx, actor), order);
      },
      { idempotent: true },
    );
  } catch (error) {
    deps.log.error({ err: error, orderId }, 'an order could not be worked on');
    const until = new Date(deps.clock().getTime() + RETRY_MS);
    await inSystem(deps.database, (tx) => putAside(tx, orderId, until)).catch((cause: unknown) =>
      deps.log.error({ err: cause, orderId }, 'nor put aside'),
    );
  }
};

const due = (deps: Deps, query: ReturnType<typeof sql>): Promise<readonly string[]> =>
  inSystem(deps.database, async (tx) => (await sql<{ id: bigint }>`${query}`.execute(tx)).rows.map((row) => String(row.id)));

const sideBySide = async (ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> => {
  const left = [...ids];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await act(id);
    }),
  );
};
