import { mainPartType, startSource } from '#engines/order/codes.ts';
import { sql } from 'kysely';
import { createPrepaidOrder, isPersonCharging, orderWork, startWalletCharge } from '#domains/charging/server.ts';
import type { CreatedPrepaidOrder } from '#domains/charging/server.ts';
import { couponOfPayment, paymentCredit, reserveCoupon } from '#domains/marketing/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import { offeredAmounts, payAccountsOf, tariffOf } from '../gun-view/gun-view.server.ts';
import type { DriverPayWay } from '../gun-view/gun-view.ts';
import { waysOf } from '../gun-view/offer.rules.ts';
import { isQuoteOf } from '../gun-view/quote.server.ts';
import { gunFactsOf, readSite } from '../site/driver-site.server.ts';
import type { DriverSite } from '../site/driver-site.server.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { visitChannel } from '../visit/visit.ts';
import type { KnownVisit } from '../visit/visit-token.server.ts';
import { addPayment, doubt, makeDriverOrder, newOrderNo, openOrderOf } from './driver-order-row.server.ts';
import type { DriverOrderRow, MadeDriverOrder } from './driver-order-row.server.ts';
import type { DriverClientAction, DriverOrderMade } from './driver-order.ts';

/** New orders within this time: at a gun, and from an address. */
const ORDERS_WINDOW_MS = 10 * 60_000;
const GUN_ORDERS_MAX = 5;
const ADDRESS_ORDERS_MAX = 10;
/** While the provider has not answered, nobody is asked to pay again for so long. */
export const DOUBT_MS = 20_000;

export interface WantedPayment {
  readonly pay: DriverPayWay;
  readonly openId?: string | null | undefined;
}

export interface WantedOrder extends Omit<WantedPayment, 'pay'> {
  readonly pay: DriverPayWay | 'wallet';
  readonly quoteId: string;
  readonly amountCents: number;
  /** A received coupon, or `none`. */
  readonly coupon?: string | null | undefined;
  /** 1: points pay as much as they can. */
  readonly points?: number | null | undefined;
}

export interface Payer {
  readonly visit: KnownVisit;
  readonly address: string;
  /** The origin of the page, to which a wallet returns. */
  readonly origin: string;
  /** The driver who has signed in with the tenant of the visit. */
  readonly user: PhoneUser | undefined;
}

/** Orders a charge at the gun of the visit. The gun is locked while it is looked at and the order is stored, so of two phones one gets it. */
export const orderCharge = (deps: DriverDeps, payer: Payer, wanted: WantedOrder): Promise<DriverOrderMade> =>
  wanted.pay === 'wallet' ? chargeFromWallet(deps, payer, wanted) : payForCharge(deps, payer, { ...wanted, pay: wanted.pay });

const payForCharge = async (deps: DriverDeps, payer: Payer, wanted: WantedOrder & WantedPayment): Promise<DriverOrderMade> => {
  const { visit, address, user } = payer;
  const now = deps.clock();
  const couponReceiveId = couponOf(wanted);
  const amountCents = BigInt(wanted.amountCents);
  const { payConfId, coupon } = await inSystem(deps.database, async (tx) => {
    const site = await siteOf(tx, visit, now);
    await checkOffer(tx, deps, { site, wanted, now });
    await refuseManyOrders(tx, { ...visit, address, now });
    return {
      payConfId: await accountFor(tx, deps, { cpCode: site.cpCode, pay: wanted.pay }),
      coupon: couponReceiveId === undefined ? undefined : await couponFor(tx, { site, user, couponReceiveId, amountCents, now }),
    };
  });
  const orderNo = newOrderNo(now);
  const made: { order?: MadeDriverOrder } = {};
  const payment = await askPayment(deps, payer, {
    gun: visit,
    amountCents,
    coupon,
    payConfId,
    wanted,
    returnPath: `/o/${orderNo}`,
    alongside: async (tx, { prePayOrderId }) => {
      await checkGun(tx, visit, { payingFor: null, now });
      made.order = await makeDriverOrder(tx, { ...visit, orderNo, address, custId: user?.custId ?? null, paidBy: { prePayOrderId }, now });
    },
  });
  const { order } = made;
  if (!order) throw new Error('a payment was made without its order');
  await noteDoubt(deps, order.orderNo, payment);
  return {
    orderNo: order.orderNo,
    step: 'paying',
    payBy: payment.expiresAt.toISOString(),
    clientAction: actionOf(payment),
    link: `/o/${order.orderNo}#t=${order.controlToken}`,
    viewLink: `/o/${order.orderNo}#t=${order.viewToken}`,
  };
};

