import { cents, energyDwh, type Cents, type EnergyDwh } from '#engines/money/units.ts';
import { quantityOf } from './cells.ts';
import { billMode, RATE_TYPES, rateType as rateTypes, type RateType } from './codes.ts';
import { type TariffFee } from './schedule.ts';
import { type SlotUsage } from './usage.ts';

/** How an amount is divided: `grossCents` is the sum of the other seven, all >= 0. */
export interface CellAmounts {
  readonly grossCents: Cents;
  readonly tariffOfferCents: Cents;
  readonly vipOfferCents: Cents;
  readonly cardCreditCents: Cents;
  readonly couponCreditCents: Cents;
  readonly overrunCents: Cents;
  readonly pointCreditCents: Cents;
  readonly netCents: Cents;
}

export interface FeeTotal extends CellAmounts {
  readonly rateType: RateType;
}

export interface StageTotal extends CellAmounts {
  readonly rateStage: number;
  /** Energy consumed in this stage of the electricity price, also where electricity is billed by hour. */
  readonly energyDwh: EnergyDwh;
}

interface Cell extends CellAmounts {
  readonly rateType: RateType;
  readonly rateStage: number;
}

/** Always four rows, 1 to 4. */
export const feeTotals = (cells: readonly Cell[]): FeeTotal[] =>
  RATE_TYPES.map((rateType) => {
    const total = newTotal();
    for (const cell of cells) if (cell.rateType === rateType) addTo(total, cell);
    return { rateType, ...amountsOf(total) };
  });

/** A row for each stage with consumption, ascending. */
export const stageTotals = (cells: readonly Cell[], energy: ReadonlyMap<number, bigint>): StageTotal[] => {
  const totals = new Map<number, RunningTotal>();
  for (const rateStage of energy.keys()) totals.set(rateStage, newTotal());
  for (const cell of cells) {
    const total = totals.get(cell.rateStage) ?? newTotal();
    addTo(total, cell);
    totals.set(cell.rateStage, total);
  }
  const rows: StageTotal[] = [];
  for (const [rateStage, total] of totals) rows.push({ rateStage, energyDwh: energyDwh(energy.get(rateStage) ?? 0n), ...amountsOf(total) });
  return rows.sort((a, b) => a.rateStage - b.rateStage);
};

/** Energy by the stage of the electricity price; the split that an order shows as tip, peak, flat and valley. */
export const stageEnergy = (fees: readonly TariffFee[], usage: SlotUsage): ReadonlyMap<number, bigint> => {
  const energy = new Map<number, bigint>();
  const periods = fees.find((fee) => fee.rateType === rateTypes.electricity)?.periods ?? [];
  for (let index = 0; index < periods.length; index += 1) {
    const stage = periods[index]?.rateStage ?? 0;
    const takenDwh = quantityOf({ periods, billMode: billMode.byEnergy }, index, usage);
    if (takenDwh > 0n) energy.set(stage, (energy.get(stage) ?? 0n) + takenDwh);
  }
  return energy;
};

interface RunningTotal {
  gross: bigint;
  tariffOffer: bigint;
  vipOffer: bigint;
  cardCredit: bigint;
  couponCredit: bigint;
  overrun: bigint;
  pointCredit: bigint;
  net: bigint;
}

const newTotal = (): RunningTotal => ({
  gross: 0n,
  tariffOffer: 0n,
  vipOffer: 0n,
  cardCredit: 0n,
  couponCredit: 0n,
  overrun: 0n,
  pointCredit: 0n,
  net: 0n,
});

const addTo = (total: RunningTotal, cell: CellAmounts): void => {
  total.gross += cell.grossCents;
  total.tariffOffer += cell.tariffOfferCents;
  total.vipOffer += cell.vipOfferCents;
  total.cardCredit += cell.cardCreditCents;
  total.couponCredit += cell.couponCreditCents;
  total.overrun += cell.overrunCents;
  total.pointCredit += cell.pointCreditCents;
  total.net += cell.netCents;
};

const amountsOf = (total: RunningTotal): CellAmounts => ({
  grossCents: cents(total.gross),
  tariffOfferCents: cents(total.tariffOffer),
  vipOfferCents: cents(total.vipOffer),
  cardCreditCents: cents(total.cardCredit),
  couponCreditCents: cents(total.couponCredit),
  overrunCents: cents(total.overrun),
  pointCreditCents: cents(total.pointCredit),
  netCents: cents(total.net),
});
