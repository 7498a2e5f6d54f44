import { minorDigits } from '#engines/money/currency.ts';
import { done, refused, type Outcome } from '#engines/money/outcome.ts';
import { minus, sumOf, type Parts } from '#engines/money/parts.ts';
import { splitByWeight, splitWithin } from '#engines/money/split.ts';
import { cents, energyDwh, type Cents, type EnergyDwh } from '#engines/money/units.ts';
import { monthOf } from '#engines/time/calendar.ts';
import { refuseInput, type BillInput, type BillRefusal } from './bill-input.ts';
import { rawCells, type RawCell } from './cells.ts';
import { fineToCents } from './fine.ts';
import { chooseOffers, type CardOutcome, type CouponOutcome, type Offers, type VipOutcome } from './offers.ts';
import { pointCreditOf, pointsFor } from './points.ts';
import { cardEnergy } from './privilege-card.ts';
import { feesOf } from './schedule.ts';
import { feeTotals, stageEnergy, stageTotals, type CellAmounts, type FeeTotal, type StageTotal } from './totals.ts';

/** One fee item type in one stage: the unit of a settlement posting, where an amount is not zero. */
export interface BillCell extends RawCell, CellAmounts {}

/** orderAmount = billingAmount + tariffOffer + vipOffer + cardCredit + couponCreditAmount + overrun + pointCredit, all in minor units and >= 0. */
export interface Bill {
  readonly currency: string;
  /** 1 to 12: the month whose prices were used. */
  readonly month: number;
  /** At list prices. */
  readonly orderAmountCents: Cents;
  readonly tariffOfferCents: Cents;
  readonly vipOfferCents: Cents;
  readonly cardCreditCents: Cents;
  readonly couponCreditAmountCents: Cents;
  /** The part above the strategy's amount, which the operator bears. */
  readonly overrunCents: Cents;
  /** What points pay. */
  readonly pointCreditCents: Cents;
  /** What the customer pays in money. */
  readonly billingAmountCents: Cents;
  readonly vipOutcome: VipOutcome;
  readonly cardOutcome: CardOutcome;
  /** Any value but 'used' means that the coupon is given back. */
  readonly couponOutcome: CouponOutcome;
  /** The energy that the privilege card was used for. */
  readonly cardEnergyDwh: EnergyDwh;
  readonly spentPoints: bigint;
  /** Only cells with consumption, by fee item type and then stage. */
  readonly cells: readonly BillCell[];
  readonly feeTotals: readonly FeeTotal[];
  readonly stageTotals: readonly StageTotal[];
}

/**
 * The cost of an order, to the cent and cell by cell. The calculation is exact up to the order amount, which is rounded half up once; the discounts
 * of the tariff and the VIP are each the difference of two amounts rounded in this way. Every amount is then shared among the cells by weight, within
 * the rest of each cell, so that no cell amount is negative. Points pay last, so that they never pay what the operator bears.
 */
export const bill = (input: BillInput): Outcome<Bill, BillRefusal> => {
  const refusal = refuseInput(input);
  if (refusal) return refused(refusal);

  const { tariff, usage } = input;
  const month = monthOf(input.startMs, tariff.zone);
  const fees = feesOf(tariff, month);
  const raw: RawCell[] = [];
  for (const fee of fees) for (const cell of rawCells(fee, usage, input.vip)) raw.push(cell);

  const shares = shareOut(input, raw);
  const cells = raw.map((cell, index) => billCell(cell, index, shares));
  return done({
    currency: tariff.currency,
    month,
    orderAmountCents: cents(sumOf(shares.gross)),
    tariffOfferCents: cents(sumOf(shares.tariffOffer)),
    vipOfferCents: cents(sumOf(shares.vipOffer)),
    cardCreditCents: cents(sumOf(shares.card)),
    couponCreditAmountCents: cents(sumOf(shares.coupon)),
    overrunCents: cents(sumOf(shares.overrun)),
    pointCreditCents: cents(sumOf(shares.points)),
    billingAmountCents: cents(sumOf(shares.net)),
    vipOutcome: shares.vipOutcome,
    cardOutcome: shares.cardOutcome,
    couponOutcome: shares.couponOutcome,
    cardEnergyDwh: energyDwh(input.card && shares.cardOutcome === 'used' ? cardEnergy(input.card, usage.billedDwh) : 0n),
    spentPoints: shares.spentPoints,
    cells,
    feeTotals: feeTotals(cells),
    stageTotals: stageTotals(cells, stageEnergy(fees, usage)),
  });
};

interface Shares extends Offers {
  readonly gross: Parts;
  readonly tariffOffer: Parts;
  readonly overrun: Parts;
  readonly points: Parts;
  readonly spentPoints: bigint;
  readonly net: Parts;
}

const shareOut = (input: BillInput, cells: readonly RawCell[]): Shares => {
  const digits = minorDigits(input.tariff.currency) ?? 0;
  const list = cells.map((cell) => cell.listFine);
  const afterTariffFine = cells.map((cell) => cell.tariffFine);
  const listCents = fineToCents(sumOf(list), digits);
  const tariffCents = fineToCents(sumOf(afterTariffFine), digits);
  const vipCents = fineToCents(sumOf(cells.map((cell) => cell.vipFine)), digits);

  const gross = splitByWeight(listCents, list);
  const tariffOffer = splitWithin({ total: listCents - tariffCents, weights: minus(list, afterTariffFine), rooms: gross });
  const rooms = minus(gross, tariffOffer);
  const offers = chooseOffers(input, { cells, rooms, vipOfferCents: tariffCents - vipCents });
  const due = minus(minus(minus(rooms, offers.vipOffer), offers.card), offers.coupon);
  const overrun = splitByWeight(aboveCap(sumOf(due), input.capCents), due);
  const payable = minus(due, overrun);
  const spentPoints = input.points ? pointsFor(input.points, sumOf(payable)) : 0n;
  const points = splitByWeight(input.points ? pointCreditOf(spentPoints, input.points) : 0n, payable);
  return { gross, tariffOffer, ...offers, overrun, points, spentPoints, net: minus(payable, points) };
};

const aboveCap = (dueCents: bigint, capCents: bigint | undefined): bigint =>
  capCents !== undefined && capCents < dueCents ? dueCents - capCents : 0n;

// Written out, because spreading two objects into each cell took longer than the whole calculation.
const billCell = (cell: RawCell, index: number, { gross, tariffOffer, vipOffer, card, coupon, overrun, points, net }: Shares): BillCell => ({
  rateType: cell.rateType,
  rateStage: cell.rateStage,
  quantity: cell.quantity,
  listFine: cell.listFine,
  tariffFine: cell.tariffFine,
  vipFine: cell.vipFine,
  grossCents: cents(gross[index] ?? 0n),
  tariffOfferCents: cents(tariffOffer[index] ?? 0n),
  vipOfferCents: cents(vipOffer[index] ?? 0n),
  cardCreditCents: cents(card[index] ?? 0n),
  couponCreditCents: cents(coupon[index] ?? 0n),
  overrunCents: cents(overrun[index] ?? 0n),
  pointCreditCents: cents(points[index] ?? 0n),
  netCents: cents(net[index] ?? 0n),
});
