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
import { deferAdjustment, postponeOrder } from './lifecycle/postpone-order.server.ts';
import type { Obstacle } from './lifecycle/postpone-order.server.ts';
import { settleTopic } from './lifecycle/perform-effects.server.ts';
import { lockOrder } from './lifecycle/stored-order.server.ts';
import type { LoadedOrder } from './lifecycle/stored-order.server.ts';
import { adjustOrder } from './settlement/adjust.server.ts';
import { settleOrder } from './settlement/settle.server.ts';

/** Wake-ups can be lost, so the tables are also polled at this interval. */
const POLL_INTERVAL_MS = 1_000;
/** The most orders of each kind that one poll takes; the rest follow at once. */
const POLL_MAX = 200;
/** The number of orders that one process works on at the same time. */
const CONCURRENCY = 4;
/** An order that could not be worked on because of an error of the program is tried again after this time. */
const RETRY_MS = 30_000;

/**
 * Settles ended orders and ticks those whose timer is due. The orders themselves are the queue (state 3 and `next_wake_at`), so nothing can be lost,
 * several workers share them by skipping locked rows, and the orders of a worker that dies are taken by the next poll.
 */
export const startChargingWorker = (deps: Deps): PollingWorker => {
  const work = async (): Promise<boolean> => {
    const hasMore: boolean[] = [];
    for (const { query, actor, task } of queues) {
      const ids = await dueOrders(deps, query(deps.clock()));
      await inParallel(ids, (orderId) => workOn(deps, orderId, { actor, task }));
      hasMore.push(ids.length === POLL_MAX);
    }
    await inSystem(deps.database, (tx) => rollUp(tx));
    return hasMore.includes(true);
  };
  return startPollingWorker(deps, { topic: settleTopic, everyMs: POLL_INTERVAL_MS, work, errorMessage: 'orders could not be looked at' });
};

const notPostponed = (now: Date) => sql`(retry_at is null or retry_at <= ${now})`;
const toSettle = (now: Date) =>
  sql`select charging_order_id as id from charging_order where order_state = ${sql.lit(orderState.ended)} and ${notPostponed(now)} order by charging_order_id limit ${POLL_MAX}`;
const toAdjust = (now: Date) =>
  sql`select charging_order_id as id from charging_order where adjust_due is not null and adjust_due is distinct from adjust_told and ${notPostponed(now)} order by charging_order_id limit ${POLL_MAX}`;
const toTick = (now: Date) =>
  sql`select charging_order_id as id from charging_order where next_wake_at <= ${now} and ${notPostponed(now)} order by next_wake_at limit ${POLL_MAX}`;

type OrderTask = (work: OrderWork, order: LoadedOrder) => Promise<unknown>;

const settleOne: OrderTask = async (work, order) => order.row.state === orderState.ended && settleOrder(work, order);

const adjustOne: OrderTask = async (work, order) => {
  const obstacle = await bookAdjustment(work, order);
  if (obstacle) await deferAdjustment(work, order, obstacle);
};

/**
 * A booking that the ledger refuses is rolled back separately and waits for an operator, like one that the rules refuse, because trying again would
 * not help.
 */
const bookAdjustment = async (work: OrderWork, order: LoadedOrder): Promise<Obstacle | undefined> => {
  try {
    const verdict = await inSavepoint(work.tx, () => adjustOrder(work, order, { outcome: 'booked', by: null, reason: null }));
    return verdict.ok ? undefined : verdict;
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.facts.code, args: {} };
    throw error;
  }
};

const tickOne: OrderTask = (work, order) => decideOn(work, order, { event: { kind: 'tick' } });

/** The queues are polled in this order, because an order that is settled needs no tick. */
const queues = [
  { query: toSettle, actor: 'worker:settle', task: settleOne },
  { query: toAdjust, actor: 'worker:adjust', task: adjustOne },
  { query: toTick, actor: 'timer', task: tickOne },
] as const;

/** Works on one order in a transaction of its own. An error of the program postpones the order and is logged. */
const workOn = async (deps: Deps, orderId: string, { actor, task }: { readonly actor: string; readonly task: OrderTask }): Promise<void> => {
  try {
    await inSystem(
      deps.database,
      async (tx) => {
        const order = await lockOrder(tx, { orderId });
        if (order) await task(orderWork(deps, tx, actor), order);
      },
      { idempotent: true },
    );
  } catch (error) {
    deps.log.error({ err: error, orderId }, 'an order could not be worked on');
    const until = new Date(deps.clock().getTime() + RETRY_MS);
    await inSystem(deps.database, (tx) => postponeOrder(tx, orderId, until)).catch((cause: unknown) =>
      deps.log.error({ err: cause, orderId }, 'the order could not be postponed either'),
    );
  }
};

const dueOrders = (deps: Deps, query: ReturnType<typeof sql>): Promise<readonly string[]> =>
  inSystem(deps.database, async (tx) => (await sql<{ id: bigint }>`${query}`.execute(tx)).rows.map((row) => String(row.id)));

const inParallel = async (ids: readonly string[], task: (id: string) => Promise<void>): Promise<void> => {
  const remaining = [...ids];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let id = remaining.shift(); id !== undefined; id = remaining.shift()) await task(id);
    }),
  );
};
