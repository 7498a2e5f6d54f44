import { sql } from 'kysely';
import type { RefusalArgs, Verdict } from '#engines/order/verdict.ts';
import { nextWakeMs } from '#engines/order/next-tick.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startLooker } from '#kit/server/background/polling-worker.ts';
import type { Looker } from '#kit/server/background/polling-worker.ts';
import { rollUp } from '#domains/money/server.ts';
import { adjustmentWaits } from './settlement/defer-adjustment.server.ts';
import { adjustOrder } from './settlement/adjust.server.ts';
import type { Announced } from './lifecycle/publish-order-change.server.ts';
import { decideOn } from './lifecycle/decide.server.ts';
import { settleTopic } from './lifecycle/perform-effects.server.ts';
import { settleOrder } from './settlement/settle.server.ts';
import { sleepUntil } from './lifecycle/schedule-next-tick.server.ts';
import { lockOrder, readOrder } from './lifecycle/stored-order.server.ts';
import type { OrderKey } from './lifecycle/stored-order.server.ts';

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
export const startChargingWorker = (deps: Deps, hear: { readonly changed: (order: Announced) => void }): Looker => {
  const { settleOne, tickOne, adjustOne } = createActs(deps, hear);
  const work = async (): Promise<boolean> => {
    const found: boolean[] = [];
    for (const [query, act] of [
      [toSettle, settleOne],
      [toAdjust, adjustOne],
      [toTick, tickOne],
    ] as const) {
      const ids = await due(deps, query(deps.clock()));
      await side(ids, act);
      found.push(ids.length === LOOK_MAX);
    }
    await inSystem(deps.database, (tx) => rollUp(tx));
    return found.includes(true);
  };
  return startLooker(deps, { topic: settleTopic, everyMs: LOOK_EVERY_MS, work, complaint: 'orders could not be looked at' });
};

const notAside = (now: Date) => sql`(retry_at is null or retry_at <= ${now})`;
const toSettle = (now: Date) =>
  sql`select charging_order_id as id from charging_order where order_state = 3 and ${notAside(now)} order by charging_order_id limit ${LOOK_MAX}`;
const toAdjust = (now: Date) =>
  sql`select charging_order_id as id from charging_order where adjust_due is not null and adjust_due is distinct from adjust_told and ${notAside(now)} order by charging_order_id limit ${LOOK_MAX}`;
const toTick = (now: Date) =>
  sql`select charging_order_id as id from charging_order where next_wake_at <= ${now} and ${notAside(now)} order by next_wake_at limit ${LOOK_MAX}`;

/** What is done to one order, each in a transaction of its own; a fault of ours puts the order aside for a while and is logged. */
const createActs = (deps: Deps, hear: { readonly changed: (order: Announced) => void }) => {
  const one = async (orderId: string, act: (tx: Tx, key: OrderKey, wake: Set<string>) => Promise<Announced | undefined>): Promise<void> => {
    const wake = new Set<string>();
    try {
      const changed = await inSystem(
        deps.database,
        (tx) => {
          wake.clear();
          return act(tx, { orderId }, wake);
        },
        { idempotent: true },
      );
      if (changed) hear.changed(changed);
    } catch (error) {
      deps.log.error({ err: error, orderId }, 'an order could not be worked on');
      await postpone(deps, orderId).catch((cause: unknown) => deps.log.error({ err: cause, orderId }, 'nor postponed'));
    }
    for (const topic of wake) if (topic !== settleTopic) deps.bus.wake(topic);
  };
  const settleOne = (orderId: string): Promise<void> =>
    one(orderId, async (tx, key, wake) => {
      const order = await lockOrder(tx, key);
      if (!order || order.row.state !== 3) return undefined;
      await settleOrder(tx, order, { nowMs: deps.clock().getTime(), actor: 'worker:settle', wake });
      return order.row;
    });
  const tickOne = (orderId: string): Promise<void> =>
    one(orderId, async (tx, key, wake) => {
      const order = await lockOrder(tx, key);
      if (!order) return undefined;
      const { view, pile } = await decideOn(tx, order, { event: { kind: 'tick' }, nowMs: deps.clock().getTime(), actor: 'timer', wake });
      await sleepUntil(tx, orderId, { wakeMs: nextWakeMs(view, pile), now: deps.clock() });
      return order.row;
    });
  const adjustOne = (orderId: string): Promise<void> =>
    one(orderId, async (tx, key, wake) => {
      const order = await lockOrder(tx, key);
      if (!order) return undefined;
      const nowMs = deps.clock().getTime();
      const told = { nowMs, actor: 'worker:adjust', wake, outcome: 'booked', by: null, reason: null } as const;
      const refused = await alone(tx, async () => notAllowed(await adjustOrder(tx, order, told)));
      if (refused) await adjustmentWaits(tx, order, { ...refused, nowMs });
      return order.row;
    });
  return { settleOne, tickOne, adjustOne };
};

interface Hindrance {
  readonly refusal: string;
  readonly args: RefusalArgs;
}

const notAllowed = (verdict: Verdict): Hindrance | undefined => (verdict.ok ? undefined : verdict);

/** What the books refuse is taken back alone, and waits for a person as what the rules refuse: to try again would not help. */
const alone = async (tx: Tx, work: () => Promise<Hindrance | undefined>): Promise<Hindrance | undefined> => {
  await sql`savepoint alone`.execute(tx);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint alone`.execute(tx);
    return { refusal: error.facts.code, args: {} };
  }
};

const due = (deps: Deps, query: ReturnType<typeof sql>): Promise<readonly string[]> =>
  inSystem(deps.database, async (tx) => (await sql<{ id: bigint }>`${query}`.execute(tx)).rows.map((row) => String(row.id)));

const side = async (ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> => {
  const left = [...ids];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await act(id);
    }),
  );
};

const postpone = (deps: Deps, orderId: string): Promise<void> =>
  inSystem(deps.database, async (tx) => {
    const order = await readOrder(tx, { orderId });
    if (order)
      await sql`update charging_order set retry_at = ${new Date(deps.clock().getTime() + RETRY_MS)} where charging_order_id = ${orderId}`.execute(tx);
  });
