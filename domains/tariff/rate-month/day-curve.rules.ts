import { SLOT_COUNT } from '#engines/time/slots.ts';
import { billMode } from '#engines/tariff/codes.ts';
import { paidRate } from './month-draft.rules.ts';
import type { FeeEdit, FeeType, MonthEdit } from './month-draft.rules.ts';
import { indexAt } from '#engines/time/day-periods.ts';

/** A line of the price chart: 48 prices as numbers, for drawing only. Null where a price is missing or invalid. */
export interface PriceLine {
  readonly rateType: FeeType;
  readonly byHour: boolean;
  readonly prices: readonly (number | null)[];
}

export const linesOf = (month: MonthEdit): readonly PriceLine[] =>
  month.map((fee) => ({ rateType: fee.rateType, byHour: fee.billMode === billMode.byHour, prices: slots.map((slot) => priceIn(fee, slot)) }));

const slots = Array.from({ length: SLOT_COUNT }, (_value, slot) => slot);

const priceIn = (fee: FeeEdit, slot: number): number | null => {
  const period = fee.periods[indexAt(fee.periods, slot)];
  const rate = period && paidRate(period);
  return rate === undefined ? null : Number(rate);
};

/** Prices for a kWh, stacked with the lowest first: each layer from its floor to its top. */
export interface Layer extends PriceLine {
  readonly floors: readonly number[];
  readonly tops: readonly number[];
}

export const layersOf = (lines: readonly PriceLine[]): readonly Layer[] => {
  const floors = slots.map(() => 0);
  return lines
    .filter(({ byHour }) => !byHour)
    .map((line) => {
      const layerFloors = [...floors];
      for (const slot of slots) floors[slot] = (floors[slot] ?? 0) + (line.prices[slot] ?? 0);
      return { ...line, floors: layerFloors, tops: [...floors] };
    });
};

/** A round number at or above the highest price, so that the axis reads well. */
export const ceilingOf = (lines: readonly PriceLine[]): number => {
  const stacked = layersOf(lines).at(-1)?.tops ?? [];
  const hourly = lines.flatMap(({ byHour, prices }) => (byHour ? prices.map((price) => price ?? 0) : []));
  const highest = Math.max(0, ...stacked, ...hourly);
  if (highest === 0) return 1;
  const size = 10 ** Math.floor(Math.log10(highest));
  return roundPrice((roundSteps.find((step) => step * size >= highest) ?? 10) * size);
};

/** Removes binary rounding errors: 0.6, not 0.6000000000000001. */
export const roundPrice = (price: number): number => Number(price.toFixed(7));

const roundSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
