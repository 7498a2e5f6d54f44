import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { changeOf } from '#engines/insight/comparison.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { Help } from '../operation/figure.web.tsx';
import { statUnit } from './charge-sum.codes.ts';
import { dataWords } from './data.labels.ts';
import type { dataSums, DataFigures } from './data-sums.ts';
import './data.css';

const { items } = statUnit;
/** The letters of a date that name its period. */
const PERIOD_LETTERS = { [items.day.value]: 10, [items.month.value]: 7, [items.year.value]: 4 } as const;

/** `2026-03-09`, `2026-03` or `2026`. */
export const periodText = (statDay: string, unit: CodeValue<typeof statUnit>): string => statDay.slice(0, PERIOD_LETTERS[unit]);

interface ChoiceProps<R> {
  readonly rows: Rows<R>;
  /** The filter that it sets. */
  readonly field: string;
  readonly label: Words;
  readonly options: readonly { readonly value: number; readonly words: Words }[];
  /** The value without a filter. */
  readonly usual: string;
}

/** Sets one filter of the list; the usual value sets none. */
export const FilterChoice = <R,>({ rows, field, label, options, usual }: ChoiceProps<R>) => {
  const say = useSay();
  const { [field]: chosen, ...others } = rows.state.filters;
  return (
    <Segmented
      aria-label={say(label)}
      value={chosen ?? usual}
      options={options.map(({ value, words }) => ({ value: String(value), label: say(words) }))}
      onChange={(value) => rows.change({ filters: value === usual ? others : { ...others, [field]: value } })}
    />
  );
};

export const unitOptions = Object.values(items);
export const usualUnit = String(items.day.value);

interface SumsProps<R> {
  readonly rows: Rows<R>;
  readonly endpoint: ReturnType<typeof dataSums>;
  readonly labels: Readonly<Record<keyof DataFigures, Words>>;
  readonly definition: Words;
}

/** The sums of the list's rows, and what they were in as many periods before. */
export const DataSums = <R,>({ rows, endpoint, labels, definition }: SumsProps<R>) => {
  const say = useSay();
  const { column: _column, order: _order, ...filter } = rows.listQuery;
  const { data, error, refetch } = useCall(endpoint, filter, { keep: true });
  if (error) return <LoadErrorLine because={error.message} retry={refetch} />;
  if (!data) return <div className="in-sums" />;
  return (
    <>
      {data.map((sums) => (
        <dl key={sums.currency} className="in-sums">
          {figures.map((name) => {
            const { before, ...now } = sums;
            const change = before && changeOf({ now: Number(now[name]), before: Number(before[name]), ordersBefore: before.chargingCount });
            return (
              <div key={name}>
                <dt>
                  <Help help={say(definition)} className="in-help">
                    {say(labels[name])}
                  </Help>
                </dt>
                <dd>
                  <Figure name={name} figures={now} currency={sums.currency} />
                </dd>
                {before && (
                  <small title={say(dataWords.before, { from: before.from, to: before.to })}>
                    {change === null ? (
                      <Figure name={name} figures={before} currency={sums.currency} />
                    ) : (
                      say(dataWords.more, { change: signedPercent(change) })
                    )}
                  </small>
                )}
              </div>
            );
          })}
        </dl>
      ))}
    </>
  );
};

const figures = ['chargingCount', 'chargingCapacity', 'chargingAmount'] as const;
type FigureName = (typeof figures)[number];

const Figure = ({ name, figures: values, currency }: { readonly name: FigureName; readonly figures: DataFigures; readonly currency: string }) =>
  name === 'chargingAmount' ? (
    <MoneyCell value={values.chargingAmount} currency={currency} />
  ) : (
    <NumberCell value={values[name]} unit={name === 'chargingCapacity' ? 'kWh' : undefined} />
  );

const PERCENT = 100;
/** `+12.3 %`; a change of nothing has no sign. */
export const signedPercent = (share: number): string => {
  const text = (share * PERCENT).toFixed(1);
  const isNothing = Number(text) === 0;
  return `${share > 0 && !isNothing ? '+' : ''}${isNothing ? Math.abs(Number(text)).toFixed(1) : text} %`;
};

/** A figure that opens the orders which it was added up from, for those who may see orders. */
export const OrdersLink = ({ to, name, children }: { readonly to: string; readonly name: string; readonly children: ReactNode }) => {
  const say = useSay();
  const { ok } = usePermission()(chargingOrderApi.list.allow);
  if (!ok) return <>{children}</>;
  return (
    <Link to={to} title={say(dataWords.ordersOf, { name })}>
      {children}
    </Link>
  );
};
