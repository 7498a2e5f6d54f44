import { Button, Tooltip } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import SplitCellsOutlined from '@ant-design/icons/SplitCellsOutlined';
import { memo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { groupDigits } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { paidRate } from './month-draft.rules.ts';
import { NumberInput, StageSelect, Start } from './period-cells.web.tsx';
import { cannotSplit, endSlotOf, remove, split, startRange } from './periods.rules.ts';
import type { PeriodEdit, Periods } from './periods.rules.ts';
import { monthWords } from './rate-month.labels.ts';
import { timeOf } from './rate-month.rules.ts';
import type { Update } from './use-year.web.ts';

interface Shared {
  readonly unit: string;
  readonly locked: boolean;
  /** Also tells what is still empty, not only what is wrong. */
  readonly checked: boolean;
  readonly onSelect: (index: number | undefined) => void;
  /** Keeps its identity, so that only rows that changed are drawn again. */
  readonly onChange: (update: Update<Periods>, step?: string) => void;
}

interface PeriodTableProps extends Shared {
  readonly periods: Periods;
  readonly selected: number | undefined;
}

/** The periods of one fee as rows to type in. Enter goes down the column; a column pasted from a sheet fills downwards. */
export const PeriodTable = ({ periods, selected, ...shared }: PeriodTableProps) => {
  const say = useSay();
  const body = useRef<HTMLTableSectionElement>(null);
  const { unit, locked } = shared;
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
          <Row
            key={index}
            {...shared}
            {...startRange(periods, index)}
            period={period}
            index={index}
            end={endSlotOf(periods, index)}
            noSplit={cannotSplit(periods, index)}
            isOnly={periods.length < 2}
            isSelected={index === selected}
            body={body}
          />
        ))}
      </tbody>
    </table>
  );
};

export interface RowProps extends Shared {
  readonly period: PeriodEdit;
  readonly index: number;
  readonly end: number;
  /** The half hours it may start at. */
  readonly from: number;
  readonly to: number;
  readonly noSplit: 'full' | 'shortest' | undefined;
  readonly isOnly: boolean;
  readonly isSelected: boolean;
  readonly body: { readonly current: HTMLElement | null };
}

const PlainRow = (props: RowProps) => {
  const { period, index, end, locked, onSelect, onChange, unit, noSplit } = props;
  const say = useSay();
  return (
    <tr
      className={props.isSelected ? 'rm-row rm-row-selected' : 'rm-row'}
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
            label={monthWords.split}
            because={noSplit && monthWords[noSplit]}
            icon={<SplitCellsOutlined />}
            onClick={() => onChange((periods) => split(periods, index))}
          />
          <Tool
            label={monthWords.remove}
            because={props.isOnly ? monthWords.onlyOne : undefined}
            icon={<DeleteOutlined />}
            onClick={() => onChange((periods) => remove(periods, index))}
          />
        </td>
      )}
    </tr>
  );
};
const Row = memo(PlainRow);

interface ToolProps {
  readonly label: Words;
  readonly because: Words | undefined;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

const Tool = ({ label, because, icon, onClick }: ToolProps) => {
  const say = useSay();
  return (
    <Tooltip title={say(because ?? label)}>
      <Button type="text" size="small" icon={icon} aria-label={say(label)} disabled={because !== undefined} onClick={onClick} />
    </Tooltip>
  );
};
