import type { HeldCardTerms } from '#engines/marketing/card-terms.ts';
import { cardHoldState } from '#engines/marketing/codes.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { mainPartType } from '#engines/order/codes.ts';
import { rateType } from '#engines/tariff/codes.ts';
import type { RateType } from '#engines/tariff/codes.ts';
import { partyById } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { checkCardSale, orderCardByPayment, ownCards, sellCard, shownCards } from '#domains/marketing/server.ts';
import type { CardLimits, OwnCard, ShownCard } from '#domains/marketing/server.ts';
import { walletBalance } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import type { DriverRechargeMade } from '../phone-account/phone-account.ts';
import { payIntoWallet, walletWays } from '../phone-account/wallet-money.server.ts';
import { requirePhoneUser } from '../phone-session/phone-token.server.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { pressOnce } from '../press.server.ts';
import { driverCardApi } from './driver-card.ts';
import type { DriverCards, DriverCardTerms, DriverOfferedCard, DriverOwnCard } from './driver-card.ts';

const DWH_PER_WH = 10;

export const driverCardRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverCardApi, {
    cards: async (_ctx, _input, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: false });
      return inSystem(deps.database, (tx) => readCards(tx, deps, user));
    },
    buy: async (_ctx, { cardId, priceCents }, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: true });
      return pressOnce(deps, extras, {
        actor: `customer:${user.custId}`,
        tenantId: user.tenantId,
        route: 'buyCard',
        input: [cardId, priceCents],
        isAnswer: isBought,
        work: () => buy(deps, user, { cardId, priceCents: BigInt(priceCents) }),
      });
    },
    pay: async (_ctx, input, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: true });
      return pressOnce(deps, extras, {
        actor: `customer:${user.custId}`,
        tenantId: user.tenantId,
        route: 'payCard',
        input,
        isAnswer: isAsked,
        work: () => payForCard(deps, { user, client: extras.client }, input),
      });
    },
  });

interface BoughtCard {
  readonly holdId: string;
  readonly until: string;
}
const isBought = (stored: unknown): stored is BoughtCard => typeof stored === 'object' && stored !== null && 'holdId' in stored;

const isAsked = (stored: unknown): stored is DriverRechargeMade => typeof stored === 'object' && stored !== null && 'rechargeNo' in stored;

const driverOf = async (tx: Tx, { custId }: PhoneUser): Promise<Party> =>
  (await partyById(tx, mainPartType.phoneUser, custId)) ?? throwRefusal(driverRefusals, 'driver.noPhone', {}, { status: 401 });

const readCards = async (tx: Tx, deps: DriverDeps, user: PhoneUser): Promise<DriverCards> => {
  const party = await driverOf(tx, user);
  const { tenantId, currency, custId } = user;
  const { availableCents } = await walletBalance(tx, { tenantId, currency, owner: { ownerType: 'customer', ownerId: custId } });
  return {
    offered: (await shownCards(tx, party)).map(offeredOf),
    own: (await ownCards(tx, party, deps.clock())).map(ownOf),
    availableCents: Number(availableCents),
    ways: await walletWays(tx, deps, user),
  };
};

const buy = (deps: DriverDeps, user: PhoneUser, { cardId, priceCents }: { cardId: string; priceCents: bigint }): Promise<BoughtCard> =>
  inSystem(deps.database, async (tx) => {
    const taking = { privilegeCardId: cardId, party: await driverOf(tx, user), by: 'driver', now: deps.clock() };
    const { privilegeCardHoldId, expiresAt } = await sellCard(tx, taking, priceCents);
    return { holdId: privilegeCardHoldId, until: expiresAt.toISOString() };
  });

interface CardPress {
  readonly user: PhoneUser;
  readonly client: Extras['client'];
}

const payForCard = async (
  deps: DriverDeps,
  press: CardPress,
  { cardId, priceCents, pay, openId }: InputOf<typeof driverCardApi.pay>,
): Promise<DriverRechargeMade> => {
  const { tenantId, custId, currency, phone } = press.user;
  const price = BigInt(priceCents);
  const names = await inSystem(deps.database, async (tx) => {
    const taking = { privilegeCardId: cardId, party: await driverOf(tx, press.user), by: 'driver', now: deps.clock() };
    return checkCardSale(tx, taking, price);
  });
  return payIntoWallet(deps, {
    ...press,
    pay,
    openId,
    amountCents: price,
    subject: names[0],
    stored: (tx, prePayOrderId) =>
      orderCardByPayment(tx, { prePayOrderId, tenantId, custId, privilegeCardId: cardId, priceCents: price, currency, phone }),
  });
};

const FEES: Readonly<Record<RateType, DriverCardTerms['fees'][number]>> = {
  [rateType.electricity]: 'energy',
  [rateType.service]: 'service',
  [rateType.other1]: 'other',
  [rateType.other2]: 'other',
};

interface CardFacts extends CardLimits {
  readonly terms: HeldCardTerms;
  readonly places: readonly string[];
}

const wattHours = (dwh: bigint | null): number | null => (dwh === null ? null : Number(dwh) / DWH_PER_WH);

const termsOf = ({ terms, places, orderLimit, dayLimit, quota, dayTimes, timesLimit }: CardFacts): DriverCardTerms => {
  const [zhCn, zhTw, enUs] = terms.names;
  const { currency, card } = terms;
  return {
    names: { zh_CN: zhCn, zh_TW: zhTw, en_US: enUs },
    currency,
    digits: minorDigits(currency) ?? 2,
    payPercent: card.discountPercent,
    fees: [...new Set((card.rateTypes ?? []).map((type) => FEES[type]))],
    places,
    withVip: card.overlayVip,
    withCoupon: card.overlayCoupon,
    orderWh: wattHours(orderLimit),
    dayWh: wattHours(dayLimit),
    quotaWh: wattHours(quota),
    dayTimes,
    timesLimit,
  };
};

const offeredOf = (card: ShownCard): DriverOfferedCard => ({
  ...termsOf(card),
  cardId: card.privilegeCardId,
  priceCents: Number(card.priceCents),
  validDays: card.validDays,
  left: card.left,
  state: card.state,
});

const STATES = {
  [cardHoldState.waiting]: 'waiting',
  [cardHoldState.active]: 'active',
  [cardHoldState.usedUp]: 'usedUp',
  [cardHoldState.expired]: 'expired',
  [cardHoldState.ended]: 'ended',
} as const;

const ownOf = (card: OwnCard): DriverOwnCard => ({
  ...termsOf(card),
  holdId: card.holdId,
  from: card.beginsAt.toISOString(),
  until: card.expiresAt.toISOString(),
  state: STATES[card.state],
  timesUsed: card.timesUsed,
  usedWh: Number(card.energyUsed) / DWH_PER_WH,
  savedCents: Number(card.savedCents),
});
