import { sql } from 'kysely';
import { startSource } from '#engines/order/codes.ts';
import { openPrepayStates, prepayPurpose, prepayState } from '#engines/payment/codes.ts';
import type { PrepayState } from '#engines/payment/codes.ts';
import type { PayAccount } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { askForPayment, checkAmount, storePayment } from './create-prepaid.server.ts';
import type { AskedPayment, CreatedPrepaidOrder } from './create-prepaid.server.ts';
import type { PaymentDeps } from './payment-services.server.ts';

/** What a driver who has signed in wants to put into the wallet. */
export interface NewWalletPayment extends AskedPayment {
  readonly tenantId: string;
  readonly custId: string;
  readonly currency: string;
  readonly userMobile: string;
  /** Run in the transaction that stores the payment, before and after it; what they throw prevents it. */
  readonly alongside: (tx: Tx) => Promise<void>;
  readonly stored?: (tx: Tx, prePayOrderId: string) => Promise<void>;
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
    checkAmount(input.amountCents, 1n);
    await input.alongside(tx);
    const { kind } = found.account;
    // A payment into a wallet has no gun, whatever else its caller knows.
    const { tenantId, custId, currency, userMobile, openId, amountCents, payConfId, scene } = input;
    const paid = { tenantId, custId, currency, userMobile, openId, amountCents, payConfId, scene };
    const made = await storePayment(tx, { ...paid, purpose: prepayPurpose.wallet, kind, appType: sources[kind], now });
    await input.stored?.(tx, made.prePayOrderId);
    return { account: found.account, order: made };
  });
  const { prePayOrderId, billId, expiresAt } = order;
  return { prePayOrderId, billId, expiresAt, action: await askForPayment(deps, { input, order, account }) };
};

const sources = { wechat: startSource.weChat, alipay: startSource.alipay, stripe: startSource.app } as const satisfies Readonly<
  Record<PayAccount['kind'], number>
>;

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
