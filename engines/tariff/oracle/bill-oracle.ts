import { compare, dividedBy, floor, fraction, subtract, add, sum, times, ZERO, type Fraction } from './fraction.ts';
import { localMonth } from './wall-clock.ts';
import { type OracleCell, type OracleCoupon, type OracleFee, type OracleOrder, type OracleUsage } from './types.ts';
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

  const none = cells.map(() => 0n);
  const vipAlone = order.vip
    ? shareInside(
        afterTariff - afterVip,
        cells.map((cell) => subtract(cell.tariff, cell.vip)),
        rooms,
      )
    : none;
  const afterVipRooms = rooms.map((room, index) => room - amountAt(vipAlone, index));
  const { coupon } = order;
  const exclusive = coupon !== undefined && order.vip !== undefined && !coupon.canOverlay;
  const reached = coupon !== undefined && total(coveredBy(coupon, cells, rooms)) >= (coupon.useAmountLimitCents ?? 0n);
  const couponAlone = coupon && reached ? creditOf(coupon, cells, rooms) : none;
  const couponWins = exclusive && total(couponAlone) > total(vipAlone);
  const vipOffer = couponWins ? none : vipAlone;
  const couponOffer = !coupon || !reached ? none : exclusive ? (couponWins ? couponAlone : none) : creditOf(coupon, cells, afterVipRooms);

  const due = rooms.map((room, index) => room - amountAt(vipOffer, index) - amountAt(couponOffer, index));
  const paid = order.capCents !== undefined && order.capCents < total(due) ? order.capCents : total(due);
  const overrun = share(
    total(due) - paid,
    due.map((amount) => fraction(amount, 1n)),
  );
  return cells.map(({ rateType, rateStage, quantity }, index) => ({
    rateType,
    rateStage,
    quantity,
    gross: amountAt(gross, index),
    tariffOffer: amountAt(tariffOffer, index),
    vipOffer: amountAt(vipOffer, index),
    coupon: amountAt(couponOffer, index),
    overrun: amountAt(overrun, index),
    net: amountAt(due, index) - amountAt(overrun, index),
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

const coveredBy = (coupon: OracleCoupon, cells: readonly ExactCell[], rooms: readonly bigint[]): readonly bigint[] =>
  rooms.map((room, index) => (!coupon.rateTypes || coupon.rateTypes.includes(cells[index]?.rateType ?? 0) ? room : 0n));

const creditOf = (coupon: OracleCoupon, cells: readonly ExactCell[], rooms: readonly bigint[]): readonly bigint[] => {
  const eligible = coveredBy(coupon, cells, rooms);
  const most = total(eligible);
  const wished =
    coupon.couponForm === couponForm.discount
      ? roundHalfUp(times(fraction(most, 1n), fraction(100n - BigInt(coupon.preferentialDiscount), 100n)))
      : coupon.preferentialAmountCents;
  return share(
    wished < most ? wished : most,
    eligible.map((amount) => fraction(amount, 1n)),
  );
};

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
