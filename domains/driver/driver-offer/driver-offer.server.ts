import { mainPartType } from '#engines/order/codes.ts';
import { couponScene, receiptState } from '#engines/marketing/codes.ts';
import type { HeldTerms } from '#engines/marketing/terms.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { couponForm } from '#engines/tariff/codes.ts';
import { partyById } from '#domains/customer/server.ts';
import { ownCoupons, pictureOfActivity, shownActivities, takeCoupon, paymentCoupons, usableCoupons } from '#domains/marketing/server.ts';
import type { OwnCoupon, ShownActivity, ShownCoupon } from '#domains/marketing/server.ts';
import { readPicture } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { plainLine } from '#kit/server/values/clean-html.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { siteOf } from '../driver-order/pay-order.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { phoneUserOf, requirePhoneUser } from '../phone-session/phone-token.server.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { pressOnce } from '../press.server.ts';
import { siteOfLabel } from '../site/driver-site.server.ts';
import { requireVisit } from '../visit/visit-token.server.ts';
import { driverOfferApi } from './driver-offer.ts';
import type { DriverActivity, DriverCouponTerms, DriverOfferedCoupon, DriverOwnCoupon } from './driver-offer.ts';

/** Pictures change under a new name, so a phone keeps one for a day. */
const PICTURE_CACHE_S = 86_400;

export const driverOfferRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverOfferApi, {
    activities: async (_ctx, { label, gun }, extras) => {
      deps.limits.countAddress(extras.client.ip);
      const user = await phoneUserOf(deps, extras, { isPress: false });
      const now = deps.clock();
      return inSystem(deps.database, async (tx) => {
        const site = await siteOfLabel(tx, deps.secrets, { label, gun, now });
        const holder = user?.tenantId === site.tenantId ? holderOf(user) : undefined;
        return { activities: (await shownActivities(tx, { ...site, holder, now })).map(activityOf) };
      });
    },
    picture: async (_ctx, { activityId }, extras) => {
      deps.limits.countAddress(extras.client.ip);
      const path = await inSystem(deps.database, (tx) => pictureOfActivity(tx, activityId, deps.clock()));
      const picture = path === undefined ? undefined : await readPicture(deps, { path, cacheSeconds: PICTURE_CACHE_S });
      return picture ?? throwRefusal(driverRefusals, 'driver.pictureUnknown', {}, { status: 404 });
    },
    own: async (_ctx, _input, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: false });
      return { coupons: (await inSystem(deps.database, (tx) => ownCoupons(tx, holderOf(user), deps.clock()))).map(ownOf) };
    },
    receive: async (_ctx, { couponId }, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: true });
      const work = () => receive(deps, user, couponId);
      return pressOnce(deps, extras, {
        actor: `customer:${user.custId}`,
        tenantId: user.tenantId,
        route: 'receive',
        input: couponId,
        isAnswer: isReceived,
        work,
      });
    },
    choices: async (_ctx, { amountCents, prepaid }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      const user = await phoneUserOf(deps, extras, { isPress: false });
      if (user?.tenantId !== visit.tenantId) return { choices: [] };
      const now = deps.clock();
      return inSystem(deps.database, async (tx) => {
        const place = await siteOf(tx, visit, now);
        const query = { party: holderOf(user), place, amountCents: BigInt(amountCents), now };
        const ranked =
          prepaid === 1
            ? await paymentCoupons(tx, query)
            : (await usableCoupons(tx, query)).filter(({ candidate }) => candidate.terms.scene === couponScene.settlement);
        return {
          choices: ranked.map(({ candidate, creditCents }, index) => ({
            ...termsOf(candidate.terms),
            receiveId: candidate.receiveId,
            until: new Date(candidate.expiresAtMs).toISOString(),
            creditCents: Number(creditCents),
            isBest: index === 0 && creditCents > 0n,
          })),
        };
      });
    },
  });

const holderOf = ({ custId }: PhoneUser) => ({ mainPartType: mainPartType.phoneUser, mainPartId: custId });

interface ReceivedCoupon {
  readonly receiveId: string;
  readonly until: string;
}
const isReceived = (stored: unknown): stored is ReceivedCoupon => typeof stored === 'object' && stored !== null && 'receiveId' in stored;

/** Any coupon of the tenant that is open may be received, also one of another station. */
const receive = (deps: DriverDeps, { custId }: PhoneUser, couponId: string): Promise<ReceivedCoupon> =>
  inSystem(deps.database, async (tx) => {
    const party = (await partyById(tx, mainPartType.phoneUser, custId)) ?? throwRefusal(driverRefusals, 'driver.noPhone', {}, { status: 401 });
    const { couponReceiveId, expiresAt } = await takeCoupon(tx, { couponId, party, source: 'claimed', by: 'driver', now: deps.clock() });
    return { receiveId: couponReceiveId, until: expiresAt.toISOString() };
  });

const activityOf = ({ activityId, title, subtitle, rule, hasPicture, endTime, coupons }: ShownActivity): DriverActivity => ({
  activityId,
  title,
  subtitle,
  rules: linesOf(rule ?? ''),
  hasPicture,
  until: endTime.toISOString(),
  coupons: coupons.map(offeredOf),
});

/** The blocks of a text with markup, without the markup. */
const linesOf = (html: string): readonly string[] =>
  html
    .split(/<br\s*\/?>|<\/(?:p|li|h[1-4]|tr|blockquote|div)>/iu)
    .map((block) => plainLine(block))
    .filter((line) => line !== '');

const offeredOf = ({ couponId, terms, useEndTime, left, isOpen, limitNum, taken }: ShownCoupon): DriverOfferedCoupon => ({
  ...termsOf(terms),
  couponId,
  useUntil: useEndTime.toISOString(),
  left,
  state: taken >= limitNum ? 'taken' : isOpen ? 'open' : 'closed',
});

const STATES = {
  [receiptState.usable]: 'usable',
  [receiptState.reserved]: 'reserved',
  [receiptState.used]: 'used',
  [receiptState.expired]: 'expired',
  [receiptState.void]: 'void',
} as const;

const ownOf = ({ couponReceiveId, state, terms, beginsAt, expiresAt }: OwnCoupon): DriverOwnCoupon => ({
  ...termsOf(terms),
  receiveId: couponReceiveId,
  from: beginsAt.toISOString(),
  until: expiresAt.toISOString(),
  state: STATES[state],
});

const termsOf = ({ couponName, currency, scene, coupon }: HeldTerms): DriverCouponTerms => {
  const isAmount = coupon.couponForm === couponForm.deduction;
  return {
    name: couponName,
    currency,
    digits: minorDigits(currency) ?? 2,
    amountCents: isAmount ? Number(coupon.preferentialAmountCents) : null,
    payPercent: isAmount ? null : coupon.preferentialDiscount,
    maxCreditCents: isAmount || coupon.maxCreditCents === undefined ? null : Number(coupon.maxCreditCents),
    fromCents: Number(coupon.useAmountLimitCents ?? 0n),
    withVip: coupon.canOverlay,
    isForPrepayment: scene === couponScene.prePayment,
  };
};
