import { DatePicker, InputNumber, Space } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { filterNames, idOf } from './filter-names.ts';
import type { FilterInputProps } from './filter-names.ts';

/** A filter by a range of instants, days or amounts. */
export const Between = (props: FilterInputProps) =>
  props.field.kind === 'instant' || props.field.kind === 'day' ? <Period {...props} /> : <Span {...props} />;

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

/** A period in the viewer's time zone. Instants are sent in UTC, days unchanged. */
const Period = ({ name, field, values, onChange, id }: FilterInputProps) => {
  const say = useSay();
  const isDay = field.kind === 'day';
  const parseDate = (text: string | undefined): Dayjs | null => (text === undefined ? null : dayjs(text));
  const write = (date: Dayjs | null | undefined): string | undefined => (date ? (isDay ? date.format('YYYY-MM-DD') : date.toISOString()) : undefined);
  const today = dayjs();
  const days = (from: Dayjs, to: Dayjs): [Dayjs, Dayjs] => [from.startOf('day'), to.endOf('day')];
  const presets = [
    { label: say(words.today), value: days(today, today) },
    { label: say(words.yesterday), value: days(today.subtract(1, 'day'), today.subtract(1, 'day')) },
    { label: say(words.last7Days), value: days(today.subtract(6, 'day'), today) },
    { label: say(words.thisMonth), value: days(today.startOf('month'), today) },
    { label: say(words.lastMonth), value: days(today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')) },
  ];
  return (
    <DatePicker.RangePicker
      {...idOf(id)}
      className="co-wide"
      {...(!isDay && { showTime: { format: 'HH:mm:ss', defaultOpenValue: [today.startOf('day'), today.endOf('day')] } })}
      format={isDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'}
      value={[parseDate(values[`${name}_begin`]), parseDate(values[`${name}_end`])]}
      onChange={(range) => onChange({ [`${name}_begin`]: write(range?.[0]), [`${name}_end`]: write(range?.[1]) })}
      presets={presets}
      allowEmpty={[true, true]}
    />
  );
};
