import { energyDwh, cents, type Cents, type EnergyDwh } from '../money/units.ts';
import { billMode, RATE_TYPES, rateType as rateTypes, type RateType } from './codes.ts';
import { quantityOf } from './cells.ts';
import { type TariffFee } from './schedule.ts';
import { type SlotUsage } from './usage.ts';

/** Where an amount went: `grossCents` = the other five added up, all >= 0. */
export interface CellAmounts {
  readonly grossCents: Cents;
  readonly tariffOfferCents: Cents;
  readonly vipOfferCents: Cents;
  readonly couponCreditCents: Cents;
  readonly overrunCents: Cents;
  readonly netCents: Cents;
}

export interface FeeTotal extends CellAmounts {
  readonly rateType: RateType;
}

export interface StageTotal extends CellAmounts {
  readonly rateStage: number;
  /** Energy taken while electricity was in this stage, also where electricity is billed by hour. */
  readonly energyDwh: EnergyDwh;
}

interface Cell extends CellAmounts {
  readonly rateType: RateType;
  readonly rateStage: number;
}

/** Always four rows, 1 to 4. */
export const feeTotals = (cells: readonly Cell[]): FeeTotal[] =>
  RATE_TYPES.map((rateType) => ({ rateType, ...amountsOf(cells.filter((cell) => cell.rateType === rateType)) }));

/** A row for each stage in which something was consumed, ascending. */
export const stageTotals = (cells: readonly Cell[], energy: ReadonlyMap<number, EnergyDwh>): StageTotal[] => {
  const stages = new Set([...cells.map((cell) => cell.rateStage), ...energy.keys()]);
  return [...stages]
    .sort((a, b) => a - b)
    .map((rateStage) => ({
      rateStage,
      energyDwh: energy.get(rateStage) ?? energyDwh(0n),
      ...amountsOf(cells.filter((cell) => cell.rateStage === rateStage)),
    }));
};

/** Energy by the stage that electricity was in; the split that an order shows as tip, peak, flat and valley. */
export const stageEnergy = (fees: readonly TariffFee[], usage: SlotUsage): ReadonlyMap<number, EnergyDwh> => {
  const energy = new Map<number, EnergyDwh>();
  const electricity = fees.find((fee) => fee.rateType === rateTypes.electricity);
  if (!electricity) return energy;
  const metered = { ...electricity, billMode: billMode.byEnergy };
  for (const [index, { rateStage }] of metered.periods.entries()) {
    const taken = quantityOf(metered, index, usage);
    if (taken > 0n) energy.set(rateStage, energyDwh((energy.get(rateStage) ?? 0n) + taken));
  }
  return energy;
};

const amountsOf = (cells: readonly CellAmounts[]): CellAmounts => {
  let [gross, tariffOffer, vipOffer, couponCredit, overrun, net] = [0n, 0n, 0n, 0n, 0n, 0n];
  for (const cell of cells) {
    gross += cell.grossCents;
    tariffOffer += cell.tariffOfferCents;
    vipOffer += cell.vipOfferCents;
    couponCredit += cell.couponCreditCents;
    overrun += cell.overrunCents;
    net += cell.netCents;
  }
  return {
    grossCents: cents(gross),
    tariffOfferCents: cents(tariffOffer),
    vipOfferCents: cents(vipOffer),
    couponCreditCents: cents(couponCredit),
    overrunCents: cents(overrun),
    netCents: cents(net),
  };
};
