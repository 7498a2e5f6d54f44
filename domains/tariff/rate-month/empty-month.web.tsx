import { Button } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { itemOf } from '#kit/fields/codes.ts';
import { useSay } from '#kit/web/language.ts';
import { rateType } from '../tariff.codes.ts';
import { newFee } from './month-draft.rules.ts';
import type { MonthEdit } from './month-draft.rules.ts';
import { editorWords, monthArgs } from '#kit/web/year/year-words.ts';
import { monthWords } from './rate-month.labels.ts';
import type { MonthState, Year } from './use-rate-year.web.ts';
import type { Update } from '#kit/web/year/use-year.ts';

interface EmptyMonthProps {
  readonly year: Year;
  readonly month: MonthState;
  readonly locked: boolean;
  readonly onChange: (update: Update<MonthEdit>) => void;
}

/** A month without prices, with the ways to start one. */
export const EmptyMonth = ({ year, month, locked, onChange }: EmptyMonthProps) => {
  const say = useSay();
  const electricity = itemOf(rateType, 1)?.words;
  const source =
    year.months.findLast((candidate) => candidate.month < month.month && candidate.edit.length > 0) ??
    year.months.find((candidate) => candidate.edit.length > 0);
  return (
    <section className="co-card rm-empty">
      <h2>{say(monthWords.noFees)}</h2>
      {!locked && (
        <>
          <p className="co-hint">{say(monthWords.noFeesHint)}</p>
          <div className="rm-quick">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => onChange(() => [newFee(rateType.items.electricity.value)])}>
              {electricity && say(electricity)}
            </Button>
            {source && <Button onClick={() => onChange(() => source.edit)}>{say(editorWords.copyFrom, monthArgs(say, source.month))}</Button>}
          </div>
        </>
      )}
    </section>
  );
};
