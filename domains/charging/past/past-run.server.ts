import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { reserveOrderIds } from '../order/lifecycle/enter-orders.server.ts';

const DAY_MS = 86_400_000;

/** What a past is made of; the same run gives the same past again after a restart. */
export interface PastRun {
  readonly seed: number;
  readonly days: number;
  readonly untilMs: number;
}

export interface PartKey {
  /** `2026-03-09` */
  readonly day: string;
  readonly stationId: string;
}

export interface OpenPart extends PartKey {
  readonly firstOrderId: bigint;
}

/** The run that was begun here, or undefined. */
export const readPastRun = async (tx: Tx): Promise<PastRun | undefined> => {
  const { rows } = await sql<{ seed: number; days: number; untilTime: Date }>`select seed, days, until_time from past_run`.execute(tx);
  const [row] = rows;
  return row && { seed: row.seed, days: row.days, untilMs: row.untilTime.getTime() };
};

/** Whether orders of an earlier time exist: then the network has a past of its own. */
export const hasEarlierOrders = async (tx: Tx, before: Date): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`select exists (select from charging_order where create_time < ${before}) as known`.execute(tx);
  return rows[0]?.known ?? true;
};

/** Begins a run: its parts, oldest first, get ids for their orders in the order of time. */
export const beginPast = async (tx: Tx, run: PastRun, parts: readonly (PartKey & { readonly chargeCount: number })[]): Promise<void> => {
  const now = new Date();
  await dateNetworkBack(tx, new Date(run.untilMs - run.days * DAY_MS));
  await sql`insert into past_run (seed, days, until_time, begun_time) values (${run.seed}, ${run.days}, ${new Date(run.untilMs)}, ${now})`.execute(
    tx,
  );
  let next = await reserveOrderIds(
    tx,
    Math.max(
      1,
      parts.reduce((sum, { chargeCount }) => sum + chargeCount, 0),
    ),
  );
  const ids = parts.map(({ chargeCount }) => {
    const first = next;
    next += BigInt(chargeCount);
    return first;
  });
  await sql`insert into past_part (stat_day, station_id, first_order_id, charge_count)
    select day, station, first, count from unnest(${parts.map(({ day }) => day)}::date[], ${parts.map(({ stationId }) => stationId)}::int8[], ${ids}::int8[],
      ${parts.map(({ chargeCount }) => chargeCount)}::int4[]) as part (day, station, first, count)`.execute(tx);
};

/** The network is as old as its past, because what is used is compared with the time in which it could be used. */
const dateNetworkBack = async (tx: Tx, from: Date): Promise<void> => {
  await sql`update agent set create_time = ${from} where create_time > ${from}`.execute(tx);
  await sql`update station set create_time = ${from} where create_time > ${from}`.execute(tx);
  await sql`update pile set create_time = ${from} where create_time > ${from}`.execute(tx);
  await sql`update gun set create_time = ${from} where create_time > ${from}`.execute(tx);
  await sql`update customer set create_time = ${from} where create_time > ${from}`.execute(tx);
  await sql`update ic_card set create_time = ${from} where create_time > ${from}`.execute(tx);
  await sql`update car set create_time = ${from} where create_time > ${from}`.execute(tx);
};

/** The parts that are still to come, the newest days first where they lie within `newestDays` and the others oldest first. */
export const openParts = async (tx: Tx, newestDays: number): Promise<readonly OpenPart[]> => {
  const { rows } = await sql<{
    day: string;
    stationId: bigint;
    firstOrderId: bigint;
  }>`select stat_day::text as day, station_id, first_order_id from past_part
    where entered_time is null
    order by stat_day <= (select max(stat_day) from past_part) - ${newestDays}::int4, stat_day, station_id`.execute(tx);
  return rows.map(({ day, stationId, firstOrderId }) => ({ day, stationId: String(stationId), firstOrderId }));
};

/**
 * Claims parts for this transaction, which enters them, and returns those that have not been entered. The commit does not wait for the disk: what a crash
 * of the machine loses, it loses with the mark, and the part is entered again.
 */
export const claimParts = async <Part extends PartKey>(tx: Tx, parts: readonly Part[]): Promise<readonly Part[]> => {
  await sql`set local synchronous_commit = off`.execute(tx);
  const { rows } = await sql<{ place: bigint }>`update past_part p set entered_time = clock_timestamp()
    from unnest(${parts.map(({ day }) => day)}::date[], ${parts.map(({ stationId }) => stationId)}::int8[]) with ordinality as given (day, station, place)
    where p.stat_day = given.day and p.station_id = given.station and p.entered_time is null returning given.place`.execute(tx);
  const places = new Set(rows.map(({ place }) => place));
  return parts.filter((_, index) => places.has(BigInt(index + 1)));
};

/** Whether parts were entered within the last seconds, so that days and sums change again and again. */
export const isPastBeingEntered = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ isBeing: boolean }>`select exists (select from past_part where entered_time is null)
    and exists (select from past_part where entered_time > clock_timestamp() - interval '10 seconds') as is_being`.execute(tx);
  return rows[0]?.isBeing ?? false;
};

export interface PastProgress {
  readonly entered: number;
  readonly total: number;
}

/** How many charges of the past have been entered, and how many there are. */
export const pastProgress = async (tx: Tx): Promise<PastProgress> => {
  const { rows } = await sql<{
    entered: number;
    total: number;
  }>`select coalesce(sum(charge_count) filter (where entered_time is not null), 0)::int4 as entered,
    coalesce(sum(charge_count), 0)::int4 as total from past_part`.execute(tx);
  return rows[0] ?? { entered: 0, total: 0 };
};
