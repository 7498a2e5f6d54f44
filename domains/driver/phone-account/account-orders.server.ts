import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { settledOrderStates } from '#engines/order/codes.ts';
import { prepayState, receivedPrepayStates } from '#engines/payment/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import type { DriverAccountOrder, DriverAccountOrders } from './phone-account.ts';

export const PAGE_SIZE = 20;
const DWH_PER_WH = 10n;

interface OrderColumns {
  readonly orderNo: string;
  readonly madeTime: Date;
  readonly stationName: string;
  readonly zone: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly currency: string;
  readonly energyDwh: bigint;
  readonly totalCents: bigint | null;
  readonly paidCents: bigint;
  readonly isOver: boolean;
  readonly isUnpaid: boolean;
}

/** A page of the orders of an account, the newest first. */
export const readAccountOrders = async (tx: Tx, { custId }: PhoneUser, page: number): Promise<DriverAccountOrders> => {
  const { rows } =
    await sql<OrderColumns>`select d.order_no, d.made_time, s.station_name, s.timezone as zone, d.cp_code, d.gun_number, coalesce(c.currency, p.currency, '') as currency,
      coalesce(c.charging_elec, 0)::int8 as energy_dwh, case when c.billing_time is not null then c.billing_amount end as total_cents,
      case when p.pay_state in (${literals(receivedPrepayStates)}) then coalesce(p.actual_pay_amount, 0) else 0 end::int8 as paid_cents,
      coalesce(c.order_state in (${literals(settledOrderStates)}), p.pay_state <> ${sql.lit(prepayState.unpaid)}
        and (p.pay_state <> ${sql.lit(prepayState.paid)} or p.start_refusal is not null), false) as is_over,
      coalesce(p.pay_state = ${sql.lit(prepayState.closed)}, false) as is_unpaid
    from driver_order d left join prepaid_order p on p.pre_pay_order_id = d.pre_pay_order_id
    left join charging_order c on c.charging_order_id = coalesce(d.charging_order_id, p.charging_order_id)
    join station s on s.station_id = coalesce(c.station_id, p.station_id)
    where d.cust_id = ${custId} order by d.made_time desc, d.driver_order_id desc limit ${PAGE_SIZE + 1} offset ${(page - 1) * PAGE_SIZE}`.execute(
      tx,
    );
  return { orders: rows.slice(0, PAGE_SIZE).map(orderOf), page, hasMore: rows.length > PAGE_SIZE };
};

const orderOf = ({ madeTime, cpCode, gunNumber, energyDwh, totalCents, paidCents, isOver, isUnpaid, ...row }: OrderColumns): DriverAccountOrder => ({
  ...row,
  madeAt: madeTime.toISOString(),
  pileNo: cpCode,
  gunNo: gunNumber,
  digits: minorDigits(row.currency) ?? 2,
  energyWh: Number(energyDwh / DWH_PER_WH),
  totalCents: totalCents === null ? null : Number(totalCents),
  paidCents: Number(paidCents),
  state: isUnpaid ? 'notPaid' : isOver ? 'over' : 'open',
});

export interface AccountOrder {
  readonly driverOrderId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
}

/** An order of the account. A foreign one and one that does not exist are the same 404. */
export const orderOfAccount = async (tx: Tx, { custId }: PhoneUser, orderNo: string): Promise<AccountOrder> => {
  const { rows } = await sql<{
    driverOrderId: bigint;
    cpCode: string;
    gunNumber: number;
  }>`select driver_order_id, cp_code, gun_number from driver_order
    where order_no = ${orderNo} and cust_id = ${custId}`.execute(tx);
  const [row] = rows;
  if (!row) return throwRefusal(driverRefusals, 'driver.orderUnknown', {}, { status: 404 });
  return { ...row, driverOrderId: String(row.driverOrderId) };
};
