import { compare, dividedBy, floor, fraction, subtract, add, sum, times, ZERO, type Fraction } from './fraction.ts';
import { localMonth } from './wall-clock.ts';
import { type OracleCard, type OracleCell, type OracleCoupon, type OracleFee, type OracleOrder, type OracleUsage } from './types.ts';
import { couponForm } from '../codes.ts';

interface ExactCell {
  readonly rateType: number;
  readonly rateStage: number;
  quantity: bigint;
  /** In currency units. */
  list: Fraction;
  tariff: Fraction;
  vip: Fraction;
}

const DIGITS: Readonly<Record<string, bigint>> = { CNY: 100n, EUR: 100n, JPY: 1n, KWD: 1_000n };

/** The bill by its definition: half hour by half hour, in rational currency units. */
export const billByFractions = (order: OracleOrder, usage: OracleUsage): readonly OracleCell[] => {
  const { tariff } = order;
  const minor = fraction(DIGITS[tariff.currency] ?? 0n, 1n);
  const month = localMonth(order.start.atMs, tariff.zone);
  const fees = tariff.months.find((candidate) => candidate.month === month)?.fees ?? [];
  const cells = fees.flatMap((fee) => exactCells(fee, usage, order.vip?.[fee.rateType] ?? 100));
  cells.sort((a, b) => a.rateType - b.rateType || a.rateStage - b.rateStage);

  const list = roundHalfUp(times(sum(cells.map((cell) => cell.list)), minor));
  const afterTariff = roundHalfUp(times(sum(cells.map((cell) => cell.tariff)), minor));
  const afterVip = roundHalfUp(times(sum(cells.map((cell) => cell.vip)), minor));
  const gross = share(
    list,
    cells.map((cell) => cell.list),
  );
  const tariffOffer = shareInside(
    list - afterTariff,
    cells.map((cell) => subtract(cell.list, cell.tariff)),
    gross,
  );
  const rooms = gross.map((amount, index) => amount - amountAt(tariffOffer, index));

  const vipParts = shareInside(
    afterTariff - afterVip,
    cells.map((cell) => subtract(cell.tariff, cell.vip)),
    rooms,
  );
  const energy = usage.slotDwh.reduce((all, part) => all + part, 0n);
  const { vip, card, coupon } = bestOffers(order, { cells, rooms, vipParts, energy });

  const due = rooms.map((room, index) => room - amountAt(vip, index) - amountAt(card, index) - amountAt(coupon, index));
  const paid = order.capCents !== undefined && order.capCents < total(due) ? order.capCents : total(due);
  const overrun = share(
    total(due) - paid,
    due.map((amount) => fraction(amount, 1n)),
  );
  const payable = due.map((amount, index) => amount - amountAt(overrun, index));
  const points = share(
    pointsOf(order, total(payable)),
    payable.map((amount) => fraction(amount, 1n)),
  );
  return cells.map(({ rateType, rateStage, quantity }, index) => ({
    rateType,
    rateStage,
    quantity,
    gross: amountAt(gross, index),
    tariffOffer: amountAt(tariffOffer, index),
    vipOffer: amountAt(vip, index),
    card: amountAt(card, index),
    coupon: amountAt(coupon, index),
    overrun: amountAt(overrun, index),
    points: amountAt(points, index),
    net: amountAt(payable, index) - amountAt(points, index),
  }));
};

const exactCells = (fee: OracleFee, usage: OracleUsage, vipPercent: number): ExactCell[] => {
  const cells: ExactCell[] = [];
  const vip = fraction(BigInt(vipPercent), 100n);
  for (let slot = 0; slot < 48; slot += 1) {
    const amount = fee.billMode === 1 ? (usage.slotDwh[slot] ?? 0n) : BigInt(usage.slotSeconds[slot] ?? 0);
    if (amount === 0n) continue;
    const period = fee.periods.findLast((candidate) => candidate.startSlot <= slot);
    if (!period) throw new Error('a half hour without a price');
    let cell = cells.find((candidate) => candidate.rateStage === period.rateStage);
    if (!cell) {
      cell = { rateType: fee.rateType, rateStage: period.rateStage, quantity: 0n, list: ZERO, tariff: ZERO, vip: ZERO };
      cells.push(cell);
    }
    const kWhOrHours = fraction(amount, fee.billMode === 1 ? 10_000n : 3_600n);
    const list = times(kWhOrHours, fraction(period.priceE5, 100_000n));
    const discounted = times(list, fraction(BigInt(period.rateDiscount), 100n));
    cell.quantity += amount;
    cell.list = add(cell.list, list);
    cell.tariff = add(cell.tariff, discounted);
    cell.vip = add(cell.vip, times(discounted, vip));
  }
  return cells;
};

interface OfferSetting {
  readonly cells: readonly ExactCell[];
  /** Minor units after the tariff's discount. */
  readonly rooms: readonly bigint[];
  readonly vipParts: readonly bigint[];
  readonly energy: bigint;
}

interface OfferParts {
  readonly vip: readonly bigint[];
  readonly card: readonly bigint[];
  readonly coupon: readonly bigint[];
}

/**
 * Tries all eight subsets. Those whose members do not allow each other, and a coupon below its limit, do not count. The largest sum wins; among equal
 * ones first the one that spends no coupon, then the one that spends no card, then the one with the VIP discount.
 */
