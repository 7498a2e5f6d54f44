import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { refresh, useCall } from '#kit/web/calls/query.tsx';
import { useYear } from '#kit/web/year/use-year.ts';
import type { MonthState as EditedMonth, SavedMonth, Year as EditedYear } from '#kit/web/year/use-year.ts';
import { rateRule } from '../rate-rule/rate-rule.ts';
import { monthWords } from './rate-month.labels.ts';
import { problemsOfMonth, readMonth, sameMonth, writeMonth } from './month-draft.rules.ts';
import type { FeeEdit, MonthProblem } from './month-draft.rules.ts';
import { rateMonthApi, rateMonths } from './rate-month.ts';
import type { MonthView } from './rate-month.ts';

export type MonthState = EditedMonth<FeeEdit>;
export type Year = EditedYear<FeeEdit, MonthProblem>;

/** The prices of a rule's year while they are edited. */
export const useRateYear = (rateRuleId: string): Year => {
  const { send } = useSend(rateMonthApi.saveMonth, { doneText: false });
  return useYear({
    storeKey: `rateMonth ${rateRuleId}`,
    query: useCall(rateMonthApi.selectMonthsByRuleId, { rateRuleId }),
    read: readView,
    isSame: sameMonth,
    problemsOf: problemsOfMonth,
    send: async (month, edit) => {
      if ((await send({ rateRuleId, month, fees: [...writeMonth(edit)] })) === undefined) return false;
      await refresh(rateMonths, rateRule);
      return true;
    },
    savedText: monthWords.saved,
  });
};

const readView = ({ fees, ...view }: MonthView): SavedMonth<FeeEdit> => ({ ...view, saved: readMonth(fees) });
