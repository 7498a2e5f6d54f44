import { sql } from 'kysely';
import { settledOrderStates } from '#engines/order/codes.ts';
import { rateType } from '#engines/tariff/codes.ts';
import { netPaidByFee } from '#domains/money/server.ts';
import type { InvoiceableOrder, InvoiceOrders } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { maskOf } from '#kit/fields/personal.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { chargingOrder } from '../order.ts';

interface OrderColumns {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly custId: bigint | null;
  readonly custName: string | null;
  readonly mainPartType: number | null;
  readonly mainPartId: bigint | null;
  readonly userName: string | null;
  readonly userMobile: string | null;
  readonly icCardNo: string | null;
  readonly carNum: string | null;
  readonly currency: string;
  readonly state: number;
  readonly billingTime: Date | null;
  readonly chargedAt: Date;
  readonly stationName: string;
  readonly energyDwh: bigint;
}

/** Orders with what their payers have paid and not got back, locked until the transaction ends. */
export const lockInvoiceableOrders = async (tx: Tx, orderIds: readonly string[]): Promise<readonly InvoiceableOrder[]> => {
  const { rows } =
    await sql<OrderColumns>`select o.charging_order_id as order_id, o.charging_order_no as order_no, o.tenant_id, o.agent_id, o.cust_id, o.cust_name,
      o.main_part_type::int4 as main_part_type, o.main_part_id, o.user_name, o.user_mobile, o.ic_card_no, o.car_num, o.currency, o.order_state::int4 as state, o.billing_time,
      coalesce(o.start_time, o.create_time) as charged_at, s.station_name, o.charging_elec as energy_dwh
    from charging_order o join station s on s.station_id = o.station_id
    where o.charging_order_id = any(${orderIds}::int8[]) order by o.charging_order_id for update of o`.execute(tx);
  const [first] = rows;
  if (!first) return [];
  const paid = await netPaidByFee(tx, { tenantId: String(first.tenantId), orderIds: rows.map(({ orderId }) => String(orderId)) });
  return rows.map((row) => orderOf(row, centsOf(paid, String(row.orderId))));
};

const centsOf = (paid: Awaited<ReturnType<typeof netPaidByFee>>, id: string) => {
  const sum = (isOwn: (feeType: number) => boolean): bigint =>
    paid.reduce((total, { orderId, feeType, cents }) => (orderId === id && isOwn(feeType) ? total + cents : total), 0n);
  const isElectricity = (feeType: number): boolean => feeType === rateType.electricity;
  return { elecCents: sum(isElectricity), serviceCents: sum((feeType) => !isElectricity(feeType)) };
};

const orderOf = (row: OrderColumns, paid: Pick<InvoiceableOrder, 'elecCents' | 'serviceCents'>): InvoiceableOrder => ({
  ...paid,
  orderId: String(row.orderId),
  orderNo: row.orderNo,
  tenantId: String(row.tenantId),
  agentId: String(row.agentId),
  custId: row.custId === null ? null : String(row.custId),
  payerKey: payerKeyOf(row),
  payerName: row.custName ?? row.userName ?? row.icCardNo ?? row.carNum ?? (row.userMobile === null ? '' : maskOf('phone', row.userMobile)),
  userMobile: row.userMobile,
  currency: row.currency,
  isSettled: settledOrderStates.includes(row.state),
  settledAt: row.billingTime,
  chargedAt: row.chargedAt,
  stationName: row.stationName,
  energyDwh: row.energyDwh,
});

/** A card and a car belong to their customer. A driver who has paid in advance is known by a phone number at most. */
const payerKeyOf = ({ custId, mainPartType, mainPartId, userMobile, orderId }: OrderColumns): string => {
  if (custId !== null) return `cust:${custId}`;
  if (mainPartType !== null && mainPartId !== null && mainPartId !== 0n) return `part:${mainPartType}:${mainPartId}`;
  return userMobile === null ? `order:${orderId}` : `phone:${userMobile}`;
};

/** The orders of which operators ask invoices, in their own scope. */
export const invoiceOrders: InvoiceOrders = {
  lockVisible: async (ctx, orderIds) => {
    const visible = await ctx.rows(chargingOrder).findMany(orderIds);
    if (visible.length !== orderIds.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    return lockInvoiceableOrders(ctx.db, orderIds);
  },
};
