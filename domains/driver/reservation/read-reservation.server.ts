import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { receivedPrepayStates } from '#engines/payment/codes.ts';
import { closedFromMs, keptOccupancy } from '#engines/reservation/window.ts';
import { reservationState } from '#domains/charging/resources.ts';
import { clearMsOf, storedIntervals } from '#domains/charging/server.ts';
import type { StoredInterval } from '#domains/charging/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import type { DriverReservation, DriverReservationState } from './driver-reservation.ts';

const SHOWN_MAX = 50;
const states = valuesOf(reservationState);

interface ReservationColumns {
  readonly reservationNo: string;
  readonly orderId: bigint;
  readonly tenantId: bigint;
  readonly state: number;
  readonly stationName: string;
  readonly zone: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly startTime: Date;
  readonly expireTime: Date;
  readonly keptTime: Date | null;
  readonly feeCents: bigint | null;
  readonly details: readonly StoredInterval[];
  readonly currency: string;
  readonly paidCents: bigint;
  readonly payBy: Date | null;
  readonly prePayOrderId: bigint | null;
  readonly driverOrderNo: string | null;
  readonly amountCents: bigint;
}

/** A reservation of a driver with what its actions need. */
export interface OwnReservationRow {
  readonly orderId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly prePayOrderId: string | null;
  readonly view: DriverReservation;
}

/** The reservations of an account, the newest first. */
export const readReservations = async (tx: Tx, { custId }: PhoneUser, now: Date): Promise<readonly OwnReservationRow[]> =>
  rowsOf(tx, { custId, reservationNo: null, now });

/** A foreign reservation and one that does not exist are the same 404. */
export const reservationOf = async (
  tx: Tx,
  { custId }: PhoneUser,
  { reservationNo, now }: { readonly reservationNo: string; readonly now: Date },
): Promise<OwnReservationRow> => {
  const [row] = await rowsOf(tx, { custId, reservationNo, now });
  return row ?? throwRefusal(driverRefusals, 'driver.reservationUnknown', {}, { status: 404 });
};

const rowsOf = async (
  tx: Tx,
  { custId, reservationNo, now }: { readonly custId: string; readonly reservationNo: string | null; readonly now: Date },
): Promise<readonly OwnReservationRow[]> => {
  const { rows } =
    await sql<ReservationColumns>`select r.reservation_order_no as reservation_no, r.charging_order_id as order_id, r.tenant_id, r.state, s.station_name, s.timezone as zone, r.cp_code, r.gun_num as gun_number,
      r.start_time, r.expire_time, r.kept_time, r.occupy_amount as fee_cents, r.details, o.currency, o.charging_strategy_val as amount_cents,
      case when p.pay_state in (${literals(receivedPrepayStates)}) then coalesce(p.actual_pay_amount, 0) else 0 end::int8 as paid_cents, p.expire_time as pay_by, r.pre_pay_order_id,
      (select d.order_no from driver_order d where d.pre_pay_order_id = r.pre_pay_order_id or d.charging_order_id = r.charging_order_id) as driver_order_no
    from reservation_order r join charging_order o on o.charging_order_id = r.charging_order_id join station s on s.station_id = r.station_id
    left join prepaid_order p on p.pre_pay_order_id = r.pre_pay_order_id
    where r.cust_id = ${custId} and (${reservationNo}::text is null or r.reservation_order_no = ${reservationNo}::text)
    order by r.create_time desc, r.cro_id desc limit ${SHOWN_MAX}`.execute(tx);
  const clears = new Map<bigint, number>();
  for (const { tenantId } of rows) if (!clears.has(tenantId)) clears.set(tenantId, await clearMsOf(tx, String(tenantId), now.getTime()));
  return rows.map((row) => ({
    orderId: String(row.orderId),
    cpCode: row.cpCode,
    gunNumber: row.gunNumber,
    prePayOrderId: row.prePayOrderId === null ? null : String(row.prePayOrderId),
    view: viewOf(row, clears.get(row.tenantId) ?? 0, now),
  }));
};

const viewOf = (row: ReservationColumns, clearMs: number, now: Date): DriverReservation => {
  const [fromMs, untilMs, nowMs] = [row.startTime.getTime(), row.expireTime.getTime(), now.getTime()];
  const isLive = row.state === states.reserved || row.state === states.unpaid;
  const window = { fromMs, untilMs, keptSinceMs: row.keptTime?.getTime() ?? null };
  const { feeCents } = keptOccupancy(storedIntervals(row.details), window, nowMs);
  const mayStart = row.state === states.reserved && nowMs >= closedFromMs(fromMs, clearMs) && nowMs < untilMs;
  return {
    reservationNo: row.reservationNo,
    state: stateOf(row),
    stationName: row.stationName,
    zone: row.zone,
    pileNo: row.cpCode,
    gunNo: row.gunNumber,
    from: row.startTime.toISOString(),
    until: row.expireTime.toISOString(),
    currency: row.currency,
    digits: minorDigits(row.currency) ?? 2,
    feeCents: Number(row.feeCents ?? feeCents),
    paidCents: Number(row.paidCents),
    payBy: row.state === states.unpaid ? (row.payBy?.toISOString() ?? null) : null,
    orderNo: row.driverOrderNo,
    amountCents: Number(row.amountCents),
    actions: [...(isLive ? (['cancel'] as const) : []), ...(mayStart ? (['start'] as const) : [])],
  };
};

const stateOf = ({ state, keptTime }: ReservationColumns): DriverReservationState => {
  switch (state) {
    case states.unpaid:
      return 'unpaid';
    case states.reserved:
      return keptTime === null ? 'reserved' : 'kept';
    case states.arrived:
      return 'arrived';
    case states.cancelled:
      return 'cancelled';
    case states.lapsed:
      return 'notPaid';
    default:
      return 'expired';
  }
};
