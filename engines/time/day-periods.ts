import { SLOT_COUNT, slotOfTime, timeOfSlot } from './slots.ts';

/**
 * The periods of one day. Each runs from its start until the next one starts. Every function here keeps them complete: the first starts at 0, and each
 * starts after the one before.
 */
export interface DayPeriod {
  /** 0 to 47. */
  readonly startSlot: number;
}

/** The slot a period ends before. */
export const endSlotOf = (periods: readonly DayPeriod[], index: number): number => periods[index + 1]?.startSlot ?? SLOT_COUNT;

/** The position of the period that a slot lies in. */
export const indexAt = (periods: readonly DayPeriod[], slot: number): number => periods.findLastIndex((period) => period.startSlot <= slot);

/** Why a period cannot be split; undefined when it can. */
export const cannotSplit = (periods: readonly DayPeriod[], index: number): 'full' | 'shortest' | undefined => {
  if (periods.length >= SLOT_COUNT) return 'full';
  return endSlotOf(periods, index) - (periods[index]?.startSlot ?? 0) < 2 ? 'shortest' : undefined;
};

/** Splits a period in the middle; both halves are otherwise the same. */
export const split = <P extends DayPeriod>(periods: readonly P[], index: number): readonly P[] => {
  const period = periods[index];
  if (!period || cannotSplit(periods, index)) return periods;
  const startSlot = Math.ceil((period.startSlot + endSlotOf(periods, index)) / 2);
  return [...periods.slice(0, index + 1), { ...period, startSlot }, ...periods.slice(index + 1)];
};

/** The longest period, which is split when one is added. */
export const longest = (periods: readonly DayPeriod[]): number => {
  const lengths = periods.map((period, index) => endSlotOf(periods, index) - period.startSlot);
  return lengths.indexOf(Math.max(...lengths));
};

/** Removes a period. Its time goes to the previous period, or to the next one when it is the first. */
export const remove = <P extends DayPeriod>(periods: readonly P[], index: number): readonly P[] => {
  if (periods.length < 2) return periods;
  const remaining = periods.filter((_period, candidateIndex) => candidateIndex !== index);
  return remaining.map((period, newIndex) => (newIndex === 0 ? { ...period, startSlot: 0 } : period));
};

/** The half hours a period may start at: after the one before and before the one after. The first starts the day. */
export const startRange = (periods: readonly DayPeriod[], index: number): { readonly from: number; readonly to: number } => ({
  from: index === 0 ? 0 : (periods[index - 1]?.startSlot ?? 0) + 1,
  to: index === 0 ? 0 : endSlotOf(periods, index) - 1,
});

/** Moves the border before a period as far as its neighbours let it. */
export const moveStart = <P extends DayPeriod>(periods: readonly P[], index: number, slot: number): readonly P[] => {
  const { from, to } = startRange(periods, index);
  const startSlot = Math.min(to, Math.max(from, slot));
  return periods.map((period, candidateIndex) => (candidateIndex === index ? { ...period, startSlot } : period));
};

/** Cells that the user changed, by row id. */
export interface RowChange {
  /** The position of the period, since a period has no other stable identifier. */
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The half hours that the end of a period may be moved to: after its own start and before the end of the next; the last one ends the day. */
const endRange = (periods: readonly DayPeriod[], index: number): { readonly endFrom: number; readonly endTo: number } =>
  index === periods.length - 1
    ? { endFrom: SLOT_COUNT, endTo: SLOT_COUNT }
    : { endFrom: (periods[index]?.startSlot ?? 0) + 1, endTo: endSlotOf(periods, index + 1) - 1 };

/** The periods with other ends, by position; undefined when the ends do not ascend, and the same array when nothing differs. */
const withEnds = <P extends DayPeriod>(periods: readonly P[], ends: ReadonlyMap<number, number>): readonly P[] | undefined => {
  if ((ends.get(periods.length - 1) ?? SLOT_COUNT) !== SLOT_COUNT) return undefined;
  const starts = periods.map(({ startSlot }, index) => (index === 0 ? 0 : (ends.get(index - 1) ?? startSlot)));
  if (starts.some((start, index) => start >= (starts[index + 1] ?? SLOT_COUNT))) return undefined;
  if (starts.every((start, index) => start === periods[index]?.startSlot)) return periods;
  return periods.map((period, index) => ({ ...period, startSlot: starts[index] ?? period.startSlot }));
};

export interface EndChoice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** All half hours; those outside the range are shown but disabled. */
export const endChoices = ({ endFrom, endTo }: ReturnType<typeof endRange>): readonly EndChoice[] =>
  Array.from({ length: SLOT_COUNT }, (_value, index) => ({
    value: timeOfSlot(index + 1),
    label: timeOfSlot(index + 1),
    disabled: index + 1 < endFrom || index + 1 > endTo,
  }));

/** Whether the changed ends still divide the day without gaps. */
export const isValidEnds = (periods: readonly DayPeriod[], changes: readonly RowChange[]): boolean =>
  withEnds(periods, endsIn(changes)) !== undefined;

const endsIn = (changes: readonly RowChange[]): ReadonlyMap<number, number> =>
  new Map(changes.flatMap(({ id, values: { end } }) => (typeof end === 'string' ? [[Number(id), slotOfTime(end)] as const] : [])));

/** The cells of a table row about the time of a period. */
export interface PeriodCells {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  /** The slots its end may be moved to. */
  readonly endFrom: number;
  readonly endTo: number;
  readonly hours: number;
  readonly noSplit: ReturnType<typeof cannotSplit>;
  readonly isOnly: boolean;
}

export const cellsOf = (periods: readonly DayPeriod[], index: number): PeriodCells => {
  const startSlot = periods[index]?.startSlot ?? 0;
  const end = endSlotOf(periods, index);
  return {
    id: String(index),
    start: timeOfSlot(startSlot),
    end: timeOfSlot(end),
    ...endRange(periods, index),
    hours: (end - startSlot) / 2,
    noSplit: cannotSplit(periods, index),
    isOnly: periods.length < 2,
  };
};

/** The periods with the ends that were edited. Ends that do not ascend change nothing. */
export const withEditedEnds = <P extends DayPeriod>(periods: readonly P[], changes: readonly RowChange[]): readonly P[] =>
  withEnds(periods, endsIn(changes)) ?? periods;
