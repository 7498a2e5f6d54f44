import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import type { CallError } from '#kit/web/calls/client.ts';
import { useStoredDraft } from '#kit/web/form/stored-draft.ts';
import { refresh, useCall } from '#kit/web/calls/query.tsx';
import { rateRule } from '../rate-rule/rate-rule.ts';
import { monthWords } from './rate-month.labels.ts';
import { problemsOfMonth, readMonth, sameMonth, writeMonth } from './month-draft.rules.ts';
import type { MonthEdit, MonthProblem } from './month-draft.rules.ts';
import { rateMonthApi, rateMonths } from './rate-month.ts';
import type { MonthView } from './rate-month.ts';

/** The state of one month in the editor. */
export interface MonthState extends Omit<MonthView, 'fees'> {
  readonly saved: MonthEdit;
  readonly edit: MonthEdit;
  readonly dirty: boolean;
  readonly undoable: boolean;
}

/** Why a save is not possible. */
export interface SaveProblem extends MonthProblem {
  readonly month: number;
}

/** Computes the new value from the old one, so that callers do not depend on the value and unchanged rows are not rendered again. */
export type Update<T> = (before: T) => T;

export interface Year {
  readonly query: UseQueryResult<readonly MonthView[], CallError>;
  readonly months: readonly MonthState[];
  readonly changed: readonly MonthState[];
  /** Consecutive steps with the same name are undone together: the letters of a price, or the dragging of a border. */
  readonly change: (month: number, update: Update<MonthEdit>, step?: string) => void;
  readonly undo: (month: number) => void;
  readonly discard: (month: number) => void;
  /** Saves all changed months, or returns the first problem and saves nothing. */
  readonly save: () => Promise<SaveProblem | 'saved' | 'refused'>;
  readonly saving: boolean;
  /** Discards all unsaved changes. */
  readonly forget: () => void;
}

interface UndoStep {
  readonly edit: MonthEdit;
  readonly name: string | undefined;
}
type Drafts = Readonly<Record<number, readonly UndoStep[]>>;

/** The largest number of undo steps for one month. */
const UNDO_STEPS_MAX = 100;

/** The months of a rule with their unsaved changes; several months can have unsaved changes at once. */
export const useYear = (rateRuleId: string): Year => {
  const query = useCall(rateMonthApi.selectMonthsByRuleId, { rateRuleId });
  const { stored, keepNow } = useStoredDraft<UnsavedMonths>(`rateMonth ${rateRuleId}`);
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(stored?.value));
  const { showSuccess } = useFeedback();
  const { send } = useSend(rateMonthApi.saveMonth, { doneText: false });
  const [saving, setSaving] = useState(false);
  const readMonths = useMemo(() => (query.data ?? []).map((view) => ({ view, saved: readMonth(view.fees) })), [query.data]);
  const months = useMemo(() => readMonths.map((monthRead) => stateOf(monthRead, drafts[monthRead.view.month])), [readMonths, drafts]);
  const changedMonths = useMemo(() => months.filter(({ dirty }) => dirty), [months]);
  useEffect(() => {
    if (query.data) keepNow(changedMonths.length > 0 ? Object.fromEntries(changedMonths.map(({ month, edit }) => [month, edit])) : null);
  }, [query.data, changedMonths, keepNow]);
  const change = useCallback(
    (month: number, update: Update<MonthEdit>, name?: string) =>
      setDrafts((before) => {
        const steps = before[month] ?? [];
        const now = steps.at(-1)?.edit ?? readMonths.find(({ view }) => view.month === month)?.saved ?? [];
        const edit = update(now);
        return edit === now ? before : { ...before, [month]: withStep(steps, { edit, name }) };
      }),
    [readMonths],
  );
  const undo = useCallback((month: number) => setDrafts((before) => ({ ...before, [month]: (before[month] ?? []).slice(0, -1) })), []);
  const discard = useCallback((month: number) => setDrafts((before) => ({ ...before, [month]: [] })), []);

  const sendAll = async (): Promise<'saved' | 'refused'> => {
    for (const { month, edit } of changedMonths) {
      if ((await send({ rateRuleId, month, fees: [...writeMonth(edit)] })) === undefined) return 'refused';
      await refresh(rateMonths, rateRule);
      discard(month);
    }
    return 'saved';
  };
  const save = async () => {
    const [problem] = changedMonths.flatMap(({ month, edit }) => problemsOfMonth(edit).map((monthProblem) => ({ ...monthProblem, month })));
    if (problem) return problem;
    setSaving(true);
    const outcome = await sendAll();
    setSaving(false);
    if (outcome === 'saved') showSuccess(monthWords.saved);
    return outcome;
  };
  const forget = useCallback(() => keepNow(null), [keepNow]);
  return { query, months, changed: changedMonths, change, undo, discard, save, saving, forget };
};

/** Unsaved changes in the browser's storage: the current state of each changed month. */
type UnsavedMonths = Readonly<Record<string, MonthEdit>>;
const draftsOf = (unsaved: UnsavedMonths = {}): Drafts =>
  Object.fromEntries(Object.entries(unsaved).map(([month, edit]) => [month, [{ edit, name: undefined }]]));

interface ReadMonth {
  readonly view: MonthView;
  readonly saved: MonthEdit;
}

const stateOf = ({ view, saved }: ReadMonth, steps: readonly UndoStep[] = []): MonthState => {
  const { month, editable, inUse } = view;
  const edit = steps.at(-1)?.edit ?? saved;
  return { month, editable, inUse, saved, edit, dirty: steps.length > 0 && !sameMonth(saved, edit), undoable: steps.length > 0 };
};

const withStep = (steps: readonly UndoStep[], step: UndoStep): readonly UndoStep[] => {
  const keptSteps = step.name !== undefined && steps.at(-1)?.name === step.name ? steps.slice(0, -1) : steps;
  return [...keptSteps, step].slice(-UNDO_STEPS_MAX);
};
