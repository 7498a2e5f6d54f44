import { minorDigits } from '#engines/money/currency.ts';
import { done, type Outcome } from '#engines/money/outcome.ts';
import { sumOf } from '#engines/money/parts.ts';
import { bill, type Bill, type BillCell } from './bill.ts';
import { type BillInput, type BillRefusal } from './bill-input.ts';
import { endSlotOf, quantityOf } from './cells.ts';
import { couponCovers } from './coupon.ts';
import { cardCovers, cardEnergy } from './privilege-card.ts';
import { fineOf, fineToCents } from './fine.ts';
import { feesOf, FULL_PERCENT } from './schedule.ts';
import { type BillStep, type Share } from './steps.ts';
import { type CellAmounts } from './totals.ts';

export interface Explanation {
  readonly bill: Bill;
  readonly steps: readonly BillStep[];
}

/** The same bill with every step of its calculation. Slower than `bill`: for a screen, not for settlement. */
export const explainBill = (input: BillInput): Outcome<Explanation, BillRefusal> => {
  const outcome = bill(input);
  return outcome.ok ? done({ bill: outcome.value, steps: stepsOf(input, outcome.value) }) : outcome;
};

const stepsOf = (input: BillInput, result: Bill): BillStep[] => {
  const { tariff, startMs } = input;
  const { month, cells, orderAmountCents, tariffOfferCents, vipOfferCents, cardCreditCents, couponCreditAmountCents } = result;
  const { overrunCents, pointCreditCents, billingAmountCents } = result;
  const digits = minorDigits(tariff.currency) ?? 0;
  const start: BillStep = { kind: 'tariff', rateRuleNo: tariff.rateRuleNo, zone: tariff.zone, startMs, month, minorDigits: digits };
  return [
    start,
    ...periodSteps(input, month),
    {
      kind: 'orderAmount',
      fine: sumOf(cells.map((cell) => cell.listFine)),
      resultCents: orderAmountCents,
      shares: sharesOf(cells, 'grossCents', (cell) => cell.listFine),
    },
    ...offerSteps(input, result, digits),
    ...cardSteps(input, result),
    ...couponSteps(input, result),
    ...capSteps(input, result),
    ...pointSteps(input, result),
    {
      kind: 'total',
      orderAmountCents,
      tariffOfferCents,
      vipOfferCents,
      cardCreditCents,
      couponCreditAmountCents,
      overrunCents,
      pointCreditCents,
      billingAmountCents,
    },
  ];
};

const periodSteps = ({ tariff, usage, vip }: BillInput, month: number): BillStep[] => {
  const steps: BillStep[] = [];
  for (const fee of feesOf(tariff, month)) {
    const vipDiscount = vip?.[fee.rateType] ?? FULL_PERCENT;
    for (const [index, period] of fee.periods.entries()) {
      const quantity = quantityOf(fee, index, usage);
      if (quantity === 0n) continue;
      const product = quantity * period.priceE5 * BigInt(FULL_PERCENT);
      steps.push({
        kind: 'period',
        rateType: fee.rateType,
        billMode: fee.billMode,
        ...period,
        endSlot: endSlotOf(fee.periods, index),
        quantity,
        vipDiscount,
        listFine: fineOf(product * BigInt(FULL_PERCENT), fee.billMode),
        tariffFine: fineOf(product * BigInt(period.rateDiscount), fee.billMode),
      });
    }
  }
  return steps;
};

const offerSteps = ({ vip }: BillInput, result: Bill, digits: number): BillStep[] => {
  const { cells } = result;
  const tariffFine = sumOf(cells.map((cell) => cell.tariffFine));
  const vipFine = sumOf(cells.map((cell) => cell.vipFine));
  const tariffCents = fineToCents(tariffFine, digits);
  const steps: BillStep[] = [
    {
      kind: 'tariffOffer',
      beforeCents: result.orderAmountCents,
      afterFine: tariffFine,
      afterCents: tariffCents,
      resultCents: result.tariffOfferCents,
      shares: sharesOf(cells, 'tariffOfferCents', (cell) => cell.listFine - cell.tariffFine),
    },
  ];
  if (!vip) return steps;
  steps.push({
    kind: 'vipOffer',
    vip,
    outcome: result.vipOutcome,
    beforeCents: tariffCents,
    afterFine: vipFine,
    afterCents: fineToCents(vipFine, digits),
    resultCents: result.vipOfferCents,
    shares: sharesOf(cells, 'vipOfferCents', (cell) => cell.tariffFine - cell.vipFine),
  });
  return steps;
};

const cardSteps = ({ card, usage }: BillInput, { cells, cardOutcome, cardCreditCents, vipOutcome }: Bill): BillStep[] => {
  if (!card) return [];
  // A card that was not used was computed on the amount without what it may not be combined with.
  const vipStays = card.overlayVip && vipOutcome === 'used';
  const eligible = (cell: BillCell): bigint =>
    cardCovers(card, cell.rateType) ? cell.grossCents - cell.tariffOfferCents - (vipStays ? cell.vipOfferCents : 0n) : 0n;
  return [
    {
      kind: 'card',
      card,
      outcome: cardOutcome,
      billedDwh: usage.billedDwh,
      cardDwh: cardEnergy(card, usage.billedDwh),
      eligibleCents: sumOf(cells.map(eligible)),
      resultCents: cardCreditCents,
      shares: sharesOf(cells, 'cardCreditCents', eligible),
    },
  ];
};

const couponSteps = ({ coupon, card }: BillInput, { cells, couponOutcome, couponCreditAmountCents, vipOutcome, cardOutcome }: Bill): BillStep[] => {
  if (!coupon) return [];
  const vipStays = coupon.canOverlay && vipOutcome === 'used';
  const cardStays = coupon.canOverlay && card?.overlayCoupon === true && cardOutcome === 'used';
  const eligible = (cell: BillCell): bigint =>
    couponCovers(coupon, cell.rateType)
      ? cell.grossCents - cell.tariffOfferCents - (vipStays ? cell.vipOfferCents : 0n) - (cardStays ? cell.cardCreditCents : 0n)
      : 0n;
  return [
    {
      kind: 'coupon',
      coupon,
      outcome: couponOutcome,
      eligibleCents: sumOf(cells.map(eligible)),
      resultCents: couponCreditAmountCents,
      shares: sharesOf(cells, 'couponCreditCents', eligible),
    },
  ];
};

const capSteps = ({ capCents }: BillInput, { cells, overrunCents, pointCreditCents, billingAmountCents }: Bill): BillStep[] => {
  if (capCents === undefined) return [];
  const shares = sharesOf(cells, 'overrunCents', (cell) => cell.netCents + cell.pointCreditCents + cell.overrunCents);
  return [{ kind: 'cap', capCents, beforeCents: billingAmountCents + pointCreditCents + overrunCents, resultCents: overrunCents, shares }];
};

const pointSteps = ({ points }: BillInput, { cells, spentPoints, pointCreditCents, billingAmountCents }: Bill): BillStep[] => {
  if (!points) return [];
  const shares = sharesOf(cells, 'pointCreditCents', (cell) => cell.netCents + cell.pointCreditCents);
  return [{ kind: 'points', points, spentPoints, beforeCents: billingAmountCents + pointCreditCents, resultCents: pointCreditCents, shares }];
};

const sharesOf = (cells: readonly BillCell[], amount: keyof CellAmounts, weight: (cell: BillCell) => bigint): Share[] =>
  cells.map((cell) => ({ rateType: cell.rateType, rateStage: cell.rateStage, weight: weight(cell), resultCents: cell[amount] }));
