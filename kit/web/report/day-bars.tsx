import { Segmented } from 'antd';
import { useState } from 'react';
import type { ReportColumn, ReportColumns, ReportPoint } from '#kit/resource/report.ts';
import { groupDigits } from '../format.ts';
import { useSay } from '../language.ts';
import { seriesOf } from './days.ts';
import type { DaySeries } from './days.ts';
import { reportWords } from './report-words.ts';

interface DayBarsProps {
  readonly facts: ReportColumns;
  readonly points: readonly ReportPoint[];
  /** The first and last day of the query. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A bar chart of one figure, with a bar for each day. */
export const DayBars = ({ facts, points, from, to }: DayBarsProps) => {
  const say = useSay();
  const figures = facts.chart.flatMap((name) => facts.columns.find(({ dataIndex }) => dataIndex === name) ?? []);
  const [selectedFigure, setSelectedFigure] = useState(figures[0]?.dataIndex ?? '');
  const column = figures.find(({ dataIndex }) => dataIndex === selectedFigure) ?? figures[0];
  if (!column || points.length === 0) return null;
  return (
    <section className="co-card rp-chart" aria-label={say(reportWords.byDay)}>
      <header>
        <h2>{say(reportWords.byDay)}</h2>
        <Segmented
          size="small"
          aria-label={say(reportWords.byDay)}
          value={column.dataIndex}
          onChange={setSelectedFigure}
          options={figures.map(({ dataIndex, title }) => ({ value: dataIndex, label: title }))}
        />
      </header>
      {seriesOf(points, { name: column.dataIndex, isMoney: column.fieldType === 'money', from, to }).map((series) => (
        <Bars key={series.currency ?? ''} column={column} series={series} />
      ))}
    </section>
  );
};

const WHOLE = 100;

const Bars = ({ column, series: { currency, days } }: { readonly column: ReportColumn; readonly series: DaySeries }) => {
  const say = useSay();
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const { value: maxValue, day: best } = days.reduce((top, item) => (Number(item.value) > Number(top.value) ? item : top), { day: '', value: '0' });
  const unit = currency ?? column.unit;
  const withUnit = (value: string): string => `${groupDigits(value)}${unit === undefined ? '' : ` ${unit}`}`;
  const name = say(reportWords.chartOf, { figure: column.title, from: first, to: last, most: withUnit(maxValue) });
  return (
    <figure className="rp-days" aria-label={name}>
      {best !== '' && <p className="rp-most">{say(reportWords.mostOf, { most: withUnit(maxValue), day: best })}</p>}
      <div className="rp-bars">
        {days.map(({ day, value }) => (
          <i
            key={day}
            {...(Number(value) <= 0 && { className: 'rp-none' })}
            title={say(reportWords.pointOf, { day, value: withUnit(value) })}
            style={{ height: `${(Math.max(0, Number(value)) / Math.max(Number(maxValue), Number.MIN_VALUE)) * WHOLE}%` }}
          />
        ))}
      </div>
      <figcaption>
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
};
