import { sql } from 'kysely';
import { startSource } from '#engines/order/codes.ts';
import { openPrepayStates, prepayPurpose, prepayState } from '#engines/payment/codes.ts';
import type { PrepayState } from '#engines/payment/codes.ts';
import { nextQueryMs } from '#engines/payment/prepaid.ts';
import type { PayAccount } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { askForPayment, newBillId, PAY_WITHIN_MS, payTypes, PREPAY_MAX_CENTS } from './create-prepaid.server.ts';
import type { AskedPayment, CreatedPrepaidOrder } from './create-prepaid.server.ts';
import type { PaymentDeps } from './payment-services.server.ts';
import { payScene } from './prepaid-order.codes.ts';
import { prepaidRefusals } from './prepaid-order.labels.ts';

/** What a driver who has signed in wants to put into the wallet. */
export interface NewWalletPayment extends AskedPayment {
  readonly tenantId: string;
  readonly custId: string;
  readonly currency: string;
  readonly userMobile: string;
  /** Runs in the transaction that stores the payment; what it throws prevents it. */
  readonly alongside: (tx: Tx) => Promise<void>;
}

/**
 * Creates a payment that fills the wallet, and asks the provider for it. It is stored before the call, is asked about, closed, quarantined and compared
 * with the bills like every payment; once it is paid, also late, its money is in the wallet.
 */
export const createWalletPayment = async (deps: PaymentDeps, input: NewWalletPayment): Promise<CreatedPrepaidOrder> => {
  const { database, payments, clock } = deps;
  const now = clock();
  const { account, order } = await inSystem(database, async (tx) => {
    const found = await payments.openAccount(tx, input.payConfId);
    const isOffered = (await payments.payConfIdsOfTenant(tx, input.tenantId)).includes(input.payConfId);
    if (!isOffered || found?.tenantId !== input.tenantId) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    if (input.amountCents < 1n) throwRefusal(prepaidRefusals, 'prepaid.tooLittle', { minCents: 1n });
    if (input.amountCents > PREPAY_MAX_CENTS) throwRefusal(prepaidRefusals, 'prepaid.tooMuch', { maxCents: PREPAY_MAX_CENTS });
    await input.alongside(tx);
    return { account: found.account, order: await insert(tx, { input, account: found.account, now }) };
  });
  const { prePayOrderId, billId, expiresAt } = order;
  return { prePayOrderId, billId, expiresAt, action: await askForPayment(deps, { input, order, account }) };
};

interface WalletPaymentToStore {
  readonly input: NewWalletPayment;
  readonly account: PayAccount;
  readonly now: Date;
}

const sources = { wechat: startSource.weChat, alipay: startSource.alipay, stripe: startSource.app } as const satisfies Readonly<
  Record<PayAccount['kind'], number>
>;

const insert = async (tx: Tx, { input, account: { kind }, now }: WalletPaymentToStore) => {
  const { tenantId, custId, currency, userMobile, openId, amountCents, payConfId, scene } = input;
  const expiresAt = new Date(now.getTime() + PAY_WITHIN_MS);
  const billId = newBillId(now);
  const nextAt = new Date(nextQueryMs({ createdMs: now.getTime(), expiresMs: expiresAt.getTime() }, now.getTime()));
  const { rows } = await sql<{
    id: bigint;
  }>`insert into prepaid_order (tenant_id, cust_id, pay_purpose, bill_id, user_mobile, app_type, user_app_id, pay_state,
      order_amount, currency, pay_conf_id, pay_type, pay_scene, expire_time, next_step_at, create_by, create_time)
    values (${tenantId}, ${custId}, ${prepayPurpose.wallet}, ${billId}, ${userMobile}, ${sources[kind]}, ${openId}, ${prepayState.unpaid},
      ${amountCents}, ${currency}, ${payConfId}, ${payTypes[kind]}, ${payScene.items[scene].value}, ${expiresAt}, ${nextAt}, 'driver', ${now})
    returning pre_pay_order_id as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`payment ${billId} was not written`);
  return { prePayOrderId: String(row.id), billId, expiresAt, currency };
};

/** A payment into a wallet as its driver is told about it. */
export interface WalletPaymentView {
  readonly prePayOrderId: string;
  readonly state: PrepayState;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly expiresMs: number;
  /** The provider may still say something new about it. */
  readonly isOpen: boolean;
}

interface ViewColumns {
  readonly prePayOrderId: bigint;
  readonly state: number;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly expireTime: Date;
}

/** A payment into the wallet of this customer; undefined where there is none. */
export const readWalletPayment = async (
  tx: Tx,
  { custId, billId }: { readonly custId: string; readonly billId: string },
): Promise<WalletPaymentView | undefined> => {
  const { rows } =
    await sql<ViewColumns>`select pre_pay_order_id, pay_state as state, order_amount as amount_cents, currency, expire_time from prepaid_order
    where bill_id = ${billId} and cust_id = ${custId} and pay_purpose = ${sql.lit(prepayPurpose.wallet)}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const state = Object.values(prepayState).find((known) => known === row.state) ?? prepayState.quarantined;
  return {
    prePayOrderId: String(row.prePayOrderId),
    state,
    amountCents: row.amountCents,
    currency: row.currency,
    expiresMs: row.expireTime.getTime(),
    isOpen: openPrepayStates.includes(state),
  };
};

/** How many payments this customer has begun since then. */
export const countWalletPayments = async (tx: Tx, { custId, since }: { readonly custId: string; readonly since: Date }): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from prepaid_order
    where cust_id = ${custId} and pay_purpose = ${sql.lit(prepayPurpose.wallet)} and create_time > ${since}`.execute(tx);
  return rows[0]?.n ?? 0;
};
