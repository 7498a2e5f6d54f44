import { sql } from 'kysely';
import { inSystem } from './index.ts';
import type { Database } from './index.ts';

/** One day back for records that come late, and a weekend ahead in case nobody asks again. */
const DAYS = { back: 1, ahead: 3 } as const;

/** Makes the day tables of all logs around today. Cheap when they exist. Called at the start and daily. */
export const ensureDays = (database: Database): Promise<void> =>
  inSystem(database, async (tx) => void (await sql`select kit_ensure_days(${DAYS.back}::int, ${DAYS.ahead}::int)`.execute(tx)));

/** Drops the day tables that are older than their log keeps. */
export const expireDays = (database: Database): Promise<void> =>
  inSystem(database, async (tx) => void (await sql`select kit_expire_days()`.execute(tx)));
