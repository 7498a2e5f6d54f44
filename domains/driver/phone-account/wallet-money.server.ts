import { minorDigits } from '#engines/money/currency.ts';
import { prepayState, receivedPrepayStates } from '#engines/payment/codes.ts';
import type { PrepayState } from '#engines/payment/codes.ts';
import {
  askAboutPayment,
  countWalletPayments,
  createWalletPayment,
  orderWork,
  readWalletPayment,
  readWalletRefunds,
  refundableOfWallet,
  refundWallet,
} from '#domains/charging/server.ts';
import type { NewWalletPayment } from '#domains/charging/server.ts';
import { cardOfPayment } from '#domains/marketing/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Extras } from '#kit/server/context/route.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { refundStateOf } from '../driver-order/order-view.server.ts';
import { actionOf } from '../driver-order/pay-order.server.ts';
import type { WantedPayment } from '../driver-order/pay-order.server.ts';
import { accountsOf, waysWith } from '../gun-view/gun-view.server.ts';
import { amountsOf, waysOf } from '../gun-view/offer.rules.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import type { DriverPayWay } from '../gun-view/gun-view.ts';
import type { DriverRecharge, DriverRechargeMade, DriverWallet } from './phone-account.ts';
import { rechargeAmounts } from './wallet-settings.ts';

/** Payments into a wallet that a driver begins within this time. */
const RECHARGES_MAX = 10;
const RECHARGES_WINDOW_MS = 10 * 60_000;
/** An open payment that is looked at is asked about at this distance. */
const ASK_PAUSE_MS = 4_000;
const REFUNDS_SHOWN = 10;

/** What can be paid into a wallet and how, and what can be taken out of it. */
export const readWalletMoney = async (
  tx: Tx,
  deps: DriverDeps,
  user: PhoneUser,
): Promise<Pick<DriverWallet, 'recharge' | 'refundableCents' | 'refunds'>> => ({
  recharge: { amountsCents: await amountsFor(tx, deps, user), ways: await walletWays(tx, deps, user) },
  refundableCents: Number(await refundableOfWallet(tx, user, deps.clock())),
  refunds: (await readWalletRefunds(tx, user, REFUNDS_SHOWN)).map(({ refundNo, amountCents, state, createTime }) => ({
    refundNo,
    at: createTime.toISOString(),
    amountCents: Number(amountCents),
    state: refundStateOf(state),
  })),
});

/** How a driver can pay where no gun is involved. */
export const walletWays = async (tx: Tx, deps: DriverDeps, user: PhoneUser): Promise<readonly DriverPayWay[]> =>
  waysWith(deps, await tenantAccounts(tx, deps, user));

const tenantAccounts = async (tx: Tx, deps: DriverDeps, { tenantId }: PhoneUser) =>
  accountsOf(tx, deps, await deps.payments.payConfIdsOfTenant(tx, tenantId));

const amountsFor = async (tx: Tx, { database, clock }: DriverDeps, { tenantId, currency }: PhoneUser): Promise<readonly number[]> =>
  amountsOf(await settingOf({ db: tx, now: clock(), registry: database }, rechargeAmounts, tenantId), { currency, minCents: 1n });

export interface WantedRecharge extends WantedPayment {
  readonly amountCents: number;
}

/** Begins a payment into the wallet. The page of the account is where a wallet app returns to. */
export const recharge = async (
  deps: DriverDeps,
  { user, client }: { readonly user: PhoneUser; readonly client: Extras['client'] },
  { amountCents, pay, openId }: WantedRecharge,
): Promise<DriverRechargeMade> => {
  await inSystem(deps.database, async (tx) => {
    if (!(await amountsFor(tx, deps, user)).includes(amountCents)) throwRefusal(driverRefusals, 'driver.amountUnknown', {}, { status: 409 });
  });
  return payIntoWallet(deps, { user, client, pay, openId, amountCents: BigInt(amountCents), subject: 'Wallet' });
};

export interface PaymentIntoWallet extends WantedPayment, Pick<NewWalletPayment, 'amountCents' | 'subject' | 'stored'> {
  readonly user: PhoneUser;
  readonly client: Extras['client'];
}

/** Asks a provider for money that fills the wallet. */
export const payIntoWallet = async (deps: DriverDeps, { user, client, pay, openId, ...wanted }: PaymentIntoWallet): Promise<DriverRechargeMade> => {
  const { kind, scene } = waysOf[pay];
  const payConfId = await inSystem(deps.database, async (tx) => {
    const found = (await tenantAccounts(tx, deps, user)).get(kind);
    const isOffered = found !== undefined && deps.payments.providers[kind].scenes.includes(scene);
    return isOffered ? found : throwRefusal(driverRefusals, 'driver.wayUnknown', {}, { status: 409 });
  });
  const payment = await createWalletPayment(deps, {
    ...user,
    ...wanted,
    userMobile: user.phone,
    payConfId,
    scene,
    openId: openId ?? null,
    clientIp: client.ip,
    returnUrl: `${client.addressed}/me`,
    alongside: async (tx) => {
      const since = new Date(deps.clock().getTime() - RECHARGES_WINDOW_MS);
      if ((await countWalletPayments(tx, { custId: user.custId, since })) >= RECHARGES_MAX) refuseTooMany(RECHARGES_WINDOW_MS / 1_000);
    },
  });
  return { rechargeNo: payment.billId, payBy: payment.expiresAt.toISOString(), clientAction: actionOf(payment) };
};

const stateOf = (state: PrepayState): DriverRecharge['state'] => {
  if (receivedPrepayStates.includes(state)) return 'paid';
  if (state === prepayState.quarantined) return 'review';
  return state === prepayState.closed ? 'closed' : 'open';
};

/** How far a payment into the wallet is. A foreign one and one that does not exist are the same 404. */
export const readRecharge = (deps: DriverDeps, { custId }: PhoneUser, rechargeNo: string): Promise<DriverRecharge> =>
  inSystem(deps.database, async (tx) => {
    const payment = await readWalletPayment(tx, { custId, billId: rechargeNo });
    if (!payment) return throwRefusal(driverRefusals, 'driver.rechargeUnknown', {}, { status: 404 });
    const { prePayOrderId, state, amountCents, currency, expiresMs, isOpen } = payment;
    if (isOpen) await askAboutPayment(tx, prePayOrderId, { now: deps.clock(), pauseMs: ASK_PAUSE_MS });
    return {
      rechargeNo,
      amountCents: Number(amountCents),
      currency,
      digits: minorDigits(currency) ?? 2,
      payBy: new Date(expiresMs).toISOString(),
      state: stateOf(state),
      card: (await cardOfPayment(tx, prePayOrderId)) ?? null,
    };
  });

/** Sends money of the wallet back to where it came from. */
export const refundFromWallet = (deps: DriverDeps, user: PhoneUser, amountCents: number): Promise<{ readonly refundNos: readonly string[] }> =>
  inSystem(deps.database, async (tx) => {
    const refundNos = await refundWallet(orderWork(deps, tx, 'driver'), user, BigInt(amountCents));
    return refundNos ? { refundNos } : throwRefusal(driverRefusals, 'driver.refundTooMuch', {}, { status: 409 });
  });
