import { sql } from 'kysely';
import { readBmsCourse } from '#domains/device/server.ts';
import { pile } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { readCurve } from '../order/explain/curve.server.ts';
import type { GunCharge } from './monitor.ts';

interface ChargeRow {
  id: bigint;
  chargingOrderNo: string;
  createTime: Date;
  startTime: Date | null;
  stopTime: Date | null;
}

/**
 * How the last charge at a gun goes or went. A pile outside the viewer's scope is answered like one that does not exist; a charge from the time when
 * the pile stood elsewhere is not told.
 */
export const readGunCharge = async (
  ctx: Context,
  { cpCode, gunNumber }: { readonly cpCode: string; readonly gunNumber: number },
  now: Date,
): Promise<GunCharge | null> => {
  const { stationId } = await ctx.rows(pile).get(cpCode);
  const { rows } = await sql<ChargeRow>`select charging_order_id as id, charging_order_no, create_time, start_time, stop_time from charging_order
    where cp_code = ${cpCode} and gun_number = ${gunNumber} and station_id = ${stationId} and not is_delete order by charging_order_id desc limit 1`.execute(
    ctx.db,
  );
  const [order] = rows;
  if (!order) return null;
  const { id, chargingOrderNo, createTime, startTime, stopTime } = order;
  const span = { fromMs: (startTime ?? createTime).getTime(), toMs: (stopTime ?? now).getTime() };
  return {
    chargingOrderNo,
    startTime: startTime?.toISOString() ?? null,
    stopTime: stopTime?.toISOString() ?? null,
    curve: await readCurve(ctx.db, String(id), span),
    bms: await readBmsCourse(ctx.db, { cpCode, chargingOrderNo, ...span }),
  };
};