/** The amount is set aside in the wallet and the charge begins, in one transaction: there is no payment to wait for. */
const chargeFromWallet = (deps: DriverDeps, { visit, address, user }: Payer, wanted: WantedOrder): Promise<DriverOrderMade> =>
  inSystem(deps.database, async (tx) => {
    const { custId } = user ?? throwRefusal(driverRefusals, 'driver.noPhone', {}, { status: 401 });
    const now = deps.clock();
    await checkOffer(tx, deps, { site: await siteOf(tx, visit, now), wanted, now });
    await refuseManyOrders(tx, { ...visit, address, now });
    const started = await startWalletCharge(orderWork(deps, tx, 'driver'), {
      ...visit,
      custId,
      capCents: BigInt(wanted.amountCents),
      appType: sourceOf(visit.channel, null),
      coupon: wanted.coupon ?? undefined,
      usesPoints: wanted.points === 1,
      check: () => checkGun(tx, visit, { payingFor: null, now }),
    });
    if (!started.ok) return refuseStart(started.obstacle);
    const { chargingOrderId } = started;
    const order = await makeDriverOrder(tx, { ...visit, orderNo: newOrderNo(now), address, custId, paidBy: { chargingOrderId }, now });
    return {
      orderNo: order.orderNo,
      step: 'starting',
      payBy: now.toISOString(),
      clientAction: { type: 'none', data: {} },
      link: `/o/${order.orderNo}#t=${order.controlToken}`,
      viewLink: `/o/${order.orderNo}#t=${order.viewToken}`,
    };
  });

const refuseStart = (obstacle: string): never =>
  obstacle === 'money.insufficient' || obstacle === 'money.owed'
    ? throwRefusal(driverRefusals, 'driver.walletShort', {}, { status: 409 })
    : throwRefusal(driverRefusals, obstacle === 'account.charging' ? 'driver.chargingAlready' : 'driver.notStarted', {}, { status: 409 });

/** The received coupon that the driver has chosen, if any. */
const couponOf = ({ coupon }: Pick<WantedOrder, 'coupon'>): string | undefined => (coupon === 'none' ? undefined : (coupon ?? undefined));

/** A coupon that lowers a payment, and what is reserved with it. */
interface ChosenCoupon extends Omit<Parameters<typeof reserveCoupon>[1], 'target'> {
  readonly creditCents: bigint;
}

interface CouponWish {
  readonly site: DriverSite;
  readonly user: PhoneUser | undefined;
  readonly couponReceiveId: string;
  readonly amountCents: bigint;
  readonly now: Date;
}

/** Refuses a coupon that this driver cannot use for a payment of the amount. */
const couponFor = async (tx: Tx, { site, user, couponReceiveId, amountCents, now }: CouponWish): Promise<ChosenCoupon> => {
  const { custId } = user ?? throwRefusal(driverRefusals, 'driver.noPhone', {}, { status: 401 });
  const { tenantId, agentId, stationId, currency } = site;
  const reservation = {
    couponReceiveId,
    party: { mainPartType: mainPartType.phoneUser, mainPartId: custId },
    place: { tenantId, agentId, stationId, currency },
    now,
  };
  return { ...reservation, creditCents: await paymentCredit(tx, { ...reservation, amountCents }) };
};

/** The coupon of a payment that was closed, for the next payment of the same order; without it where it cannot be used any more. */
const couponAgain = async (tx: Tx, { prePayOrderId, ...wish }: Omit<CouponWish, 'couponReceiveId'> & { readonly prePayOrderId: string | null }) => {
  const couponReceiveId = prePayOrderId === null ? undefined : (await couponOfPayment(tx, prePayOrderId))?.couponReceiveId;
  if (couponReceiveId === undefined || !wish.user) return undefined;
  return couponFor(tx, { ...wish, couponReceiveId }).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
};

