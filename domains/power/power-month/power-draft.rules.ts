import { slotOfTime, timeOfSlot } from '#engines/time/slots.ts';
import { cellsOf, withEditedEnds, type PeriodCells, type RowChange } from '#engines/time/day-periods.ts';
import { endAction as endActions, type EndAction } from '#engines/dispatch/schedule/codes.ts';
import { parse } from '#kit/fields/parse.ts';
import { parseScaled } from '#kit/fields/scaled.ts';
import type { Args } from '#kit/fields/words.ts';
import type { PowerControlRefusal } from '../power-control/power-control.labels.ts';
import { powerPeriodShape, type PowerMonthView } from './power-month.ts';
import { readPowerMonth } from './power-month.rules.ts';

type PeriodWire = PowerMonthView['periods'][number];

/** A period while it is edited: numbers are as typed and may still be missing or wrong. */
export interface PowerPeriodEdit {
  readonly startSlot: number;
  readonly changingPower: string;
  readonly changingPowerMin: string;
  readonly changingSoc: string;
  readonly endAction: EndAction;
}
export type PowerDay = readonly PowerPeriodEdit[];

/** A whole day without any limit. */
export const unlimitedDay: PowerDay = [
  { startSlot: 0, changingPower: '0', changingPowerMin: '0', changingSoc: '0', endAction: endActions.nextApplies },
];

export const readDay = (periods: readonly PeriodWire[]): PowerDay =>
  periods.map(({ startTime, changingPower, changingPowerMin, changingSoc, endAction }) => ({
    startSlot: slotOfTime(startTime),
    changingPower: shortNumber(changingPower),
    changingPowerMin: shortNumber(changingPowerMin),
    changingSoc: String(changingSoc),
    endAction,
  }));

/** Only a day without problems is sent. */
export const writeDay = (day: PowerDay): readonly PeriodWire[] =>
  day.map(({ startSlot, changingSoc, ...rest }) => ({ ...rest, startTime: timeOfSlot(startSlot), changingSoc: Number(changingSoc) }));

export const sameDay = (one: PowerDay, other: PowerDay): boolean => JSON.stringify(one.map(canonical)) === JSON.stringify(other.map(canonical));
const canonical = ({ startSlot, endAction, ...numbers }: PowerPeriodEdit) => [startSlot, endAction, ...numbersOf(numbers)];
const numbersOf = ({ changingPower, changingPowerMin, changingSoc }: Pick<PowerPeriodEdit, 'changingPower' | 'changingPowerMin' | 'changingSoc'>) =>
  [changingPower, changingPowerMin, changingSoc].map((text) => (text.trim() === '' ? text : Number(text)));

/** What prevents a day from being saved: the period, and the server's refusal when its numbers are valid by themselves. */
export interface DayProblem {
  readonly period: number;
  readonly refusal: PowerControlRefusal | undefined;
  readonly args: Args;
}

export const problemsOfDay = (day: PowerDay): readonly DayProblem[] => {
  const wrong = day.flatMap((period, index) => (isComplete(period) ? [] : [{ period: index, refusal: undefined, args: {} }]));
  if (wrong.length > 0) return wrong;
  const drafts = day.map(({ startSlot, changingPower, changingPowerMin, changingSoc, endAction }) => ({
    startTime: timeOfSlot(startSlot),
    changingPower: hectowatts(changingPower),
    changingPowerMin: hectowatts(changingPowerMin),
    changingSoc: Number(changingSoc),
    endAction,
  }));
  const verdict = readPowerMonth(1, drafts);
  return verdict.ok ? [] : [{ period: 0, refusal: verdict.refusal, args: verdict.args ?? {} }];
};

const isComplete = ({ changingPower, changingPowerMin, changingSoc }: PowerPeriodEdit): boolean =>
  parse(powerPeriodShape.changingPower, changingPower).ok &&
  parse(powerPeriodShape.changingPowerMin, changingPowerMin).ok &&
  parse(powerPeriodShape.changingSoc, changingSoc).ok;

const hectowatts = (text: string): bigint => {
  const value = parseScaled(text, KILOWATT_SCALE);
  return typeof value === 'bigint' ? value : 0n;
};
/** Digits of a power on the wire. */
const KILOWATT_SCALE = 1;

export interface PowerRow extends PeriodCells, Omit<PowerPeriodEdit, 'startSlot'> {}

export const rowsOfDay = (day: PowerDay): readonly PowerRow[] =>
  day.map(({ startSlot: _start, ...terms }, index) => ({ ...cellsOf(day, index), ...terms }));

/** The day after cells were edited; the same array is returned when nothing differs. */
export const withCells = (day: PowerDay, changes: readonly RowChange[]): PowerDay => {
  const edited = changes.reduce((before, { id, values }) => withTerms(before, Number(id), values), day);
  return withEditedEnds(edited, changes);
};

const withTerms = (day: PowerDay, index: number, values: RowChange['values']): PowerDay => {
  const period = day[index];
  if (!period) return day;
  const action = Object.values(endActions).find((value) => String(value) === textIn(values['endAction']));
  const after = {
    ...period,
    ...('changingPower' in values && { changingPower: numberIn(values['changingPower'], period.changingPower) }),
    ...('changingPowerMin' in values && { changingPowerMin: numberIn(values['changingPowerMin'], period.changingPowerMin) }),
    ...('changingSoc' in values && { changingSoc: numberIn(values['changingSoc'], period.changingSoc) }),
    ...(action !== undefined && { endAction: action }),
  };
  return JSON.stringify(after) === JSON.stringify(period) ? day : day.map((each, place) => (place === index ? after : each));
};

/** A number keeps the digits as typed: `42.0` does not become `42` when the cell loses the focus. */
const numberIn = (value: unknown, before: string): string =>
  typeof value === 'number' && before !== '' && Number(before) === value ? before : textIn(value);
const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** `42.0` as `42`. */
const shortNumber = (text: string): string => String(Number(text));

/** The highest limit of a day in kW; 0 when no period has one. */
export const highestPower = (day: PowerDay): number => Math.max(0, ...day.map(({ changingPower }) => Number(changingPower) || 0));
