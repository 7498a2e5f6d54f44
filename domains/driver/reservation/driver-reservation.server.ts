import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import {
  cancelOwnReservation,
  createPrepaidReservation,
  makeHeldReservation,
  orderWork,
  readOffer,
  startOwnReservation,
} from '#domains/charging/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Language } from '#kit/fields/words.ts';
import { parseScaled } from '#kit/fields/scaled.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { makeDriverOrder, newOrderNo } from '../driver-order/driver-order-row.server.ts';
import { accountFor, actionOf, siteOf, sourceOf } from '../driver-order/pay-order.server.ts';
import { waysOf } from '../gun-view/offer.rules.ts';
import { requirePhoneUser } from '../phone-session/phone-token.server.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { pressOnce } from '../press.server.ts';
import { requireVisit } from '../visit/visit-token.server.ts';
import type { KnownVisit } from '../visit/visit-token.server.ts';
import { driverReservationApi } from './driver-reservation.ts';
import type { DriverReservation, DriverReservationMade, DriverReservationOffer } from './driver-reservation.ts';
import { readReservations, reservationOf } from './read-reservation.server.ts';

/** Reservations of an account in ten minutes. */
const MADE_MAX = 5;
const MADE_WINDOW_MS = 10 * 60_000;

export const driverReservationRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverReservationApi, {
    offer: async (_ctx, _input, extras) => {
      const { visit } = await signedInVisit(deps, extras, { isPress: false });
      return readVisitOffer(deps, visit);
    },
    make: async (ctx, input, extras) => {
      const { visit, user } = await signedInVisit(deps, extras, { isPress: true });
      const work = () => make(deps, { visit, user, input, language: ctx.viewer.language, extras });
      return pressOnce(deps, extras, { ...actorOf(user), route: 'reserve', input, isAnswer: isMade, work });
    },
    list: async (_ctx, _input, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: false });
      const rows = await inSystem(deps.database, (tx) => readReservations(tx, user, deps.clock()));
      return { reservations: rows.map(({ view }) => view) };
    },
    read: async (_ctx, { reservationNo }, extras) => readView(deps, await requirePhoneUser(deps, extras, { isPress: false }), reservationNo),
    cancel: async (ctx, { reservationNo }, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: true });
      const work = () => cancel(deps, user, { reservationNo, language: ctx.viewer.language });
      return pressOnce(deps, extras, { ...actorOf(user), route: 'cancelReservation', input: reservationNo, isAnswer: isView, work });
    },
    start: async (ctx, { reservationNo, coupon }, extras) => {
      const { visit, user } = await signedInVisit(deps, extras, { isPress: true });
      const arrival = { visit, user, address: extras.client.ip };
      const work = () => start(deps, arrival, { reservationNo, coupon: coupon ?? undefined, language: ctx.viewer.language });
      // A press without a choice is stored as before.
      const input = coupon == null ? reservationNo : [reservationNo, coupon];
      return pressOnce(deps, extras, { ...actorOf(user), route: 'startReservation', input, isAnswer: isView, work });
    },
  });

const actorOf = ({ custId, tenantId }: PhoneUser) => ({ actor: `customer:${custId}`, tenantId });
const isView = (stored: unknown): stored is DriverReservation => typeof stored === 'object' && stored !== null && 'reservationNo' in stored;
const isMade = (stored: unknown): stored is DriverReservationMade => typeof stored === 'object' && stored !== null && 'clientAction' in stored;

interface SignedInVisit {
  readonly visit: KnownVisit;
  readonly user: PhoneUser;
}

/** A driver who has scanned the code of a gun and is signed in with its tenant. */
const signedInVisit = async (deps: DriverDeps, extras: Extras, how: { readonly isPress: boolean }): Promise<SignedInVisit> => {
  const visit = await requireVisit(deps, extras, how);
  const user = await requirePhoneUser(deps, extras, how);
  return user.tenantId === visit.tenantId ? { visit, user } : throwRefusal(driverRefusals, 'driver.noPhone', {}, { status: 401 });
};

/** Decimals of an amount in terms. */
const DIGITS = 2;

const readVisitOffer = async (deps: DriverDeps, { cpCode, gunNumber }: KnownVisit): Promise<DriverReservationOffer> => {
  const now = deps.clock();
  const offer = await inSystem(deps.database, (tx) => readOffer(tx, cpCode, now));
  if (!offer) return throwRefusal(driverRefusals, 'driver.labelInvalid', {}, { status: 404 });
  const { terms, canBeReservation, currency, timezone, aheadMaxHours, clearMinutes, taken } = offer;
  const intervals = terms?.details.map(({ startMinute, reservationDuration, occupyFeeUnit }) => ({
    fromMinute: startMinute,
    toMinute: reservationDuration,
    minuteCents: Number(parseScaled(occupyFeeUnit, DIGITS)),
  }));
  return {
    pileNo: cpCode,
    gunNo: gunNumber,
    zone: timezone,
    currency,
    digits: minorDigits(currency) ?? DIGITS,
    terms: canBeReservation && terms?.isEnabled && intervals ? { maxMinutes: terms.maxMinutes, intervals } : null,
    aheadMaxHours,
    clearMinutes,
    taken: taken.filter((each) => each.gunNumber === gunNumber).map(({ startTime, expireTime }) => ({ from: startTime, until: expireTime })),
  };
};

