import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Words } from '#kit/fields/words.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { CallError } from '../calls/client.ts';
import { useStoredDraft } from '../form/stored-draft.ts';

/** A month as the server has it; a month that is not set has no parts. */
export interface SavedMonth<Part> {
  /** 1 to 12. */
  readonly month: number;
  readonly editable: boolean;
  /** Devices follow it at present. */
  readonly inUse: boolean;
  readonly saved: readonly Part[];
}

/** The state of one month in the editor. */
export interface MonthState<Part> extends SavedMonth<Part> {
  readonly edit: readonly Part[];
  readonly dirty: boolean;
  readonly undoable: boolean;
}

/** Computes the new value from the old one, so that callers do not depend on the value and unchanged rows are not rendered again. */
export type Update<T> = (before: T) => T;

export interface Year<Part, Problem = unknown> {
  readonly query: UseQueryResult<readonly unknown[], CallError>;
  readonly months: readonly MonthState<Part>[];
  readonly changed: readonly MonthState<Part>[];
  /** Consecutive steps with the same name are undone together: the letters of a number, or the dragging of a border. */
  readonly change: (month: number, update: Update<readonly Part[]>, step?: string) => void;
  readonly undo: (month: number) => void;
  readonly discard: (month: number) => void;
  /** Saves all changed months, or returns the first problem and saves nothing. */
  readonly save: () => Promise<(Problem & { readonly month: number }) | 'saved' | 'refused'>;
  readonly saving: boolean;
  /** Discards all unsaved changes. */
  readonly forget: () => void;
}

/** What the year of a rule consists of. The functions must stay the same from one rendering to the next. */
export interface YearSource<View, Part, Problem> {
  /** Of the unsaved changes in the browser. */
  readonly storeKey: string;
  readonly query: UseQueryResult<readonly View[], CallError>;
  readonly read: (view: View) => SavedMonth<Part>;
  readonly isSame: (one: readonly Part[], other: readonly Part[]) => boolean;
  readonly problemsOf: (edit: readonly Part[]) => readonly Problem[];
  /** Saves one month and reads it again; false when the server refused it. */
  readonly send: (month: number, edit: readonly Part[]) => Promise<boolean>;
  readonly savedText: Words;
}

interface UndoStep<Part> {
  readonly edit: readonly Part[];
  readonly name: string | undefined;
}
type Drafts<Part> = Readonly<Record<number, readonly UndoStep<Part>[]>>;

/** The largest number of undo steps for one month. */
const UNDO_STEPS_MAX = 100;

/** The months of a rule with their unsaved changes; several months can have unsaved changes at once. */
export const useYear = <View, Part, Problem>(source: YearSource<View, Part, Problem>): Year<Part, Problem> => {
  const { query, read, isSame } = source;
  const { stored, keepNow } = useStoredDraft<UnsavedMonths<Part>>(source.storeKey);
  const [drafts, setDrafts] = useState<Drafts<Part>>(() => draftsOf(stored?.value));
  const { showSuccess } = useFeedback();
  const [saving, setSaving] = useState(false);
  const readMonths = useMemo(() => (query.data ?? []).map(read), [query.data, read]);
  const months = useMemo(() => readMonths.map((monthRead) => stateOf(monthRead, drafts[monthRead.month], isSame)), [readMonths, drafts, isSame]);
  const changedMonths = useMemo(() => months.filter(({ dirty }) => dirty), [months]);
  useEffect(() => {
    if (query.data) keepNow(changedMonths.length > 0 ? Object.fromEntries(changedMonths.map(({ month, edit }) => [month, edit])) : null);
  }, [query.data, changedMonths, keepNow]);
  const change = useCallback(
    (month: number, update: Update<readonly Part[]>, name?: string) =>
      setDrafts((before) => {
        const steps = before[month] ?? [];
        const now = steps.at(-1)?.edit ?? readMonths.find((candidate) => candidate.month === month)?.saved ?? [];
        const edit = update(now);
        return edit === now ? before : { ...before, [month]: withStep(steps, { edit, name }) };
      }),
    [readMonths],
  );
  const undo = useCallback((month: number) => setDrafts((before) => ({ ...before, [month]: (before[month] ?? []).slice(0, -1) })), []);
  const discard = useCallback((month: number) => setDrafts((before) => ({ ...before, [month]: [] })), []);

  const sendAll = async (): Promise<'saved' | 'refused'> => {
    for (const { month, edit } of changedMonths) {
      if (!(await source.send(month, edit))) return 'refused';
      discard(month);
    }
    return 'saved';
  };
  const save = async () => {
    const [problem] = changedMonths.flatMap(({ month, edit }) => source.problemsOf(edit).map((monthProblem) => ({ ...monthProblem, month })));
    if (problem) return problem;
    setSaving(true);
    const outcome = await sendAll();
    setSaving(false);
    if (outcome === 'saved') showSuccess(source.savedText);
    return outcome;
  };
  const forget = useCallback(() => keepNow(null), [keepNow]);
  return { query, months, changed: changedMonths, change, undo, discard, save, saving, forget };
};

/** Unsaved changes in the browser's storage: the current state of each changed month. */
type UnsavedMonths<Part> = Readonly<Record<string, readonly Part[]>>;
const draftsOf = <Part>(unsaved: UnsavedMonths<Part> = {}): Drafts<Part> =>
  Object.fromEntries(Object.entries(unsaved).map(([month, edit]) => [month, [{ edit, name: undefined }]]));

const stateOf = <Part>(
  monthRead: SavedMonth<Part>,
  steps: readonly UndoStep<Part>[] = [],
  isSame: YearSource<unknown, Part, unknown>['isSame'],
): MonthState<Part> => {
  const edit = steps.at(-1)?.edit ?? monthRead.saved;
  return { ...monthRead, edit, dirty: steps.length > 0 && !isSame(monthRead.saved, edit), undoable: steps.length > 0 };
};

const withStep = <Part>(steps: readonly UndoStep<Part>[], step: UndoStep<Part>): readonly UndoStep<Part>[] => {
  const keptSteps = step.name !== undefined && steps.at(-1)?.name === step.name ? steps.slice(0, -1) : steps;
  return [...keptSteps, step].slice(-UNDO_STEPS_MAX);
};
