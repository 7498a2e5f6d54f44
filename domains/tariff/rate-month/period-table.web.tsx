import { Button, InputNumber, Select, Tooltip } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import SplitCellsOutlined from '@ant-design/icons/SplitCellsOutlined';
import { useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { groupDigits } from '#kit/web/format.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { rateStage } from '../tariff.codes.ts';
import { paidRate, problemsOfPeriod } from './month-draft.rules.ts';
import { cannotSplit, change, endSlotOf, moveStart, remove, split, startRange } from './periods.rules.ts';
import type { PeriodEdit, Periods } from './periods.rules.ts';
import { monthWords } from './rate-month.labels.ts';
import { timeOf } from './rate-month.rules.ts';

interface PeriodTableProps {
  readonly periods: Periods;
  readonly unit: string;
  readonly locked: boolean;
  /** Also tells what is still empty, not only what is wrong. */
  readonly checked: boolean;
  readonly selected: number | undefined;
  readonly onSelect: (index: number | undefined) => void;
  readonly onChange: (periods: Periods, step?: string) => void;
}

/** The periods of one fee as rows to type in. Enter goes down the column; a column pasted from a sheet fills downwards. */
export const PeriodTable = (props: PeriodTableProps) => {
  const say = useSay();
  const body = useRef<HTMLTableSectionElement>(null);
  const { periods, unit, locked } = props;
  return (
    <table className={locked ? 'rm-table' : 'rm-table rm-table-open'}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{say(monthWords.start)}</th>
          <th scope="col">{say(monthWords.end)}</th>
          <th scope="col">{say(monthWords.stage)}</th>
          <th scope="col">{say(monthWords.rate)}</th>
          <th scope="col">{say(monthWords.discount)}</th>
          <th scope="col" className="rm-right">
            {say(monthWords.paid)} <small>{unit}</small>
          </th>
          {!locked && <th aria-hidden="true" />}
        </tr>
      </thead>
      <tbody ref={body}>
        {periods.map((period, index) => (
          <Row key={index} {...props} period={period} index={index} body={body} />
        ))}
      </tbody>
    </table>
  );
};

interface RowProps extends PeriodTableProps {
  readonly period: PeriodEdit;
  readonly index: number;
  readonly body: { readonly current: HTMLTableSectionElement | null };
}

const Row = (props: RowProps) => {
  const { periods, period, index, locked, selected, onSelect, onChange, unit } = props;
  const say = useSay();
  const end = endSlotOf(periods, index);
  return (
    <tr
      className={index === selected ? 'rm-row rm-row-selected' : 'rm-row'}
      onFocus={() => onSelect(index)}
      data-period={index}
      aria-label={`${timeOf(period.startSlot)}–${timeOf(end)}`}
    >
      <td className="rm-index">
        <span className={`rm-dot rm-stage-${period.rateStage}`}>{index + 1}</span>
      </td>
      <td className="rm-start">
        <Start {...props} />
      </td>
      <td className="rm-end">
        <span className="co-num">{timeOf(end)}</span> <small>{say(monthWords.hours, { n: (end - period.startSlot) / 2 })}</small>
      </td>
      <td className="rm-stage-cell">
        <StageSelect {...props} />
      </td>
      <td>
        <NumberInput {...props} column="rate" unit={unit} />
      </td>
      <td>
        <NumberInput {...props} column="rateDiscount" unit="%" />
      </td>
      <td className="rm-right rm-paid">
        <span className="co-num">{groupDigits(paidRate(period) ?? '—')}</span>
      </td>
      {!locked && (
        <td className="rm-row-tools">
          <Tool
            label={say(monthWords.split)}
            because={reasonOf(cannotSplit(periods, index))}
            icon={<SplitCellsOutlined />}
            onClick={() => onChange(split(periods, index))}
          />
          <Tool
            label={say(monthWords.remove)}
            because={periods.length < 2 ? monthWords.onlyOne : undefined}
            icon={<DeleteOutlined />}
            onClick={() => onChange(remove(periods, index))}
          />
        </td>
      )}
    </tr>
  );
};

const reasonOf = (cannot: 'full' | 'shortest' | undefined) => (cannot === undefined ? undefined : monthWords[cannot]);

interface ToolProps {
  readonly label: string;
  readonly because: Parameters<ReturnType<typeof useSay>>[0] | undefined;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

const Tool = ({ label, because, icon, onClick }: ToolProps) => {
  const say = useSay();
  return (
    <Tooltip title={because ? say(because) : label}>
      <Button type="text" size="small" icon={icon} aria-label={label} disabled={because !== undefined} onClick={onClick} />
    </Tooltip>
  );
};

const Start = ({ periods, period, index, locked, onChange }: RowProps) => {
  const say = useSay();
  const { from, to } = startRange(periods, index);
  if (locked || index === 0) return <span className="co-num rm-fixed-start">{timeOf(period.startSlot)}</span>;
  const options = Array.from({ length: to - from + 1 }, (_unused, at) => ({ value: from + at, label: timeOf(from + at) }));
  return (
    <Select<number>
      className="co-wide"
      aria-label={say(monthWords.start)}
      value={period.startSlot}
      options={options}
      onChange={(slot) => onChange(moveStart(periods, index, slot))}
    />
  );
};

const StageSelect = ({ periods, period, index, locked, onChange }: RowProps) => {
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
      onChange={(stage) => onChange(change(periods, index, { rateStage: stage }))}
    />
  );
};

type Column = 'rate' | 'rateDiscount';
/** Keys that leave a cell for the one above or below. */
const moves: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

const NumberInput = (props: RowProps & { readonly column: Column }) => {
  const { periods, period, index, locked, checked, column, unit, onChange, body } = props;
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
    onChange(lines.reduce((made, line, at) => change(made, index + at, patchOf(column, line.trim())), periods));
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
        onChange={(text) => onChange(change(periods, index, patchOf(column, text ?? '')), `${column} ${index}`)}
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