const readView = (deps: DriverDeps, user: PhoneUser, reservationNo: string): Promise<DriverReservation> =>
  inSystem(deps.database, async (tx) => (await reservationOf(tx, user, { reservationNo, now: deps.clock() })).view);

interface Wish extends SignedInVisit {
  readonly input: InputOf<typeof driverReservationApi.make>;
  readonly language: Language;
  readonly extras: Extras;
}

const make = async (deps: DriverDeps, wish: Wish): Promise<DriverReservationMade> => {
  const { visit, user, input, language } = wish;
  await inSystem(deps.database, (tx) => refuseManyReservations(tx, user, deps.clock()));
  if (input.pay != null) return makePaid(deps, wish, input.pay);
  const { cpCode, gunNumber } = visit;
  const fromMs = input.startAt?.getTime() ?? null;
  const held = { cpCode, gunNumber, custId: user.custId, fromMs, minutes: input.minutes, capCents: BigInt(input.amountCents), language };
  const reservationNo = await inSystem(deps.database, (tx) => makeHeldReservation(orderWork(deps, tx, 'driver'), held));
  return { reservation: await readView(deps, user, reservationNo), clientAction: null };
};

/** Unpaid ones close a gun to others while they wait, so their number in a short time is bounded as well as that of live ones. */
const refuseManyReservations = async (tx: Tx, { custId }: PhoneUser, now: Date): Promise<void> => {
  const { rows } = await sql<{ made: number }>`select count(*)::int4 as made from reservation_order
    where cust_id = ${custId} and create_time > ${new Date(now.getTime() - MADE_WINDOW_MS)}`.execute(tx);
  if ((rows[0]?.made ?? 0) >= MADE_MAX) refuseTooMany(MADE_WINDOW_MS / 1_000);
};

const makePaid = async (
  deps: DriverDeps,
  { visit, user, input, language, extras }: Wish,
  pay: NonNullable<Wish['input']['pay']>,
): Promise<DriverReservationMade> => {
  const { amountCents, feeCents, minutes, startAt, openId } = input;
  if (feeCents == null) return throwRefusal(driverRefusals, 'driver.amountUnknown', {}, { status: 409 });
  const { cpCode, gunNumber } = visit;
  const payConfId = await inSystem(deps.database, (tx) => accountFor(tx, deps, { cpCode, pay }));
  const { kind, scene } = waysOf[pay];
  const made = await createPrepaidReservation(deps, {
    cpCode,
    gunNumber,
    chargeCents: BigInt(amountCents),
    feeCents: BigInt(feeCents),
    payConfId,
    scene,
    appType: sourceOf(visit.channel, kind),
    openId: openId ?? null,
    userMobile: user.phone,
    custId: user.custId,
    clientIp: extras.client.ip,
    returnUrl: `${extras.client.addressed}/me`,
    subject: `${cpCode}-${gunNumber}`,
    fromMs: startAt?.getTime() ?? null,
    minutes,
    language,
  });
  return { reservation: await readView(deps, user, made.reservationOrderNo), clientAction: actionOf(made) };
};

interface NamedReservation {
  readonly reservationNo: string;
  readonly language: Language;
}

const cancel = async (deps: DriverDeps, user: PhoneUser, { reservationNo, language }: NamedReservation): Promise<DriverReservation> => {
  await inSystem(deps.database, async (tx) => {
    const { orderId, view } = await reservationOf(tx, user, { reservationNo, now: deps.clock() });
    if (!view.actions.includes('cancel')) throwRefusal(driverRefusals, 'driver.notCancellable', {}, { status: 409 });
    await cancelOwnReservation(orderWork(deps, tx, 'driver'), { orderId, language });
  });
  return readView(deps, user, reservationNo);
};

interface Arrival extends SignedInVisit {
  readonly address: string;
}

/** Who stands at another gun has not arrived. The charge gets an order, which the visit may stop. */
const start = async (
  deps: DriverDeps,
  { visit, user, address }: Arrival,
  { reservationNo, coupon, language }: NamedReservation & { readonly coupon: string | undefined },
): Promise<DriverReservation> => {
  const now = deps.clock();
  await inSystem(deps.database, async (tx) => {
    const { orderId, cpCode, gunNumber, prePayOrderId, view } = await reservationOf(tx, user, { reservationNo, now });
    if (cpCode !== visit.cpCode || gunNumber !== visit.gunNumber) throwRefusal(driverRefusals, 'driver.otherGun', {}, { status: 409 });
    await siteOf(tx, visit, now);
    await startOwnReservation(orderWork(deps, tx, 'driver'), { orderId, coupon, language });
    const paidBy = prePayOrderId === null ? { chargingOrderId: orderId } : { prePayOrderId };
    if (view.orderNo === null) await makeDriverOrder(tx, { ...visit, orderNo: newOrderNo(now), address, custId: user.custId, paidBy, now });
  });
  return readView(deps, user, reservationNo);
};
