import { sql } from 'kysely';
import { finalRefundStates, prepayPurpose, receivedPrepayStates, refundOrderState } from '#engines/payment/codes.ts';
import type { RefundOrderState } from '#engines/payment/codes.ts';
import { divideRefund, refundableCents } from '#engines/payment/wallet-refund.ts';
import type { WalletPayment } from '#engines/payment/wallet-refund.ts';
import type { payType } from '#domains/money/resources.ts';
import { walletBalance } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { literals } from '#kit/db/literals.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { providerKindOf } from '../pay-bill-day/pay-bill-day.rules.ts';
import { lockPrepaid } from '../prepaid-order/prepaid-row.server.ts';
import { refundKind } from './refund-order.codes.ts';
import { requestRefund } from './request-refund.server.ts';

/** The wallet of a phone user. */
export interface DriverWalletKey {
  readonly tenantId: string;
  readonly custId: string;
  readonly currency: string;
}

/** The payments that are looked at for a refund, the newest first; older ones are beyond every window. */
const PAYMENTS_MAX = 1_000;

interface PaymentColumns {
  readonly id: bigint;
  readonly payType: CodeValue<typeof payType>;
  readonly payTime: Date | null;
  readonly paidCents: bigint;
  readonly refundedCents: bigint;
  readonly isRefundOpen: boolean;
}

const paymentsOf = async (tx: Tx, { custId }: DriverWalletKey): Promise<readonly WalletPayment[]> => {
  const { rows } = await sql<PaymentColumns>`select p.pre_pay_order_id as id, p.pay_type, p.pay_time, coalesce(p.actual_pay_amount, 0) as paid_cents,
      coalesce(sum(r.refund_amount) filter (where r.refund_state <> ${sql.lit(refundOrderState.closed)}), 0)::int8 as refunded_cents,
      coalesce(bool_or(r.refund_state not in (${literals(finalRefundStates)})), false) as is_refund_open
    from prepaid_order p left join refund_order r on r.pre_pay_order_id = p.pre_pay_order_id
    where p.cust_id = ${custId} and p.pay_purpose = ${sql.lit(prepayPurpose.wallet)} and p.problem is null and p.pay_state in (${literals(receivedPrepayStates)})
    group by p.pre_pay_order_id order by p.pay_time desc, p.pre_pay_order_id desc limit ${PAYMENTS_MAX}`.execute(tx);
  return rows.map(({ id, payType: type, payTime, ...row }) => ({
    ...row,
    id: String(id),
    kind: providerKindOf(type),
    paidMs: payTime?.getTime() ?? 0,
  }));
};

/** What of a wallet can go back to where it came from, now. */
export const refundableOfWallet = async (tx: Tx, key: DriverWalletKey, now: Date): Promise<bigint> => {
  const { availableCents } = await walletBalance(tx, { ...key, owner: { ownerType: 'customer', ownerId: key.custId } });
  return refundableCents(await paymentsOf(tx, key), { availableCents, nowMs: now.getTime() });
};

/** A refund out of a wallet as its driver is told about it. */
export interface WalletRefund {
  readonly refundNo: string;
  readonly amountCents: bigint;
  readonly state: RefundOrderState;
  readonly createTime: Date;
}

/**
 * Sends money of a wallet back to where it came from: the newest payments first, one refund of each. The wallet's customer is locked, so of two presses
 * the second sees what the first has left. Undefined when so much cannot go back.
 */
export const refundWallet = async (work: OrderWork, key: DriverWalletKey, amountCents: bigint): Promise<readonly string[] | undefined> => {
  const { tx, nowMs } = work;
  await sql`select 1 from customer where cust_id = ${key.custId} for no key update`.execute(tx);
  const { availableCents } = await walletBalance(tx, { ...key, owner: { ownerType: 'customer', ownerId: key.custId } });
  const parts = availableCents < amountCents ? undefined : divideRefund(await paymentsOf(tx, key), { amountCents, nowMs });
  if (!parts) return undefined;
  const refundNos: string[] = [];
  for (const part of parts) {
    const prepaid = await lockPrepaid(tx, part.id);
    if (!prepaid) throw new Error(`the payment ${part.id} has gone`);
    const requested = await requestRefund(work, {
      prepaid,
      order: undefined,
      kind: refundKind.items.wallet.value,
      amountCents: part.amountCents,
      reason: '',
    });
    if (!requested.ok) throw new Error(`the refund of ${prepaid.billId} was refused`);
    refundNos.push(requested.refundNo);
  }
  return refundNos;
};

/** The newest refunds out of a wallet. */
export const readWalletRefunds = async (tx: Tx, { custId }: DriverWalletKey, most: number): Promise<readonly WalletRefund[]> => {
  const { rows } = await sql<
    Omit<WalletRefund, 'state'> & { readonly state: number }
  >`select refund_order_no as refund_no, refund_amount as amount_cents,
      refund_state as state, create_time from refund_order
    where cust_id = ${custId} and refund_kind = ${sql.lit(refundKind.items.wallet.value)} order by create_time desc, refund_id desc limit ${most}`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row, state: Object.values(refundOrderState).find((known) => known === row.state) ?? refundOrderState.unknown }));
};