const bestOffers = ({ vip, card, coupon }: OracleOrder, setting: OfferSetting): OfferParts => {
  const { cells, rooms, vipParts } = setting;
  const none = rooms.map(() => 0n);
  const found: { readonly parts: OfferParts; readonly rank: number }[] = [];
  for (let subset = 0; subset < 8; subset += 1) {
    const [withVip, withCard, withCoupon] = [(subset & 1) > 0, (subset & 2) > 0, (subset & 4) > 0];
    if ((withVip && !vip) || (withCard && !card) || (withCoupon && !coupon)) continue;
    if (withVip && withCard && !card?.overlayVip) continue;
    if (withVip && withCoupon && !coupon?.canOverlay) continue;
    if (withCard && withCoupon && !(coupon?.canOverlay && card?.overlayCoupon)) continue;
    if (withCoupon && coupon && total(coveredBy(coupon.rateTypes, cells, rooms)) < (coupon.useAmountLimitCents ?? 0n)) continue;
    const vipOffer = withVip ? vipParts : none;
    const afterVip = rooms.map((room, index) => room - amountAt(vipOffer, index));
    const cardOffer = withCard && card ? cardCreditOf(card, { ...setting, rooms: afterVip }) : none;
    const afterCard = afterVip.map((room, index) => room - amountAt(cardOffer, index));
    const couponOffer = withCoupon && coupon ? couponCreditOf(coupon, cells, afterCard) : none;
    found.push({ parts: { vip: vipOffer, card: cardOffer, coupon: couponOffer }, rank: subset ^ 1 });
  }
  const sumOf = ({ parts }: (typeof found)[number]): bigint => total(parts.vip) + total(parts.card) + total(parts.coupon);
  const [best] = found.sort((a, b) => (sumOf(b) > sumOf(a) ? 1 : sumOf(b) < sumOf(a) ? -1 : a.rank - b.rank));
  return best?.parts ?? { vip: none, card: none, coupon: none };
};

const coveredBy = (rateTypes: readonly number[] | undefined, cells: readonly ExactCell[], rooms: readonly bigint[]): readonly bigint[] =>
  rooms.map((room, index) => (!rateTypes || rateTypes.includes(cells[index]?.rateType ?? 0) ? room : 0n));

const cardCreditOf = (card: OracleCard, { cells, rooms, energy }: Pick<OfferSetting, 'cells' | 'rooms' | 'energy'>): readonly bigint[] => {
  const eligible = coveredBy(card.rateTypes, cells, rooms);
  if (energy === 0n) return rooms.map(() => 0n);
  const used = card.energyLeftDwh !== undefined && card.energyLeftDwh < energy ? card.energyLeftDwh : energy;
  const shareOfEnergy = times(fraction(used, energy), fraction(100n - BigInt(card.discountPercent), 100n));
  return share(
    roundHalfUp(times(fraction(total(eligible), 1n), shareOfEnergy)),
    eligible.map((amount) => fraction(amount, 1n)),
  );
};

const couponCreditOf = (coupon: OracleCoupon, cells: readonly ExactCell[], rooms: readonly bigint[]): readonly bigint[] => {
  const eligible = coveredBy(coupon.rateTypes, cells, rooms);
  const most = total(eligible);
  return share(
    least(most, couponWish(coupon, most)),
    eligible.map((amount) => fraction(amount, 1n)),
  );
};

const couponWish = (coupon: OracleCoupon, most: bigint): bigint => {
  if (coupon.couponForm !== couponForm.discount) return coupon.preferentialAmountCents;
  const wished = roundHalfUp(times(fraction(most, 1n), fraction(100n - BigInt(coupon.preferentialDiscount), 100n)));
  return coupon.maxCreditCents === undefined ? wished : least(wished, coupon.maxCreditCents);
};

/** Minor units that points pay: step by step, while the balance and the share of the amount allow one more. */
const pointsOf = ({ points }: OracleOrder, payable: bigint): bigint => {
  if (!points) return 0n;
  const allowed = floor(dividedBy(times(fraction(payable, 1n), fraction(BigInt(points.maxSharePercent), 100n)), fraction(points.pointCents, 1n)));
  const most = least(allowed, points.balancePoints);
  return (most / points.stepPoints) * points.stepPoints * points.pointCents;
};

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const roundHalfUp = (value: Fraction): bigint => floor(add(value, fraction(1n, 2n)));

/** Largest remainder: the integer parts of the exact shares, then one unit each in order of decreasing remainder, ties in order. */
const share = (amount: bigint, weights: readonly Fraction[]): bigint[] => {
  const whole = sum(weights);
  if (amount === 0n || whole.n === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight) => dividedBy(times(fraction(amount, 1n), weight), whole));
  const parts = exact.map(floor);
  const remainders = exact.map((value, index) => subtract(value, fraction(amountAt(parts, index), 1n)));
  const order = parts.map((_, index) => index).sort((a, b) => compare(remainders[b] ?? ZERO, remainders[a] ?? ZERO) || a - b);
  for (const index of order.slice(0, Number(amount - total(parts)))) parts[index] = amountAt(parts, index) + 1n;
  return parts;
};

/**
 * The same within rooms: a part that would exceed its room gets its room, and the others share the excess by weight; when no weighted part has room
 * left, by room.
 */
const shareInside = (amount: bigint, weights: readonly Fraction[], rooms: readonly bigint[]): bigint[] => {
  if (amount === 0n) return rooms.map(() => 0n);
  const openWeights = weights.map((weight, index) => (amountAt(rooms, index) > 0n ? weight : ZERO));
  const wished = share(amount, openWeights.some((weight) => weight.n > 0n) ? openWeights : rooms.map((room) => fraction(room, 1n)));
  const capped = wished.map((part, index) => (part > amountAt(rooms, index) ? amountAt(rooms, index) : part));
  const rest = shareInside(
    amount - total(capped),
    weights,
    rooms.map((room, index) => room - amountAt(capped, index)),
  );
  return capped.map((part, index) => part + amountAt(rest, index));
};

const total = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all + part, 0n);
const amountAt = (parts: readonly bigint[], index: number): bigint => parts[index] ?? 0n;
