import { sql } from 'kysely';
import { prepayState, receivedPrepayStates } from '#engines/payment/codes.ts';
import { settledOrderStates } from '#engines/order/codes.ts';
import { randomCode } from '#kit/server/security/random-code.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { digestOf, newToken } from '../visit/visit-token.server.ts';

export type AccessRole = 'control' | 'view';

/** An order of a visit. */
export interface DriverOrderRow {
  readonly driverOrderId: string;
  readonly tenantId: string;
  readonly orderNo: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  /** The newest payment; null of an order that the wallet pays, which has its charge. */
  readonly prePayOrderId: string | null;
  readonly chargingOrderId: string | null;
  readonly doubtUntilMs: number | null;
  readonly madeMs: number;
  readonly role: AccessRole;
}

interface RawOrder {
  readonly driverOrderId: bigint;
  readonly tenantId: bigint;
  readonly orderNo: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly prePayOrderId: bigint | null;
  readonly chargingOrderId: bigint | null;
  readonly doubtUntil: Date | null;
  readonly madeTime: Date;
  readonly role: string;
}

/** The order if this visit may see it. A foreign order and one that does not exist are the same 404. */
export const orderOfVisit = async (tx: Tx, visitId: string, orderNo: string): Promise<DriverOrderRow> => {
  const { rows } =
    await sql<RawOrder>`select o.driver_order_id, o.tenant_id, o.order_no, o.cp_code, o.gun_number, o.pre_pay_order_id, o.charging_order_id, o.doubt_until, o.made_time, a.access_role as role
    from driver_order o join driver_access a on a.driver_order_id = o.driver_order_id and a.visit_id = ${visitId} where o.order_no = ${orderNo}`.execute(
      tx,
    );
  const [raw] = rows;
  if (!raw) return throwRefusal(driverRefusals, 'driver.orderUnknown', {}, { status: 404 });
  return {
    ...raw,
    driverOrderId: String(raw.driverOrderId),
    tenantId: String(raw.tenantId),
    prePayOrderId: raw.prePayOrderId === null ? null : String(raw.prePayOrderId),
    chargingOrderId: raw.chargingOrderId === null ? null : String(raw.chargingOrderId),
    doubtUntilMs: raw.doubtUntil?.getTime() ?? null,
    madeMs: raw.madeTime.getTime(),
    role: raw.role === 'control' ? 'control' : 'view',
  };
};

/** The order of a visit at a gun that is not over, if it has one. */
export const openOrderOf = async (
  tx: Tx,
  { visitId, cpCode, gunNumber, now }: { readonly visitId: string; readonly cpCode: string; readonly gunNumber: number; readonly now: Date },
): Promise<string | null> => {
  const { rows } = await sql<{ orderNo: string }>`select o.order_no from driver_order o join driver_access a on a.driver_order_id = o.driver_order_id
    left join prepaid_order p on p.pre_pay_order_id = o.pre_pay_order_id
    left join charging_order c on c.charging_order_id = coalesce(o.charging_order_id, p.charging_order_id)
    where a.visit_id = ${visitId} and o.cp_code = ${cpCode} and o.gun_number = ${gunNumber} and a.access_role = 'control'
      and (p.pay_state = ${sql.lit(prepayState.unpaid)}
        or (o.charging_order_id is not null or p.pay_state = ${sql.lit(prepayState.paid)} and p.start_refusal is null)
          and (c.order_state is null or c.order_state not in (${literals(settledOrderStates)}) or p.retry_until > ${now}))
    order by o.made_time desc limit 1`.execute(tx);
  return rows[0]?.orderNo ?? null;
};

export interface NewDriverOrder {
  readonly orderNo: string;
  readonly visitId: string;
  readonly tenantId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly paidBy: { readonly prePayOrderId: string } | { readonly chargingOrderId: string };
  readonly address: string;
  /** Whose account it belongs to; null: nobody has signed in. */
  readonly custId: string | null;
  readonly now: Date;
}

export interface MadeDriverOrder {
  readonly orderNo: string;
  readonly controlToken: string;
  readonly viewToken: string;
}

