import { chemistry, type CarModel, type Chemistry } from './car.ts';

/** What a BMS demands of the charger. */
export interface Demand {
  readonly volts: number;
  readonly amps: number;
  /** 1 constant voltage, 2 constant current: the charging modes of GB/T 27930. */
  readonly mode: 1 | 2;
}

/** Above this state of charge the current decreases. */
const TAPER_FROM_PERCENT = 80;
/** The share of the current that remains when the battery is full. */
const TAPER_END = 0.06;

/** Open-circuit voltage of a cell by state of charge, with straight lines between the points. */
const openCircuitCurves: Readonly<Record<Chemistry, readonly (readonly [percent: number, volts: number])[]>> = {
  [chemistry.lfp]: [
    [0, 2.9],
    [5, 3.12],
    [20, 3.24],
    [50, 3.29],
    [80, 3.33],
    [95, 3.36],
    [100, 3.42],
  ],
  [chemistry.ncm]: [
    [0, 3.2],
    [5, 3.42],
    [20, 3.56],
    [50, 3.7],
    [80, 3.95],
    [95, 4.12],
    [100, 4.18],
  ],
};
const cellMax: Readonly<Record<Chemistry, number>> = { [chemistry.lfp]: 3.65, [chemistry.ncm]: 4.25 };

/** Open-circuit voltage of the pack. */
export const openCircuitVolts = ({ chemistry: kind, cells }: Pick<CarModel, 'chemistry' | 'cells'>, socPercent: number): number =>
  cells * onCurve(openCircuitCurves[kind], socPercent);

export const maxVolts = ({ chemistry: kind, cells }: Pick<CarModel, 'chemistry' | 'cells'>): number => cells * cellMax[kind];
export const cellMaxVolts = (model: Pick<CarModel, 'chemistry'>): number => cellMax[model.chemistry];

/** Constant current up to the taper, then decreasing until the battery is full. */
export const demandOf = (model: CarModel, socPercent: number): Demand => ({
  volts: maxVolts(model),
  amps: model.dcMaxA * taper(socPercent),
  mode: socPercent < TAPER_FROM_PERCENT ? 2 : 1,
});

/** The share of its maximum power that a battery still accepts. */
export const taper = (socPercent: number): number => {
  if (socPercent <= TAPER_FROM_PERCENT) return 1;
  const remaining = Math.max(0, (100 - socPercent) / (100 - TAPER_FROM_PERCENT));
  return TAPER_END + (1 - TAPER_END) * remaining ** 1.5;
};

const onCurve = (curve: readonly (readonly [number, number])[], x: number): number => {
  let [x0, y0] = curve[0] ?? [0, 0];
  for (const [x1, y1] of curve) {
    if (x <= x1) return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
    [x0, y0] = [x1, y1];
  }
  return y0;
};
