import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import type { Tx } from '#kit/db/index.ts';

export interface AcknowledgedBy {
  readonly user: string;
  readonly now: Date;
}

/** Notes who attends to an exception; one to which somebody attends already stays as it is. */
export const acknowledgeRecord = async (tx: Tx, id: string, { user, now }: AcknowledgedBy): Promise<void> => {
  await sql`update exception_record set solve_stat = ${sql.lit(solveStat.acknowledged)}, ack_time = ${now}, ack_user = ${user},
    update_by = ${user}, update_time = ${now}, version = version + 1
    where exception_record_id = ${id} and solve_stat = ${sql.lit(solveStat.open)}`.execute(tx);
};
