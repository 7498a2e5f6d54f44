import { Popover, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';
import type { Field, Kind } from '#kit/fields/field.ts';
import { currencySymbol, formatInstant, groupDigits, viewerZone } from '../format.ts';
import { useLanguage, useSay } from '../language.ts';
import { useViewer } from '../session/session.ts';
import { asRecord } from '../calls/transport.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

/** A row of wire values. */
export type PlainRow = Readonly<Record<string, unknown>>;

export interface CellProps {
  readonly field: Field;
  readonly name: string;
  readonly value: unknown;
  /** The whole row: its `*_dictText`, `currency` and `timezone` are needed to show the value. */
  readonly row: PlainRow;
}

/** Shows a value of any kind in a table or detail view. */
export const Cell = (props: CellProps) => {
  const Kind = cells[props.field.kind];
  return isEmptyValue(props.value) ? <EmptyCell /> : <Kind {...props} />;
};

export const EmptyCell = () => <span className="co-none">—</span>;

/** Whether there is no value to show. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A code as a tag with its text, in the colour of its tone. */
export const CodeTag = ({ item, fallback }: { readonly item: CodeItem | undefined; readonly fallback?: string }) => {
  const say = useSay();
  if (!item) return <span>{fallback}</span>;
  return item.tone === undefined || item.tone === 'plain' ? (
    <span>{say(item.words)}</span>
  ) : (
    <span className={`co-code co-code-${item.tone}`}>{say(item.words)}</span>
  );
};

const Clipped = ({ text }: { readonly text: string }) => (
  <span className="co-clip" title={text}>
    {text}
  </span>
);

const Text = ({ value }: CellProps) => <Clipped text={String(value)} />;

/** Loaded with the first text that has markup. */
const MarkupText = lazyComponent(() => import('./markup.tsx').then((markup) => markup.MarkupText));

const LongText = ({ value, field }: CellProps) => {
  const text = String(value);
  const { markup } = field;
  const content = markup ? <MarkupText text={text} markup={markup} /> : text;
  return (
    <Popover content={<div className="co-popover">{content}</div>}>
      <span className="co-clip">{markup === 'html' ? text.replaceAll(/<[^>]*>/g, ' ') : text}</span>
    </Popover>
  );
};

/** A number with grouped digits and a unit. */
export const NumberCell = ({ value, unit }: { readonly value: unknown; readonly unit?: string | undefined }) => (
  <span className="co-num">
    {groupDigits(String(value))}
    {unit !== undefined && <span className="co-unit">{unit}</span>}
  </span>
);
const Numeric = ({ value, field }: CellProps) => <NumberCell value={value} unit={field.unit} />;

/** An amount with its currency; the `currency` of the row takes precedence over the viewer's. */
export const MoneyCell = ({ value, currency }: { readonly value: unknown; readonly currency?: string | undefined }) => {
  const language = useLanguage();
  const own = useViewer()?.currency;
  const digits = groupDigits(String(value));
  const isNegative = digits.startsWith('−');
  return (
    <span className="co-num">
      {isNegative && '−'}
      <span className="co-unit co-currency">{currencySymbol(currency ?? own ?? 'CNY', language)}</span>
      {isNegative ? digits.slice(1) : digits}
    </span>
  );
};
const Money = ({ value, row }: CellProps) => <MoneyCell value={value} currency={typeof row['currency'] === 'string' ? row['currency'] : undefined} />;

const Choice = ({ value, field, name, row }: CellProps) => (
  <CodeTag item={field.codes && itemOf(field.codes, value)} fallback={String(row[`${name}_dictText`] ?? value)} />
);

const Choices = ({ value, field }: CellProps) => {
  const say = useSay();
  const parts = Array.isArray(value) ? (value as readonly unknown[]) : String(value).split(',');
  const texts = parts.map((part) => {
    const item = field.codes && itemOf(field.codes, part);
    return item ? say(item.words) : String(part);
  });
  return <Clipped text={texts.join(say(listComma))} />;
};
const listComma = ['、', '、', ', '] as const;

const Ref = ({ value, name, row }: CellProps) => <Clipped text={String(row[`${name}_dictText`] ?? value)} />;

/** An instant in the viewer's time zone. Its tooltip shows the station's local time when that differs. */
export const InstantCell = ({ value, zone }: { readonly value: string; readonly zone?: string | undefined }) => {
  const say = useSay();
  const localText = formatInstant(value, viewerZone());
  const zoneText = zone === undefined ? localText : formatInstant(value, zone);
  const shown = <span className="co-num">{localText}</span>;
  return zoneText === localText ? shown : <Tooltip title={say(words.stationTime, { time: zoneText, zone: zone ?? '' })}>{shown}</Tooltip>;
};
const Instant = ({ value, row }: CellProps) => <InstantCell value={String(value)} zone={zoneOf(row)} />;

/** The time zone of the station to which a row belongs. */
export const zoneOf = (row: PlainRow): string | undefined => {
  const zone = row['stationTimezone'] ?? row['timezone'];
  return typeof zone === 'string' && zone !== '' ? zone : undefined;
};

const Mono = ({ value }: CellProps) => <span className="co-num">{String(value)}</span>;

const Json = ({ value }: CellProps) => {
  const text = JSON.stringify(value, null, 2);
  return (
    <Popover content={<pre className="co-popover co-json">{text}</pre>}>
      <span className="co-clip">{JSON.stringify(value)}</span>
    </Popover>
  );
};

const List = ({ value, field }: CellProps) => {
  const say = useSay();
  const rows = Array.isArray(value) ? value.map(asRecord) : [];
  const content = (
    <div className="co-popover">
      {rows.map((row, index) => (
        <div key={index}>
          {Object.keys(field.of ?? {})
            .map((key) => textOf(row[`${key}_dictText`] ?? row[key]) || '—')
            .join(' · ')}
        </div>
      ))}
    </div>
  );
  return (
    <Popover content={content}>
      <span>{say(words.items, { n: rows.length })}</span>
    </Popover>
  );
};

const Pictures = lazyComponent(() => import('./picture.tsx').then((picture) => picture.Pictures), <span className="co-thumb" />);
const Image = ({ value }: CellProps) => <Pictures paths={String(value).split(',')} />;

const cells: Readonly<Record<Kind, (props: CellProps) => ReactNode>> = {
  id: Mono,
  text: Text,
  longText: LongText,
  count: Numeric,
  decimal: Numeric,
  money: Money,
  percent: Numeric,
  choice: Choice,
  choices: Choices,
  ref: Ref,
  instant: Instant,
  day: Mono,
  timeOfDay: Mono,
  phone: Mono,
  zone: Text,
  image: Image,
  json: Json,
  list: List,
};

/** Numbers are aligned right, so that their digits line up. */
export const alignsRight = (field: Field): boolean => ['count', 'decimal', 'money', 'percent'].includes(field.kind);

/** The usual width of a column of this kind, in px. */
export const widthOf = (field: Field): number => widths[field.kind] ?? 140;
const widths: Partial<Record<Kind, number>> = {
  id: 110,
  text: 160,
  longText: 220,
  count: 100,
  decimal: 120,
  money: 130,
  percent: 90,
  choice: 110,
  ref: 150,
  instant: 165,
  day: 110,
  timeOfDay: 90,
  phone: 130,
  zone: 150,
  image: 90,
  json: 200,
  list: 90,
};
