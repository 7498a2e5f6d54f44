import { minus, sumOf, type Parts } from '#engines/money/parts.ts';
import { splitByWeight, splitWithin } from '#engines/money/split.ts';
import { type BillInput } from './bill-input.ts';
import { type RawCell } from './cells.ts';
import { type RateType } from './codes.ts';
import { couponCovers, couponCredit, couponReachesLimit, type Coupon } from './coupon.ts';
import { cardCovers, cardCredit, type PrivilegeCard } from './privilege-card.ts';

/** `otherBetter`: what it may not be combined with reduces more. */
export type VipOutcome = 'none' | 'used' | 'otherBetter';
/** `nothingOff`: it would have reduced nothing. Any value but 'used' means that nothing of the card is used up. */
export type CardOutcome = 'none' | 'used' | 'nothingOff' | 'otherBetter';
/** `belowLimit`: what it covers costs less than its limit. */
export type CouponOutcome = 'none' | 'used' | 'belowLimit' | 'nothingOff' | 'otherBetter';

/** The reductions of each cell after the tariff's, and what became of each. */
export interface Offers {
  readonly vipOffer: Parts;
  readonly card: Parts;
  readonly coupon: Parts;
  readonly vipOutcome: VipOutcome;
  readonly cardOutcome: CardOutcome;
  readonly couponOutcome: CouponOutcome;
}

/** What is given on an order. */
type OffersOfOrder = Pick<BillInput, 'vip' | 'card' | 'coupon'> & { readonly usage: Pick<BillInput['usage'], 'billedDwh'> };

interface OfferFacts {
  readonly cells: readonly RawCell[];
  /** The cost of each cell after the tariff's discount, in minor units. */
  readonly rooms: Parts;
  /** The amount of the VIP discount. */
  readonly vipOfferCents: bigint;
}

/** Offers that are applied together. */
interface Combination extends Pick<Offers, 'vipOffer' | 'card' | 'coupon'> {
  readonly totalCents: bigint;
  readonly hasVip: boolean;
  readonly hasCard: boolean;
  readonly hasCoupon: boolean;
}

/**
 * The VIP discount first, then the privilege card on the rest, then the coupon on the rest of that. Of all combinations whose members allow each other,
 * the one that reduces most is applied, before any cap. At equal amounts the coupon is kept for later, then the card, and the VIP discount applies.
 */
export const chooseOffers = (input: OffersOfOrder, facts: OfferFacts): Offers => {
  const { vip, card, coupon } = input;
  const isReached = coupon !== undefined && couponReachesLimit(coupon, sumOf(coveredBy(coupon, couponCovers, { ...facts, parts: facts.rooms })));
  const tried = combinationsOf({ ...input, coupon: isReached ? coupon : undefined }, facts);
  const best = bestOf(tried);
  const { vipOffer } = best;
  return {
    vipOffer,
    card: best.card,
    coupon: best.coupon,
    vipOutcome: !vip ? 'none' : best.hasVip ? 'used' : 'otherBetter',
    cardOutcome: !card ? 'none' : best.hasCard ? 'used' : outcomeOf(tried, 'card', 'hasCard'),
    couponOutcome: !coupon ? 'none' : !isReached ? 'belowLimit' : best.hasCoupon ? 'used' : outcomeOf(tried, 'coupon', 'hasCoupon'),
  };
};

/** The first of those that reduce most. */
const bestOf = (combinations: readonly Combination[]): Combination =>
  combinations.reduce((best, next) => (next.totalCents > best.totalCents ? next : best));

/** Why an offer is not applied: judged in the best combination that contains it. */
const outcomeOf = (tried: readonly Combination[], part: 'card' | 'coupon', has: 'hasCard' | 'hasCoupon'): 'nothingOff' | 'otherBetter' =>
  sumOf(bestOf(tried.filter((combination) => combination[has]))[part]) === 0n ? 'nothingOff' : 'otherBetter';

/**
 * The combinations that can be the best, in the order in which equal ones are preferred. Beside a card or a coupon the VIP discount never makes the sum
 * less, so they are tried without it only where it may not be combined with them. Beside both it can cost a minor unit, where it is taken from the cells that
 * the coupon covers.
 */
const combinationsOf = (input: OffersOfOrder, facts: OfferFacts): readonly Combination[] => {
  const { vip, card, coupon } = input;
  const vipOffer = vip && vipPartsOf(facts);
  const found: Combination[] = [];
  const add = (parts: { readonly card?: PrivilegeCard | undefined; readonly coupon?: Coupon | undefined }, wantsVip = true): void => {
    const allowsVip = wantsVip && (parts.card?.overlayVip ?? true) && (parts.coupon?.canOverlay ?? true);
    found.push(combine({ ...parts, vipOffer: allowsVip ? vipOffer : undefined, billedDwh: input.usage.billedDwh }, facts));
  };
  add({});
  if (card) add({ card });
  if (coupon) add({ coupon });
  if (card?.overlayCoupon && coupon?.canOverlay) {
    add({ card, coupon });
    if (vipOffer && card.overlayVip) add({ card, coupon }, false);
  }
  return found;
};

const vipPartsOf = ({ cells, rooms, vipOfferCents }: OfferFacts): Parts =>
  splitWithin({ total: vipOfferCents, weights: cells.map((cell) => cell.tariffFine - cell.vipFine), rooms });

interface CombinationParts {
  readonly vipOffer: Parts | undefined;
  readonly card?: PrivilegeCard | undefined;
  readonly coupon?: Coupon | undefined;
  readonly billedDwh: bigint;
}

const combine = ({ vipOffer, card, coupon, billedDwh }: CombinationParts, { cells, rooms }: OfferFacts): Combination => {
  const zeros = rooms.map(() => 0n);
  const afterVip = vipOffer ? minus(rooms, vipOffer) : rooms;
  const forCard = card && coveredBy(card, cardCovers, { cells, parts: afterVip });
  const cardParts = card && forCard ? splitByWeight(cardCredit(card, sumOf(forCard), billedDwh), forCard) : zeros;
  const forCoupon = coupon && coveredBy(coupon, couponCovers, { cells, parts: minus(afterVip, cardParts) });
  const couponParts = coupon && forCoupon ? splitByWeight(couponCredit(coupon, sumOf(forCoupon)), forCoupon) : zeros;
  const vipParts = vipOffer ?? zeros;
  return {
    vipOffer: vipParts,
    card: cardParts,
    coupon: couponParts,
    totalCents: sumOf(vipParts) + sumOf(cardParts) + sumOf(couponParts),
    hasVip: vipOffer !== undefined,
    hasCard: card !== undefined,
    hasCoupon: coupon !== undefined,
  };
};

interface CellParts {
  readonly cells: readonly RawCell[];
  readonly parts: Parts;
}

/** The parts of the cells that an offer covers; 0 elsewhere. */
const coveredBy = <T>(offer: T, covers: (offer: T, rateType: RateType) => boolean, { cells, parts }: CellParts): bigint[] =>
  parts.map((part, index) => {
    const cell = cells[index];
    return cell && covers(offer, cell.rateType) ? part : 0n;
  });
