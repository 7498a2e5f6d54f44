import { sql } from 'kysely';
import { inSystem } from '../index.ts';
import type { Database, Tx } from '../index.ts';

/** One day back for records that come late, and a weekend ahead in case nobody asks again. */
const DAYS = { back: 1, ahead: 3 } as const;

/** Makes the day tables of all logs around today. Cheap when they exist. Called at the start and daily. */
export const ensureDays = (database: Database): Promise<void> =>
  inSystem(database, async (tx) => void (await sql`select kit_ensure_days(${DAYS.back}::int, ${DAYS.ahead}::int)`.execute(tx)));

/** Drops the day tables of one log that are older than it is kept; answers how many. */
export const expireLog = async (tx: Tx, log: string, keepDays: number): Promise<number> => {
  const { rows } = await sql<{ dropped: number }>`select kit_expire_days(${log}::text, ${keepDays}::int) as dropped`.execute(tx);
  return rows[0]?.dropped ?? 0;
};
