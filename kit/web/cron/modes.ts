import { NTH_MAX, partBounds, partValues } from '#engines/cron/part.ts';
import type { CronPart, PartMode, PartName } from '#engines/cron/part.ts';

/** The modes that a panel can set. */
export type PanelMode = Exclude<PartMode, 'mixed'>;

const plainModes = ['every', 'range', 'loop', 'list'] as const;
export const panelModes: Readonly<Record<PartName, readonly PanelMode[]>> = {
  second: plainModes,
  minute: plainModes,
  hour: plainModes,
  day: ['every', 'unset', 'range', 'loop', 'workday', 'last', 'lastWorkday', 'list'],
  month: plainModes,
  week: ['every', 'unset', 'range', 'loop', 'lastOf', 'nth', 'list'],
  year: plainModes,
};

/** The years that a panel offers; other years can be typed. */
const PANEL_YEARS = { min: 2019, max: 2119 };
const YEAR_STEP_MAX = 99;
const YEARS_AHEAD = 100;

/** The range of values that a panel offers. */
export const panelBounds = (name: PartName): { readonly min: number; readonly max: number } => (name === 'year' ? PANEL_YEARS : partBounds[name]);

export const stepMax = (name: PartName): number => {
  const { min, max } = partBounds[name];
  return name === 'year' ? YEAR_STEP_MAX : max - min + 1;
};
export const NTH = { min: 1, max: NTH_MAX } as const;

/** The initial value of a mode: the whole range, every step from the first, or the first value. Years start at the current year. */
export const firstOf = (name: PartName, mode: PanelMode, thisYear: number): CronPart => {
  const { min, max } = panelBounds(name);
  const first = name === 'year' ? Math.min(Math.max(thisYear, min), max) : min;
  switch (mode) {
    case 'every':
    case 'unset':
    case 'lastWorkday':
      return { mode };
    case 'range':
      return { mode, from: first, to: name === 'year' ? Math.min(first + YEARS_AHEAD, max) : max };
    case 'loop':
      return { mode, start: first, step: 1 };
    case 'list':
      return { mode, values: [first] };
    case 'last':
      return { mode, before: 0 };
    case 'workday':
      return { mode, day: first };
    case 'lastOf':
      return { mode, week: first };
    case 'nth':
      return { mode, week: first, nth: 1 };
  }
};

/** The part as a panel shows it: a list with ranges is shown value by value. */
export const panelPart = (name: PartName, part: CronPart): Exclude<CronPart, { readonly mode: 'mixed' }> =>
  part.mode === 'mixed' ? { mode: 'list', values: partValues(name, part) ?? [] } : part;

/** A list without a ticked value becomes its smallest value. */
export const ticked = (name: PartName, values: readonly number[]): CronPart => ({
  mode: 'list',
  values: values.length === 0 ? [panelBounds(name).min] : values.toSorted((a, b) => a - b),
});
