import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { suppression } from '#engines/alarm/codes.ts';
import type { Tx } from '#kit/db/index.ts';

/** Whether the place of a row `r` of a pile is in maintenance. `r` needs station_id, and the code of its pile as `cpCode`. */
export const isMaintained = (stationId: RawBuilder<unknown>, cpCode: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql`exists (select from maintenance m where not m.is_delete and m.end_time > ${now} and m.begin_time <= ${now} and m.station_id = ${stationId} and (m.cp_code is null or m.cp_code = ${cpCode}))`;

/** Begins and ends the silence of open exceptions as maintenance begins and ends. Returns those that are heard again. */
export const followMaintenance = async (
  tx: Tx,
  now: Date,
): Promise<{ readonly silenced: number; readonly heard: readonly { readonly recordId: bigint; readonly cpCode: string | null }[] }> => {
  const { numAffectedRows } = await sql`update exception_record r set suppressed_by = ${sql.lit(suppression.maintenance)} from maintenance m
    where not m.is_delete and m.end_time > ${now} and m.begin_time <= ${now} and r.station_id = m.station_id and (m.cp_code is null or m.cp_code = r.cp_code)
      and r.cp_code is not null and r.fault_end_time is null and r.suppressed_by is distinct from ${sql.lit(suppression.maintenance)}`.execute(tx);
  const { rows } = await sql<{ recordId: bigint; cpCode: string | null }>`update exception_record r set suppressed_by = null
    where r.suppressed_by = ${sql.lit(suppression.maintenance)} and r.fault_end_time is null and not ${isMaintained(sql`r.station_id`, sql`r.cp_code`, now)}
    returning r.exception_record_id as record_id, r.cp_code`.execute(tx);
  return { silenced: Number(numAffectedRows ?? 0n), heard: rows };
};
