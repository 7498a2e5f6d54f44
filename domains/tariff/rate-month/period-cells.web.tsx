import { InputNumber, Select } from 'antd';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { rateStage } from '../tariff.codes.ts';
import { problemsOfPeriod } from './month-draft.rules.ts';
import type { RowProps } from './period-table.web.tsx';
import { change, moveStart } from './periods.rules.ts';
import type { PeriodEdit } from './periods.rules.ts';
import { monthWords } from './rate-month.labels.ts';
import { timeOf } from './rate-month.rules.ts';

/** The half hour a period starts at, between its neighbours; the first starts the day. */
export const Start = ({ period, index, from, to, locked, onChange }: RowProps) => {
  const say = useSay();
  if (locked || index === 0) return <span className="co-num rm-fixed-start">{timeOf(period.startSlot)}</span>;
  const options = Array.from({ length: to - from + 1 }, (_unused, at) => ({ value: from + at, label: timeOf(from + at) }));
  return (
    <Select<number>
      className="co-wide"
      aria-label={say(monthWords.start)}
      value={period.startSlot}
      options={options}
      onChange={(slot) => onChange((periods) => moveStart(periods, index, slot))}
    />
  );
};

export const StageSelect = ({ period, index, locked, onChange }: RowProps) => {
  const say = useSay();
  const options = Object.values(rateStage.items).map(({ value, words }) => ({
    value,
    label: <span className={`rm-swatch rm-stage-${value}`}>{say(words)}</span>,
  }));
  if (locked) return options.find(({ value }) => value === period.rateStage)?.label;
  return (
    <Select
      className="co-wide"
      aria-label={say(monthWords.stage)}
      value={period.rateStage}
      options={options}
      onChange={(stage) => onChange((periods) => change(periods, index, { rateStage: stage }))}
    />
  );
};

type Column = 'rate' | 'rateDiscount';
/** Keys that leave a cell for the one above or below. */
const moves: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** A price or a discount, with what is wrong with it below. */
export const NumberInput = (props: RowProps & { readonly column: Column }) => {
  const { period, index, locked, checked, column, unit, onChange, body } = props;
  const say = useSay();
  const problem = problemsOfPeriod(period)[column];
  const empty = period[column] === '' || period[column] === null;
  const shown = problem !== undefined && (checked || !empty) && !locked;
  const label = say(column === 'rate' ? monthWords.rate : monthWords.discount);
  const go = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    cellOf(body.current, index + by, column)?.select();
  };
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').trim().split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    onChange((periods) => lines.reduce((made, line, at) => change(made, index + at, patchOf(column, line.trim())), periods));
  };
  if (locked) return <span className="co-num">{`${period[column] ?? ''}${column === 'rateDiscount' ? '%' : ''}`}</span>;
  return (
    <div className="rm-cell" data-column={column}>
      <InputNumber<string>
        className="co-wide"
        stringMode
        controls={false}
        keyboard={false}
        aria-label={label}
        aria-invalid={shown}
        status={shown ? 'error' : ''}
        value={empty ? null : String(period[column])}
        onChange={(text) => onChange((periods) => change(periods, index, patchOf(column, text ?? '')), `${column} ${index}`)}
        onKeyDown={go}
        onPaste={paste}
        suffix={unit}
      />
      {shown && <CellProblem problem={problem} label={label} />}
    </div>
  );
};

const patchOf = (column: Column, text: string): Partial<PeriodEdit> => {
  if (column === 'rate') return { rate: text };
  return { rateDiscount: text === '' || Number.isNaN(Number(text)) ? null : Number(text) };
};

const CellProblem = ({ problem, label }: { readonly problem: Problem; readonly label: string }) => (
  <small className="rm-problem" role="alert">
    {problemText(problem, { label, language: useLanguage() })}
  </small>
);

const cellOf = (body: HTMLElement | null, index: number, column: Column): HTMLInputElement | null | undefined =>
  body?.querySelector<HTMLInputElement>(`[data-period="${index}"] [data-column="${column}"] input`);
