import { DatePicker, Input, InputNumber, Select, Space } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import type { Field } from '#kit/fields/field.ts';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { RefSelect } from './ref-select.tsx';
import type { Within } from './ref-select.tsx';

/** The filters of a list as the wire and the URL write them: `name`, or `name_begin` and `name_end`. */
export type Filters = Readonly<Record<string, string>>;

export interface FilterInputProps {
  readonly name: string;
  readonly field: Field;
  readonly values: Filters;
  readonly onChange: (patch: Readonly<Record<string, string | undefined>>) => void;
  readonly id?: string;
}

/** The control that narrows a list by a field, chosen by how the field may be filtered. */
export const FilterInput = (props: FilterInputProps) => {
  const { field } = props;
  if (field.filter === 'between') return field.kind === 'instant' || field.kind === 'day' ? <Period {...props} /> : <Span {...props} />;
  if (field.kind === 'choice' || field.kind === 'choices') return <Codes {...props} />;
  if (field.kind === 'ref') return <Ref {...props} />;
  return <Typed {...props} />;
};

/** The parameters a filter of a field writes. */
export const filterNames = (name: string, field: Field): readonly string[] =>
  field.filter === 'between' ? [`${name}_begin`, `${name}_end`] : [name];

const idOf = (id: string | undefined) => (id === undefined ? {} : { id });

const Typed = ({ name, values, onChange, id }: FilterInputProps) => (
  <Input
    {...idOf(id)}
    allowClear
    value={values[name] ?? ''}
    maxLength={100}
    onChange={(event) => onChange({ [name]: event.target.value || undefined })}
  />
);

const Codes = ({ name, field, values, onChange, id }: FilterInputProps) => {
  const say = useSay();
  const options = Object.values(field.codes?.items ?? {}).map((item) => ({ value: String(item.value), label: say(item.words) }));
  return (
    <Select<string[]>
      {...idOf(id)}
      mode="multiple"
      maxTagCount="responsive"
      className="co-wide"
      allowClear
      placeholder={say(words.all)}
      value={(values[name] ?? '').split(',').filter(Boolean)}
      onChange={(chosen) => onChange({ [name]: chosen.join(',') || undefined })}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
};

const Ref = ({ name, field, values, onChange, id }: FilterInputProps) => {
  const say = useSay();
  return (
    <RefSelect
      {...idOf(id)}
      to={field.to ?? ''}
      value={values[name] ?? null}
      onChange={(next) => onChange({ [name]: next ?? undefined })}
      within={withinOf(name, values)}
      placeholder={say(words.all)}
    />
  );
};

const scopeNames = ['tenantId', 'agentId', 'stationId'] as const;

/** The wider scopes chosen beside a ref: an agent looks at the tenant, a station at tenant and agent. */
export const withinOf = (name: string, values: Readonly<Record<string, unknown>>): Within => {
  const own = scopeNames.findIndex((scope) => scope === name);
  const wider = own < 0 ? scopeNames : scopeNames.slice(0, own);
  return Object.fromEntries(wider.flatMap((scope) => (typeof values[scope] === 'string' ? [[scope, values[scope]]] : [])));
};

/** Refs that lose their meaning when a wider scope changes. */
export const narrower = (name: string): readonly string[] => {
  const own = scopeNames.findIndex((scope) => scope === name);
  return own < 0 ? [] : scopeNames.slice(own + 1);
};

const Span = ({ name, field, values, onChange, id }: FilterInputProps) => {
  const say = useSay();
  const [begin, end] = filterNames(name, field);
  const bound = (key: string | undefined, placeholder: string) => (
    <InputNumber<string>
      className="co-wide"
      stringMode
      controls={false}
      placeholder={placeholder}
      value={values[key ?? ''] ?? null}
      onChange={(value) => onChange({ [key ?? '']: value ?? undefined })}
      suffix={field.unit}
    />
  );
  return (
    <Space.Compact {...idOf(id)} block>
      {bound(begin, say(words.from))}
      {bound(end, say(words.to))}
    </Space.Compact>
  );
};

/** A period in the viewer's zone. Instants travel as UTC; days as they are. */
const Period = ({ name, field, values, onChange, id }: FilterInputProps) => {
  const say = useSay();
  const isDay = field.kind === 'day';
  const read = (text: string | undefined): Dayjs | null => (text === undefined ? null : dayjs(text));
  const write = (at: Dayjs | null | undefined): string | undefined => (at ? (isDay ? at.format('YYYY-MM-DD') : at.toISOString()) : undefined);
  const now = dayjs();
  const days = (from: Dayjs, to: Dayjs): [Dayjs, Dayjs] => [from.startOf('day'), to.endOf('day')];
  const presets = [
    { label: say(words.today), value: days(now, now) },
    { label: say(words.yesterday), value: days(now.subtract(1, 'day'), now.subtract(1, 'day')) },
    { label: say(words.last7Days), value: days(now.subtract(6, 'day'), now) },
    { label: say(words.thisMonth), value: days(now.startOf('month'), now) },
    { label: say(words.lastMonth), value: days(now.subtract(1, 'month').startOf('month'), now.subtract(1, 'month').endOf('month')) },
  ];
  return (
    <DatePicker.RangePicker
      {...idOf(id)}
      className="co-wide"
      {...(!isDay && { showTime: { format: 'HH:mm:ss', defaultOpenValue: [now.startOf('day'), now.endOf('day')] } })}
      format={isDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'}
      value={[read(values[`${name}_begin`]), read(values[`${name}_end`])]}
      onChange={(range) => onChange({ [`${name}_begin`]: write(range?.[0]), [`${name}_end`]: write(range?.[1]) })}
      presets={presets}
      allowEmpty={[true, true]}
    />
  );
};
