import type { Feed, LineSeries, ChartPoint } from '#kit/web/chart/charts.tsx';
import type { LiveSample } from '../../live/topics.ts';
import type { Curve } from '../order-detail.ts';
import { pageWords } from '../order-page.labels.ts';

export const powerSeries: readonly LineSeries[] = [
  { key: 'power', name: pageWords.power, unit: 'kW', area: true },
  { key: 'soc', name: 'SOC', unit: '%', axis: 1 },
];
export const electricSeries: readonly LineSeries[] = [
  { key: 'voltage', name: pageWords.voltage, unit: 'V' },
  { key: 'current', name: pageWords.current, unit: 'A', axis: 1 },
];
export const energySeries: readonly LineSeries[] = [{ key: 'energy', name: pageWords.energy, unit: 'kWh', area: true }];

/** Of the two contacts of the gun. */
export const gunTempSeries: readonly LineSeries[] = [
  { key: 'positiveTemp', name: 'DC+', unit: '°C' },
  { key: 'negativeTemp', name: 'DC-', unit: '°C' },
];

const names = ['power', 'soc', 'voltage', 'current', 'energy', 'positiveTemp', 'negativeTemp'] as const;

/** Whether a pile has reported the temperatures of its gun; AC piles and most OCPP piles do not. */
export const hasGunTemps = (curve: Curve | undefined): boolean =>
  curve !== undefined && [...curve.positiveTemp, ...curve.negativeTemp].some((value) => value !== null);

export const curvePoints = (curve: Curve): Readonly<Record<string, readonly ChartPoint[]>> =>
  Object.fromEntries(names.map((name) => [name, curve.at.map((at, index): ChartPoint => [at, curve[name][index] ?? null])]));

/** Points that have been loaded are not drawn a second time from the live feed. */
export const dropLoadedSamples = (feed: Feed, loadedUntilMs: number): void => {
  for (const name of names)
    feed.reset(
      name,
      feed.of(name).filter(([at]) => at > loadedUntilMs),
    );
};

/** A pushed sample in the units of the charts. */
export const appendSample = (feed: Feed, { atMs, powerW, soc, voltageDv, currentDa, energyDwh, positiveTempC, negativeTempC }: LiveSample): void => {
  const add = (name: (typeof names)[number], value: number | null, divisor: number): void => {
    if (value !== null) feed.append(name, [atMs, value / divisor]);
  };
  add('power', powerW, 1_000);
  add('soc', soc, 1);
  add('voltage', voltageDv, 10);
  add('current', currentDa, 10);
  add('energy', energyDwh, 10_000);
  add('positiveTemp', positiveTempC, 1);
  add('negativeTemp', negativeTempC, 1);
};
