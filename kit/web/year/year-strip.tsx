import LockOutlined from '@ant-design/icons/LockOutlined';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '../language.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { endSlotOf } from '#engines/time/day-periods.ts';
import { editorWords, monthArgs } from './year-words.ts';
import type { MonthState } from './use-year.ts';
import './year.css';

interface YearStripProps<Part> {
  readonly label: Words;
  readonly months: readonly MonthState<Part>[];
  readonly month: number;
  readonly onMonth: (month: number) => void;
  /** A picture of the month's day, and a line of text below it. */
  readonly drawDay: (month: MonthState<Part>) => ReactNode;
  readonly textOf: (month: MonthState<Part>) => string;
}

/** An overview of the twelve months: their days, and whether the month can be changed. */
export const YearStrip = <Part,>({ label, months, month, onMonth, drawDay, textOf }: YearStripProps<Part>) => {
  const say = useSay();
  return (
    <fieldset className="rm-bare rm-year" aria-label={say(label)}>
      {months.map((monthState) => (
        <button
          key={monthState.month}
          type="button"
          className={`rm-month${monthState.month === month ? ' rm-month-shown' : ''}${monthState.edit.length === 0 ? ' rm-month-empty' : ''}`}
          aria-pressed={monthState.month === month}
          onClick={() => onMonth(monthState.month)}
        >
          <span className="rm-month-head">
            <b>{say(editorWords.month, monthArgs(say, monthState.month))}</b>
            <MonthMark of={monthState} />
          </span>
          {drawDay(monthState)}
          <small className="co-num">{textOf(monthState)}</small>
        </button>
      ))}
    </fieldset>
  );
};

/** The most important property of a month. */
const MonthMark = ({ of }: { readonly of: Omit<MonthState<unknown>, 'saved' | 'edit'> }) => {
  const say = useSay();
  if (of.dirty) return <em className="rm-mark rm-mark-changed">{say(editorWords.changed)}</em>;
  if (of.inUse) return <em className="rm-mark rm-mark-use">{say(editorWords.inUse)}</em>;
  if (!of.editable) return <LockOutlined className="rm-mark" aria-label={say(editorWords.locked)} />;
  return null;
};

/** The periods of a day as a strip of colours, each with a class and the share of the height that it fills. */
export const MiniDay = <P extends { readonly startSlot: number }>({
  periods,
  look,
}: {
  readonly periods: readonly P[];
  readonly look: (period: P) => { readonly className: string; readonly opacity?: number };
}) => (
  <span className="rm-mini" aria-hidden="true">
    {periods.map((period, index) => {
      const { className, opacity } = look(period);
      return (
        <i
          key={period.startSlot}
          className={className}
          style={{ width: `${((endSlotOf(periods, index) - period.startSlot) / SLOT_COUNT) * 100}%`, opacity }}
        />
      );
    })}
  </span>
);
