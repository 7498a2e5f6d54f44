import LockOutlined from '@ant-design/icons/LockOutlined';
import { useSay } from '#kit/web/language.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { rateType } from '#engines/tariff/codes.ts';
import { feeOf, priceRange } from './month-draft.rules.ts';
import { endSlotOf } from './periods.rules.ts';
import type { Periods } from './periods.rules.ts';
import { monthArgs, monthWords } from './rate-month.labels.ts';
import type { MonthState } from './use-year.web.ts';

interface YearStripProps {
  readonly months: readonly MonthState[];
  readonly month: number;
  readonly onMonth: (month: number) => void;
}

/** An overview of the twelve months: the stages of electricity, its price range, and whether the month can be changed. */
export const YearStrip = ({ months, month, onMonth }: YearStripProps) => {
  const say = useSay();
  return (
    <fieldset className="rm-bare rm-year" aria-label={say(monthWords.year)}>
      {months.map((monthState) => (
        <button
          key={monthState.month}
          type="button"
          className={`rm-month${monthState.month === month ? ' rm-month-shown' : ''}${monthState.edit.length === 0 ? ' rm-month-empty' : ''}`}
          aria-pressed={monthState.month === month}
          onClick={() => onMonth(monthState.month)}
        >
          <span className="rm-month-head">
            <b>{say(monthWords.month, monthArgs(say, monthState.month))}</b>
            <MonthMark of={monthState} />
          </span>
          <MiniDay periods={feeOf(monthState.edit, rateType.electricity)?.periods ?? []} />
          <small className="co-num">{rangeOf(monthState) ?? say(monthWords.unpriced)}</small>
        </button>
      ))}
    </fieldset>
  );
};

/** The most important property of a month. */
const MonthMark = ({ of }: { readonly of: MonthState }) => {
  const say = useSay();
  if (of.dirty) return <em className="rm-mark rm-mark-changed">{say(monthWords.changed)}</em>;
  if (of.inUse) return <em className="rm-mark rm-mark-use">{say(monthWords.inUse)}</em>;
  if (!of.editable) return <LockOutlined className="rm-mark" aria-label={say(monthWords.locked)} />;
  return null;
};

const rangeOf = (monthState: MonthState): string | undefined => {
  const range = priceRange(feeOf(monthState.edit, rateType.electricity));
  if (!range) return undefined;
  const [lowest, highest] = range.map((price) => Number(price).toFixed(2));
  return lowest === highest ? lowest : `${lowest}–${highest}`;
};

/** A day of electricity as a strip of colours. */
export const MiniDay = ({ periods }: { readonly periods: Periods }) => (
  <span className="rm-mini" aria-hidden="true">
    {periods.map((period, index) => (
      <i
        key={period.startSlot}
        className={`rm-stage-${period.rateStage}`}
        style={{ width: `${((endSlotOf(periods, index) - period.startSlot) / SLOT_COUNT) * 100}%` }}
      />
    ))}
  </span>
);
