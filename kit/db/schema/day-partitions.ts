import { sql } from 'kysely';
import { inSystem } from '../index.ts';
import type { Database, Tx } from '../index.ts';

/** One day back for records that arrive late, and three days ahead in case the daily call fails over a weekend. */
const DAYS = { back: 1, ahead: 3 } as const;

/** Creates the day partitions of all logs around today. Cheap when they exist. Called at the start and daily. */
export const ensureDays = (database: Database): Promise<void> =>
  inSystem(database, async (tx) => void (await sql`select kit_ensure_days(${DAYS.back}::int, ${DAYS.ahead}::int)`.execute(tx)));

/** Drops the day partitions of a log that are older than its retention period; returns their number. */
export const expireLog = async (tx: Tx, log: string, keepDays: number): Promise<number> => {
  const { rows } = await sql<{ dropped: number }>`select kit_expire_days(${log}::text, ${keepDays}::int) as dropped`.execute(tx);
  return rows[0]?.dropped ?? 0;
};
