import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { useSay } from '#kit/web/language.ts';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { statUnit } from './charge-sum.codes.ts';
import { dataWords } from './data.labels.ts';

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
