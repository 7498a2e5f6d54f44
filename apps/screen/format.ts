/** Numbers as a wall shows them: few digits, the unit apart. */
export interface ShownNumber {
  readonly value: string;
  readonly unit: string;
}

const DWH_PER_KWH = 10_000;
const KILO = 1_000;
/** From here on a number is shown in thousands of its unit. */
const LARGE = 10_000;

const digitsFor = (value: number): number => (Math.abs(value) < 10 ? 2 : Math.abs(value) < 1_000 ? 1 : 0);

/** A formatter is expensive to make, and a wall shows hundreds of numbers every two seconds. There are as many as ways to write a number. */
const formatters = new Map<string, Intl.NumberFormat>();
const written = (value: number, tag: string, style: Intl.NumberFormatOptions): string => {
  const key = `${tag} ${JSON.stringify(style)}`;
  const known = formatters.get(key) ?? new Intl.NumberFormat(tag, style);
  formatters.set(key, known);
  return known.format(value);
};

const numberText = (value: number, tag: string, digits = digitsFor(value)): string =>
  written(value, tag, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const energyShown = (dwh: number, tag: string): ShownNumber => {
  const kwh = dwh / DWH_PER_KWH;
  if (kwh >= LARGE * KILO) return { value: numberText(kwh / KILO / KILO, tag, 2), unit: 'GWh' };
  return kwh >= LARGE ? { value: numberText(kwh / KILO, tag), unit: 'MWh' } : { value: numberText(kwh, tag), unit: 'kWh' };
};

export const powerShown = (watts: number, tag: string): ShownNumber =>
  watts >= LARGE * KILO ? { value: numberText(watts / KILO / KILO, tag, 2), unit: 'MW' } : { value: numberText(watts / KILO, tag, 1), unit: 'kW' };

export const weightShown = (kg: number, tag: string): ShownNumber =>
  Math.abs(kg) >= LARGE ? { value: numberText(kg / KILO, tag, 1), unit: 't' } : { value: numberText(kg, tag, 0), unit: 'kg' };

export const countShown = (count: number, tag: string): ShownNumber => ({ value: numberText(count, tag, 0), unit: '' });

export interface Money {
  readonly currency: string;
  readonly digits: number;
}

/** From here on amounts are written without the minor unit, and from a hundred times that in short. */
const WHOLE = 10_000;
const SHORT = 100 * WHOLE;

export const amountShown = (minor: number, { currency, digits }: Money, tag: string): ShownNumber => {
  const value = minor / 10 ** digits;
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const shownDigits = Math.abs(value) >= WHOLE ? 0 : digits;
  const shown =
    Math.abs(value) >= SHORT
      ? written(value, tag, { ...style, notation: 'compact', maximumFractionDigits: 2 })
      : written(value, tag, { ...style, maximumFractionDigits: shownDigits, minimumFractionDigits: shownDigits });
  return { value: shown, unit: '' };
};

export const percentText = (share: number, tag: string): string => written(share, tag, { style: 'percent', maximumFractionDigits: 1 });

export const textOf = ({ value, unit }: ShownNumber): string => (unit === '' ? value : `${value} ${unit}`);

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** The clocks of stations are at most so many hours behind that of Greenwich. */
const BEHIND_MAX = 10;

/** Midnight in UTC of the day at stations whose clocks show `hour`, which may be another day than where the screen hangs. */
export const stationDay = (nowMs: number, hour: number): Date => {
  const aheadHours = ((hour - new Date(nowMs).getUTCHours() + BEHIND_MAX + DAY_HOURS) % DAY_HOURS) - BEHIND_MAX;
  const there = new Date(nowMs + aheadHours * HOUR_MS);
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()));
};

export const clockText = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB', { hour12: false });
export const dayText = (ms: number, tag: string): string => new Date(ms).toLocaleDateString(tag, { dateStyle: 'long' });
export const shortTime = (iso: string, nowMs: number, tag: string): string => {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return isToday
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString(tag, { month: 'numeric', day: 'numeric' });
};
