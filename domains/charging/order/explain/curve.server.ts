import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { CURVE_POINTS } from '../order-detail.ts';
import type { Curve } from '../order-detail.ts';

interface Sample {
  at: Date;
  voltage: number | null;
  current: number | null;
  power: number | null;
  soc: number | null;
  energy: bigint | null;
  gunTemp: number | null;
  gunTempNegative: number | null;
  total: number;
}

/** Samples this long before the start and after the end are part of the curve. */
const MARGIN_MS = 10 * 60_000;

/**
 * The curve of an order in at most `CURVE_POINTS` points: every n-th sample, and always the last. The span of time limits the query to the partitions
 * it needs.
 */
export const readCurve = async (tx: Tx, orderId: string, span: { readonly fromMs: number; readonly toMs: number }): Promise<Curve> => {
  const [from, to] = [new Date(span.fromMs - MARGIN_MS), new Date(span.toMs + MARGIN_MS)];
  const { rows } = await sql<Sample>`select at, voltage, current, power, soc, energy, gun_temp, gun_temp_negative, total from (
      select at, voltage, current, power, soc, energy, gun_temp, gun_temp_negative, row_number() over (order by at) as place, (count(*) over ())::int4 as total
      from charging_sample where charging_order_id = ${orderId} and at between ${from} and ${to}) as s
    where place = total or (place - 1) % greatest(1, ceil(total / ${CURVE_POINTS - 1}::numeric)::int4) = 0 order by at`.execute(tx);
  const line = (pick: (row: Sample) => number | null): readonly (number | null)[] => rows.map(pick);
  const scaled = (value: number | null, by: number): number | null => (value === null ? null : value / by);
  return {
    at: rows.map((row) => row.at.getTime()),
    voltage: line((row) => scaled(row.voltage, 10)),
    current: line((row) => scaled(row.current, 10)),
    power: line((row) => scaled(row.power, 1_000)),
    soc: line((row) => row.soc),
    energy: line((row) => (row.energy === null ? null : Number(row.energy) / 10_000)),
    positiveTemp: line((row) => row.gunTemp),
    negativeTemp: line((row) => row.gunTempNegative),
    total: rows[0]?.total ?? 0,
  };
};