/** Stores an order with its first payment or with its charge, and lets the visit control it. */
export const makeDriverOrder = async (tx: Tx, order: NewDriverOrder): Promise<MadeDriverOrder> => {
  const prePayOrderId = 'prePayOrderId' in order.paidBy ? order.paidBy.prePayOrderId : null;
  const chargingOrderId = 'chargingOrderId' in order.paidBy ? order.paidBy.chargingOrderId : null;
  const made = { orderNo: order.orderNo, controlToken: newToken(), viewToken: newToken() };
  const { rows } = await sql<{
    id: bigint;
  }>`insert into driver_order (tenant_id, order_no, cp_code, gun_number, pre_pay_order_id, charging_order_id, remote_address, control_digest, view_digest, cust_id, made_time)
    values (${order.tenantId}, ${made.orderNo}, ${order.cpCode}, ${order.gunNumber}, ${prePayOrderId}, ${chargingOrderId}, ${order.address}, ${digestOf(made.controlToken)}, ${digestOf(made.viewToken)}, ${order.custId}, ${order.now})
    returning driver_order_id as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an order was not written');
  const driverOrderId = String(row.id);
  if (prePayOrderId !== null) await addPayment(tx, { tenantId: order.tenantId, driverOrderId, prePayOrderId });
  await grantAccess(tx, { visitId: order.visitId, tenantId: order.tenantId, driverOrderId, role: 'control' });
  return made;
};

/** 12 digits of time and 80 random bits. */
export const newOrderNo = (now: Date): string => `${now.toISOString().slice(2, 19).replace(/\D/g, '')}${randomCode(16)}`;

export interface OrderPayment {
  readonly tenantId: string;
  readonly driverOrderId: string;
  readonly prePayOrderId: string;
}

export const addPayment = async (tx: Tx, { tenantId, driverOrderId, prePayOrderId }: OrderPayment): Promise<void> => {
  await sql`insert into driver_payment (pre_pay_order_id, tenant_id, driver_order_id) values (${prePayOrderId}, ${tenantId}, ${driverOrderId})`.execute(
    tx,
  );
  await sql`update driver_order set pre_pay_order_id = ${prePayOrderId} where driver_order_id = ${driverOrderId}`.execute(tx);
};

export interface GrantedAccess {
  readonly visitId: string;
  readonly tenantId: string;
  readonly driverOrderId: string;
  readonly role: AccessRole;
}

/** A visit that may control an order keeps that when it opens a link that only reads. */
export const grantAccess = async (tx: Tx, { visitId, tenantId, driverOrderId, role }: GrantedAccess): Promise<void> => {
  await sql`insert into driver_access (visit_id, driver_order_id, tenant_id, access_role) values (${visitId}, ${driverOrderId}, ${tenantId}, ${role})
    on conflict (visit_id, driver_order_id) do update set access_role = excluded.access_role where driver_access.access_role = 'view'`.execute(tx);
};

/** What payments of an order other than the present one have brought. */
export const otherPaidCents = async (
  tx: Tx,
  { driverOrderId, prePayOrderId }: Pick<DriverOrderRow, 'driverOrderId' | 'prePayOrderId'>,
): Promise<bigint> => {
  if (prePayOrderId === null) return 0n;
  const { rows } = await sql<{ cents: bigint }>`select coalesce(sum(p.actual_pay_amount), 0)::int8 as cents from driver_payment d
    join prepaid_order p on p.pre_pay_order_id = d.pre_pay_order_id
    where d.driver_order_id = ${driverOrderId} and d.pre_pay_order_id <> ${prePayOrderId} and p.pay_state in (${literals(receivedPrepayStates)})`.execute(
    tx,
  );
  return rows[0]?.cents ?? 0n;
};

/** Until then nobody is asked to pay. */
export const doubt = async (tx: Tx, orderNo: string, until: Date): Promise<void> => {
  await sql`update driver_order set doubt_until = greatest(doubt_until, ${until}) where order_no = ${orderNo}`.execute(tx);
};
