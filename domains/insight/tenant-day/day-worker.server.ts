import { sql } from 'kysely';
import { isPastBeingEntered } from '#domains/charging/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';

const TOPIC = 'insight.tenantDay';
const POLL_INTERVAL_MS = 120_000;
/** The days before the newest one: analytics look back 400 days, and compare them with 400 before. */
const DAYS_BEFORE = 798;

/** Adds up what is over, one span or day in each transaction: spans of settlements, days of tenants, the newest first, and the running totals. */
export const startTenantDayWorker = (deps: Pick<Deps, 'database' | 'bus' | 'log'>): PollingWorker =>
  startPollingWorker(deps, {
    topic: TOPIC,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'days of tenants could not be added up',
    work: () => fillNextDay(deps),
  });

/** True when something was added up. */
export const fillNextDay = async (deps: Pick<Deps, 'database'>): Promise<boolean> =>
  (await fillSettledSpan(deps)) || (await fillTenantDay(deps)) || fillRunningTotal(deps);

const fillSettledSpan = ({ database }: Pick<Deps, 'database'>): Promise<boolean> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{ isFilled: boolean }>`select settled_span_fill() as is_filled`.execute(tx);
    return rows[0]?.isFilled ?? false;
  });

/** Not while the past of a demo is entered, of which each part changes a day that was added up. */
const fillTenantDay = ({ database }: Pick<Deps, 'database'>): Promise<boolean> =>
  inSystem(database, async (tx) => {
    if (await isPastBeingEntered(tx)) return false;
    const { rows } = await sql<{ isFilled: boolean }>`select tenant_day_fill(g.day::date) as is_filled from (
        select g as day from generate_series(newest_day_over(), newest_day_over() - ${sql.lit(DAYS_BEFORE)}, interval '-1 day') as g
        where not exists (select from tenant_day a where a.stat_day = g::date) order by g desc limit 1) g`.execute(tx);
    return rows[0]?.isFilled ?? false;
  });

const fillRunningTotal = ({ database }: Pick<Deps, 'database'>): Promise<boolean> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{ isFilled: boolean }>`select running_total_fill() as is_filled`.execute(tx);
    return rows[0]?.isFilled ?? false;
  });
