import { DatePicker, Input, InputNumber, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Field, Kind } from '#kit/fields/field.ts';
import { RefSelect } from '../kinds/ref-select.tsx';
import { RefsSelect } from '../kinds/refs-select.tsx';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { DraftRow } from './advanced.ts';
import { queryWords } from './builder-words.ts';
import type { OwnValue } from './own-values.ts';

/** The part of a condition that its value editor changes. */
export type ValuePatch = Pick<DraftRow, 'val' | 'text' | 'type'>;

interface ValueInputProps {
  readonly field: Field;
  readonly ownValue: OwnValue | undefined;
  readonly row: DraftRow;
  readonly onChange: (patch: ValuePatch) => void;
  readonly status: 'error' | undefined;
  readonly label: string;
}

/** The editor of a condition's value. It depends on the kind of the field and on whether the rule takes several values. */
export const ValueInput = (props: ValueInputProps) => {
  const { field, row, ownValue } = props;
  if (ownValue && row.rule && ownValue.rules.includes(row.rule)) return <OwnEditor {...props} Input={ownValue.Input} />;
  const Editor = (row.rule === 'in' ? listEditors[field.kind] : undefined) ?? singleEditors[field.kind] ?? TextValue;
  return <Editor {...props} />;
};

const OwnEditor = ({ Input: Own, field, row, onChange, status, label }: ValueInputProps & Pick<OwnValue, 'Input'>) => (
  <Own
    field={field}
    value={row.val || null}
    onChange={(value) => onChange({ val: typeof value === 'string' ? value : '' })}
    aria-label={label}
    {...(status && { 'aria-invalid': true })}
  />
);

const common = ({ status, label }: ValueInputProps) => ({ 'aria-label': label, className: 'co-wide', ...(status && { status }) });
const listOf = ({ val }: DraftRow): string[] => val.split(',').filter(Boolean);

const TextValue = (props: ValueInputProps) => (
  <Input {...common(props)} allowClear maxLength={100} value={props.row.val} onChange={(event) => props.onChange({ val: event.target.value })} />
);

const NumberValue = (props: ValueInputProps) => (
  <InputNumber<string>
    {...common(props)}
    stringMode
    controls={false}
    precision={props.field.scale ?? 0}
    suffix={props.field.unit}
    value={props.row.val || null}
    onChange={(value) => props.onChange({ val: value ?? '' })}
  />
);

const Typed = (props: ValueInputProps) => {
  const say = useSay();
  return (
    <Select<string[]>
      {...common(props)}
      mode="tags"
      open={false}
      suffix={null}
      placeholder={say(queryWords.valuesHint)}
      tokenSeparators={[',', '，', ' ']}
      value={listOf(props.row)}
      onChange={(values) =>
        props.onChange({
          val: values
            .map((value) => value.trim())
            .filter(Boolean)
            .join(','),
        })
      }
    />
  );
};

const useCodes = ({ field }: ValueInputProps) => {
  const say = useSay();
  return Object.values(field.codes?.items ?? {}).map((item) => ({ value: String(item.value), label: say(item.words) }));
};

const Code = (props: ValueInputProps) => {
  const say = useSay();
  return (
    <Select<string>
      {...common(props)}
      options={useCodes(props)}
      placeholder={say(words.choose)}
      showSearch={{ optionFilterProp: 'label' }}
      value={props.row.val || null}
      onChange={(value) => props.onChange({ val: value ?? '' })}
    />
  );
};
const Codes = (props: ValueInputProps) => {
  const say = useSay();
  return (
    <Select<string[]>
      {...common(props)}
      mode="multiple"
      options={useCodes(props)}
      placeholder={say(words.choose)}
      showSearch={{ optionFilterProp: 'label' }}
      value={listOf(props.row)}
      onChange={(values) => props.onChange({ val: values.join(',') })}
    />
  );
};

const Ref = ({ field, row, onChange, status, label }: ValueInputProps) => (
  <RefSelect
    all
    to={field.to ?? ''}
    value={row.val || null}
    text={row.text}
    onChange={(value, choice) => onChange({ val: value ?? '', text: choice?.text })}
    aria-label={label}
    aria-invalid={status === 'error'}
  />
);
const Refs = ({ field, row, onChange, status, label }: ValueInputProps) => (
  <RefsSelect
    all
    to={field.to ?? ''}
    value={listOf(row)}
    onChange={(ids, texts) => onChange({ val: ids.join(','), text: texts.join(',') })}
    status={status}
    aria-label={label}
  />
);

/** An instant; for the rule "on the day" a day in the viewer's time zone. */
const Moment = (props: ValueInputProps) => {
  const { row, onChange } = props;
  const isDay = row.rule === 'eq' || row.rule === 'ne';
  return (
    <DatePicker
      {...common(props)}
      {...(!isDay && { showTime: true })}
      format={isDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss'}
      value={row.val === '' ? null : dayjs(row.val)}
      onChange={(date) => {
        if (!date) return onChange({ val: '' });
        return onChange(isDay ? { val: date.startOf('day').toISOString(), type: 'date' } : { val: date.toISOString() });
      }}
    />
  );
};
const Day = (props: ValueInputProps) => (
  <DatePicker
    {...common(props)}
    value={props.row.val === '' ? null : dayjs(props.row.val)}
    onChange={(date) => props.onChange({ val: date ? date.format('YYYY-MM-DD') : '' })}
  />
);
const Time = (props: ValueInputProps) => (
  <TimePicker
    {...common(props)}
    format="HH:mm"
    value={props.row.val === '' ? null : dayjs(`2000-01-01T${props.row.val}`)}
    onChange={(date) => props.onChange({ val: date ? date.format('HH:mm') : '' })}
  />
);

type ValueEditor = (props: ValueInputProps) => ReactNode;

const singleEditors: Readonly<Partial<Record<Kind, ValueEditor>>> = {
  count: NumberValue,
  decimal: NumberValue,
  money: NumberValue,
  percent: NumberValue,
  choice: Code,
  choices: Code,
  ref: Ref,
  instant: Moment,
  day: Day,
  timeOfDay: Time,
};
const listEditors: Readonly<Partial<Record<Kind, ValueEditor>>> = {
  id: Typed,
  text: Typed,
  longText: Typed,
  phone: Typed,
  zone: Typed,
  count: Typed,
  decimal: Typed,
  money: Typed,
  percent: Typed,
  day: Typed,
  timeOfDay: Typed,
  choice: Codes,
  choices: Codes,
  ref: Refs,
};
