import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { recountState } from './charge-recount.codes.ts';
import { chargeRecount, chargeSumCheck } from './charge-recount.ts';
import { recountTopic } from './recount-topic.ts';

const POLL_INTERVAL_MS = 15_000;
/** The days of a station that one transaction counts, during which settlements of that station wait for their commit. */
const DAYS_A_STEP = 7;
const PROBLEM_MAX = 300;

const { waiting, running, done, failed } = valuesOf(recountState);
export const recountNoun = chargeRecount.name;

type RecountDeps = Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>;

interface OpenRecount {
  readonly recountId: bigint;
  readonly tenantId: bigint;
  readonly stationId: bigint | null;
  readonly lastDay: string;
  readonly nextStation: bigint;
  readonly nextDay: string;
}

/** Counts what is asked for, some days of one station at a time. The table is the queue and holds the progress, so a step that died is done again. */
export const startRecountWorker = (deps: RecountDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: recountTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'statistics could not be recounted',
    work: async () => {
      let claimed: bigint | undefined;
      try {
        return await inSystem(deps.database, async (tx) => {
          const recount = await claim(tx);
          claimed = recount?.recountId;
          if (recount) await step(tx, recount, deps.clock());
          return recount !== undefined;
        });
      } catch (error) {
        if (claimed === undefined) throw error;
        deps.log.error({ err: error, recountId: String(claimed) }, 'statistics could not be recounted');
        await noteFailure(deps, claimed, error);
        return true;
      }
    },
  });

/** The oldest open request, locked; what has to be counted is noted when it begins. */
const claim = async (tx: Tx): Promise<OpenRecount | undefined> => {
  const { rows } =
    await sql<OpenRecount>`select r.charge_recount_id as recount_id, r.tenant_id, r.station_id, r.last_day, r.next_station, coalesce(r.next_day, r.first_day) as next_day
    from charge_recount r where r.recount_state in (${waiting}, ${running}) order by r.charge_recount_id limit 1 for update of r skip locked`.execute(
      tx,
    );
  const [recount] = rows;
  if (recount)
    await sql`update charge_recount r set recount_state = ${running},
        days_total = (r.last_day - r.first_day + 1) * (select count(*)::int4 from station s where s.tenant_id = r.tenant_id and (r.station_id is null or s.station_id = r.station_id))
      where r.charge_recount_id = ${recount.recountId} and r.recount_state = ${waiting}`.execute(tx);
  return recount;
};

const step = async (tx: Tx, { recountId, tenantId, stationId, lastDay, nextStation, nextDay }: OpenRecount, now: Date): Promise<void> => {
  const { rows: stations } = await sql<{
    id: bigint;
  }>`select s.station_id as id from station s where s.tenant_id = ${tenantId} and s.station_id >= ${nextStation}
      and (${stationId}::int8 is null or s.station_id = ${stationId}) order by s.station_id limit 1`.execute(tx);
  const station = stations[0]?.id;
  tx.wake(recountTopic);
  if (station === undefined) {
    await sql`update charge_recount set recount_state = ${done}, ended_time = ${now} where charge_recount_id = ${recountId}`.execute(tx);
    return;
  }
  const { rows } = await sql<{
    corrected: bigint;
    untilDay: string;
    isLast: boolean;
    count: number;
  }>`select charge_recount(${station}, ${nextDay}::date, e.until_day) as corrected, e.until_day,
      e.until_day = ${lastDay}::date as is_last, e.until_day - ${nextDay}::date + 1 as count
    from (select least(${lastDay}::date, ${nextDay}::date + ${DAYS_A_STEP - 1}::int4) as until_day) e`.execute(tx);
  const [counted] = rows;
  if (!counted) throw new Error('a recount answers one row');
  const { corrected, untilDay, isLast, count } = counted;
  await sql`update charge_recount set rows_corrected = rows_corrected + ${corrected}, days_done = days_done + ${count}, update_time = ${now},
      next_station = case when ${isLast} then ${station + 1n}::int8 else ${station}::int8 end, next_day = case when ${isLast} then first_day else ${untilDay}::date + 1 end
    where charge_recount_id = ${recountId}`.execute(tx);
};

const noteFailure = async ({ database, clock }: RecountDeps, recountId: bigint, error: unknown): Promise<void> => {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_MAX);
  await inSystem(database, async (tx) => {
    await sql`update charge_recount set recount_state = ${failed}, ended_time = ${clock()}, problem = ${problem} where charge_recount_id = ${recountId}`.execute(
      tx,
    );
    tx.wake(recountTopic);
  });
};

/** Compares the last days of each station with its orders, and asks for a recount of those that differ. */
export const chargeSumCheckJob: Job = implementJob(chargeSumCheck, async ({ tx, now, params }) => {
  const { rows } = await sql<{
    stations: number;
    differing: bigint;
  }>`with checked as (select s.tenant_id, s.station_id, e.last_day, e.last_day - ${params.days}::int4 + 1 as first_day,
        charge_sum_differences(s.station_id, e.last_day - ${params.days}::int4 + 1, e.last_day) as differing
      from station s cross join lateral (select (${now}::timestamptz at time zone s.timezone)::date as last_day) e),
    asked as (insert into charge_recount (tenant_id, station_id, first_day, last_day, create_by, create_time)
      select tenant_id, station_id, first_day, last_day, 'system', ${now} from checked where differing > 0)
    select count(*)::int4 as stations, coalesce(sum(differing), 0)::int8 as differing from checked`.execute(tx);
  tx.wake(recountTopic);
  return { stations: rows[0]?.stations ?? 0, differing: Number(rows[0]?.differing ?? 0n) };
});