/** Another payment for an order whose first one was closed. */
export const payAgain = async (
  deps: DriverDeps,
  payer: Payer,
  { order, wanted, amountCents }: { readonly order: DriverOrderRow; readonly wanted: WantedPayment; readonly amountCents: bigint },
): Promise<DriverOrderMade> => {
  const now = deps.clock();
  const { cpCode, gunNumber, prePayOrderId: closedPayment } = order;
  const { payConfId, coupon } = await inSystem(deps.database, async (tx) => ({
    payConfId: await accountFor(tx, deps, { cpCode, pay: wanted.pay }),
    coupon: await couponAgain(tx, { site: await siteOf(tx, order, now), user: payer.user, prePayOrderId: closedPayment, amountCents, now }),
  }));
  const payment = await askPayment(deps, payer, {
    gun: order,
    amountCents,
    coupon,
    payConfId,
    wanted,
    returnPath: `/o/${order.orderNo}`,
    alongside: async (tx, { prePayOrderId }) => {
      await checkGun(tx, { ...payer.visit, cpCode, gunNumber }, { payingFor: order.orderNo, now });
      await addPayment(tx, { ...order, prePayOrderId });
    },
  });
  await noteDoubt(deps, order.orderNo, payment);
  return {
    orderNo: order.orderNo,
    step: 'paying',
    payBy: payment.expiresAt.toISOString(),
    clientAction: actionOf(payment),
    link: `/o/${order.orderNo}`,
    viewLink: `/o/${order.orderNo}`,
  };
};

export const siteOf = async (tx: Tx, { cpCode, gunNumber }: Pick<KnownVisit, 'cpCode' | 'gunNumber'>, now: Date): Promise<DriverSite> =>
  (await readSite(tx, { cpCode, gunNumber, now })) ?? throwRefusal(driverRefusals, 'driver.labelInvalid', {}, { status: 404 });

interface Offer {
  readonly site: DriverSite;
  readonly wanted: WantedOrder;
  readonly now: Date;
}

const checkOffer = async (tx: Tx, deps: DriverDeps, { site, wanted, now }: Offer): Promise<void> => {
  const tariff = await tariffOf(tx, site, now);
  const { cpCode, gunNumber } = site;
  const isHeld =
    tariff !== undefined &&
    isQuoteOf(deps.secrets, wanted.quoteId, { prices: { cpCode, gunNumber, tariffDigest: tariff.digest }, nowMs: now.getTime() });
  if (!isHeld) throwRefusal(driverRefusals, 'driver.quoteExpired', {}, { status: 409 });
  if (!(await offeredAmounts(tx, deps, site)).includes(wanted.amountCents)) throwRefusal(driverRefusals, 'driver.amountUnknown', {}, { status: 409 });
};

interface OrderRate {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly address: string;
  readonly now: Date;
}

/** Counted in the database, so that all processes count together. */
const refuseManyOrders = async (tx: Tx, { cpCode, gunNumber, address, now }: OrderRate): Promise<void> => {
  const since = new Date(now.getTime() - ORDERS_WINDOW_MS);
  const { rows } = await sql<{ atGun: bigint; fromAddress: bigint }>`select
      (select count(*) from driver_order where cp_code = ${cpCode} and gun_number = ${gunNumber} and made_time > ${since}) as at_gun,
      (select count(*) from driver_order where remote_address = ${address} and made_time > ${since}) as from_address`.execute(tx);
  const [counts] = rows;
  if (counts && (counts.atGun >= BigInt(GUN_ORDERS_MAX) || counts.fromAddress >= BigInt(ADDRESS_ORDERS_MAX))) refuseTooMany(ORDERS_WINDOW_MS / 1_000);
};

export const accountFor = async (
  tx: Tx,
  deps: DriverDeps,
  { cpCode, pay }: { readonly cpCode: string; readonly pay: DriverPayWay },
): Promise<string> => {
  const { kind, scene } = waysOf[pay];
  const payConfId = (await payAccountsOf(tx, deps, cpCode)).get(kind);
  if (payConfId === undefined || !deps.payments.providers[kind].scenes.includes(scene))
    return throwRefusal(driverRefusals, 'driver.wayUnknown', {}, { status: 409 });
  return payConfId;
};

