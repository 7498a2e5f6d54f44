import { sql } from 'kysely';
import type { MeterReading } from '#engines/tariff/readings.ts';
import type { Tx } from '#kit/db/index.ts';

export interface ReadingsRange {
  readonly orderId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly startMeterDwh: number | null;
}

/** Every border of a local half hour is a multiple of a quarter of an hour, because the offset of every time zone is. */
export const QUARTER_MS = 900_000;

/**
 * Energy of the order by instant, from its samples within a span; for samples with only a meter, counted from the start meter. Of each quarter of an
 * hour the first and the last sample are returned, each with the highest energy so far: `sliceBySlots` makes the same half hours of them as of all
 * samples, so that a long session with a reading each second is a few hundred points. The span limits the query to the partitions of the order's
 * days.
 */
export const readings = async (tx: Tx, { orderId, fromMs, toMs, startMeterDwh }: ReadingsRange): Promise<readonly MeterReading[]> => {
  const { rows } = await sql<{ at: Date; energy: bigint }>`select at, highest as energy from (
      select at, max(energy) over by_time as highest, quarter is distinct from lag(quarter) over by_time as is_first,
        quarter is distinct from lead(quarter) over by_time as is_last
      from (
        select at, coalesce(energy, meter - ${startMeterDwh}::int8) as energy, date_bin(${`${QUARTER_MS} milliseconds`}::interval, at, 'epoch') as quarter
        from charging_sample where charging_order_id = ${orderId} and at between ${new Date(fromMs)} and ${new Date(toMs)}) as told
      where energy >= 0 window by_time as (order by at)) as placed
    where is_first or is_last order by at`.execute(tx);
  return rows.map(({ at, energy }) => ({ atMs: at.getTime(), meterDwh: energy }));
};
