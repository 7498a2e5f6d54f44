import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import type { AcknowledgedBy } from '../exception-record/acknowledge.server.ts';

/** Notes who attends to an incident and to its open members. False where somebody does already. */
export const acknowledgeIncident = async (tx: Tx, id: string, { user, now }: AcknowledgedBy): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update incident set ack_time = ${now}, ack_user = ${user}, update_by = ${user}, update_time = ${now}, version = version + 1
      where incident_id = ${id} and ack_time is null`.execute(tx);
  if (numAffectedRows === 0n) return false;
  await sql`update exception_record set solve_stat = ${sql.lit(solveStat.acknowledged)}, ack_time = ${now}, ack_user = ${user}, update_by = ${user},
    update_time = ${now}, version = version + 1 where incident_id = ${id} and fault_end_time is null and solve_stat = ${sql.lit(solveStat.open)}`.execute(
    tx,
  );
  return true;
};