/** Within the transaction that holds the lock of the gun. */
const checkGun = async (tx: Tx, visit: KnownVisit, { payingFor, now }: { readonly payingFor: string | null; readonly now: Date }): Promise<void> => {
  const site = await siteOf(tx, visit, now);
  const open = await openOrderOf(tx, { ...visit, now });
  // This press may pay for the open order itself, whose first payment was closed.
  if (open !== null && open !== payingFor) throwRefusal(driverRefusals, 'driver.orderOpen', {}, { status: 409, detail: { next: { orderNo: open } } });
  const { use, isOnline, isLeased } = await gunFactsOf(tx, site, { visitId: visit.visitId, now });
  if (use === 'busy' || isLeased) throwRefusal(driverRefusals, 'driver.gunBusy', {}, { status: 409 });
  if (use === 'outOfService' || !isOnline) throwRefusal(driverRefusals, 'driver.gunUnavailable', {}, { status: 409 });
  if (use !== 'plugged') throwRefusal(driverRefusals, 'driver.notPlugged', {}, { status: 409 });
};

interface PaymentAsk {
  readonly gun: Pick<KnownVisit, 'cpCode' | 'gunNumber'>;
  /** What the charge may cost before the coupon. */
  readonly amountCents: bigint;
  readonly coupon: ChosenCoupon | undefined;
  readonly payConfId: string;
  readonly wanted: WantedPayment;
  readonly returnPath: string;
  readonly alongside: NonNullable<Parameters<typeof createPrepaidOrder>[1]['alongside']>;
}

const askPayment = async (deps: DriverDeps, { visit, address, origin, user }: Payer, ask: PaymentAsk): Promise<CreatedPrepaidOrder> => {
  const { kind, scene } = waysOf[ask.wanted.pay];
  return createPrepaidOrder(deps, {
    cpCode: ask.gun.cpCode,
    gunNumber: ask.gun.gunNumber,
    amountCents: ask.amountCents - (ask.coupon?.creditCents ?? 0n),
    couponCreditCents: ask.coupon?.creditCents ?? 0n,
    payConfId: ask.payConfId,
    scene,
    appType: sourceOf(visit.channel, kind),
    openId: ask.wanted.openId ?? null,
    userMobile: user?.phone ?? null,
    custId: await payingCustomer(deps, user),
    clientIp: address,
    returnUrl: `${origin}${ask.returnPath}`,
    subject: `${ask.gun.cpCode}-${ask.gun.gunNumber}`,
    alongside: async (tx, made) => {
      await ask.alongside(tx, made);
      if (ask.coupon) await reserveCoupon(tx, { ...ask.coupon, target: { prePayOrderId: made.prePayOrderId } });
    },
  });
};

/**
 * The customer of a payment. A customer charges one car at a time; whoever pays for a second one is nobody's customer for it, as every driver is who has
 * not signed in.
 */
const payingCustomer = async (deps: DriverDeps, user: PhoneUser | undefined): Promise<string | null> =>
  user === undefined || (await inSystem(deps.database, (tx) => isPersonCharging(tx, user))) ? null : user.custId;

/** Where the charge is started from: pages in an app and mini-programs are those of the app, a browser is our own. */
export const sourceOf = (channel: string, kind: 'wechat' | 'alipay' | 'stripe' | null) => {
  const { wechat, alipay, mini } = visitChannel.items;
  if (channel === wechat.value || (channel === mini.value && kind === 'wechat')) return startSource.weChat;
  if (channel === alipay.value || (channel === mini.value && kind === 'alipay')) return startSource.alipay;
  return startSource.app;
};

/** The provider may have made the payment although its answer did not arrive. */
const noteDoubt = async (deps: DriverDeps, orderNo: string, { action }: CreatedPrepaidOrder): Promise<void> => {
  if (action === undefined) await inSystem(deps.database, (tx) => doubt(tx, orderNo, new Date(deps.clock().getTime() + DOUBT_MS)));
};

export const actionOf = ({ action }: CreatedPrepaidOrder): DriverClientAction =>
  action ? { type: action.type, data: action.data } : { type: 'none', data: {} };
