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

/** A formatter is expensive to make, and a wall shows hundreds of numbers every two seconds. There are as many as ways to write a number or a time. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();
const known = <T>(formats: Map<string, T>, key: string, make: () => T): T => {
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
};

const written = (value: number, tag: string, style: Intl.NumberFormatOptions): string =>
  known(numberFormats, `${tag} ${JSON.stringify(style)}`, () => new Intl.NumberFormat(tag, style)).format(value);

const timeWritten = (ms: number, tag: string, style: Intl.DateTimeFormatOptions): string =>
  known(timeFormats, `${tag} ${JSON.stringify(style)}`, () => new Intl.DateTimeFormat(tag, style)).format(ms);

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

const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/u;
const WIDTH = { wide: 1, narrow: 0.6 } as const;
const widthOf = (letter: string): number => (WIDE.test(letter) ? WIDTH.wide : WIDTH.narrow);

/** About how wide a text is, in widths of a Chinese character. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + widthOf(letter), 0);

/** The beginning of a text that has no room, in widths of a Chinese character. */
export const cutText = (text: string, room: number): string => {
  if (textWidth(text) <= room) return text;
  let left = room - WIDTH.wide;
  let cut = '';
  for (const letter of text) {
    left -= widthOf(letter);
    if (left < 0) break;
    cut += letter;
  }
  return `${cut.trimEnd()}…`;
};

const CODE_LETTERS = 5;
/** The end of a long code of a pile, which tells piles apart. */
export const shortCode = (code: string): string => (code.length > CODE_LETTERS ? `…${code.slice(1 - CODE_LETTERS)}` : code);

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

/** Where the stations are, so that a wall elsewhere shows their time. */
interface StationClock {
  readonly tag: string;
  readonly timeZone: string;
}

export const clockText = (ms: number, timeZone: string): string => timeWritten(ms, 'en-GB', { timeStyle: 'medium', timeZone });
export const dayText = (ms: number, { tag, timeZone }: StationClock): string => timeWritten(ms, tag, { dateStyle: 'long', timeZone });
/** The time of an instant of today, the day of another. */
export const shortTime = (iso: string, nowMs: number, { tag, timeZone }: StationClock): string => {
  const atMs = Date.parse(iso);
  return dayText(atMs, { tag, timeZone }) === dayText(nowMs, { tag, timeZone })
    ? timeWritten(atMs, 'en-GB', { timeStyle: 'short', timeZone })
    : timeWritten(atMs, tag, { month: 'numeric', day: 'numeric', timeZone });
};
