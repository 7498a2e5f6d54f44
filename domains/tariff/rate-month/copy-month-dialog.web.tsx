import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { rateRule } from '../rate-rule/rate-rule.ts';
import { monthArgs, monthWords } from './rate-month.labels.ts';
import { rateMonthApi, rateMonths } from './rate-month.ts';
import type { MonthState, Year } from './use-year.web.ts';

interface CopyMonthProps {
  readonly rateRuleId: string;
  readonly year: Year;
  readonly source: MonthState;
  readonly onClose: () => void;
  /** Saves unsaved changes; returns false when the save failed. */
  readonly saveFirst: () => Promise<boolean>;
}

/** Copies a month's prices to other months and replaces their existing prices. */
export const CopyMonthDialog = ({ rateRuleId, year, source, onClose, saveFirst }: CopyMonthProps) => {
  const say = useSay();
  const [selectedMonths, setSelectedMonths] = useState<readonly number[]>([]);
  const { send, sending } = useSend(rateMonthApi.copyMonth, { changes: [rateMonths, rateRule], doneText: false });
  const otherMonths = year.months.filter(({ month, editable }) => month !== source.month && editable);
  const monthsWithoutPrices = otherMonths.filter(({ saved }) => saved.length === 0).map(({ month }) => month);
  const replacedCount = otherMonths.filter(({ month, saved }) => selectedMonths.includes(month) && saved.length > 0).length;
  const dirty = year.changed.length > 0;
  const copy = async () => {
    if (dirty && !(await saveFirst())) return onClose();
    const copied = await send({ rateRuleId, month: source.month, months: selectedMonths.join(',') });
    if (copied === undefined) return undefined;
    for (const month of selectedMonths) year.discard(month);
    return onClose();
  };
  return (
    <FormDialog
      width={480}
      title={say(monthWords.copyMonthOf, monthArgs(say, source.month))}
      disabled={selectedMonths.length === 0}
      sending={sending || year.saving}
      onClose={onClose}
      onFinish={() => void copy()}
    >
      <div className="rm-quick">
        <Button size="small" disabled={otherMonths.length === 0} onClick={() => setSelectedMonths(otherMonths.map(({ month }) => month))}>
          {say(monthWords.allEditable)}
        </Button>
        <Button size="small" disabled={monthsWithoutPrices.length === 0} onClick={() => setSelectedMonths(monthsWithoutPrices)}>
          {say(monthWords.allUnpriced)}
        </Button>
        <Button size="small" type="text" onClick={() => setSelectedMonths([])}>
          {say(monthWords.none)}
        </Button>
      </div>
      <Checkbox.Group className="rm-month-checks" value={[...selectedMonths]} onChange={(months) => setSelectedMonths(months)}>
        {year.months
          .filter(({ month }) => month !== source.month)
          .map(({ month, editable, saved }) => (
            <Checkbox key={month} value={month} disabled={!editable}>
              {say(monthWords.month, monthArgs(say, month))} <small>{saved.length > 0 ? '' : say(monthWords.unpriced)}</small>
            </Checkbox>
          ))}
      </Checkbox.Group>
      {otherMonths.length === 0 && <p className="rm-warn">{say(monthWords.noTargets)}</p>}
      {dirty && <p className="co-hint">{say(monthWords.copySavesFirst)}</p>}
      {replacedCount > 0 && <p className="rm-warn">{say(monthWords.replaces, { n: replacedCount })}</p>}
    </FormDialog>
  );
};
