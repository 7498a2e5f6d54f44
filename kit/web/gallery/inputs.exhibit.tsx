import { Form, Skeleton } from 'antd';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { codeTable } from '#kit/fields/codes.ts';
import {
  choice,
  choices,
  count,
  day,
  decimal,
  image,
  instant,
  json,
  list,
  longText,
  money,
  percent,
  phone,
  text,
  timeOfDay,
  zone,
} from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { Cell } from '../kinds/cell.tsx';
import { FieldInput } from '../kinds/input.tsx';
import { useSay } from '../language.ts';
import type { Exhibit } from './exhibit.ts';

const speeds = codeTable({
  dictCode: 'gallery_speed',
  title: ['速度', '速度', 'Speed'],
  items: {
    fast: { value: 1, words: ['快充', '快充', 'Fast'], tone: 'good' },
    slow: { value: 2, words: ['慢充', '慢充', 'Slow'], tone: 'warn' },
    broken: { value: 3, words: ['故障', '故障', 'Out of order'], tone: 'bad' },
    unknown: {
      value: 4,
      words: ['未知的一种非常长的状态名称', '未知的一種非常長的狀態名稱', 'A state whose name is much longer than its column is wide'],
      tone: 'quiet',
    },
  },
});

const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift. '.repeat(3).trim();

interface Sample {
  readonly field: Field;
  readonly title: Words;
  readonly filled: unknown;
  readonly long?: unknown;
  readonly invalid?: unknown;
}

/** A sample of each kind of field, as an input and as a cell. */
const samples: Readonly<Record<string, Sample>> = {
  text: { field: text({ max: 60 }), title: ['文本', '文字', 'Text'], filled: 'North gate', long: LONG, invalid: '<' },
  longText: { field: longText({ max: 255 }), title: ['长文本', '長文字', 'Long text'], filled: 'Two lines\nof words', long: LONG, invalid: '<' },
  count: { field: count({ unit: 'min' }), title: ['整数', '整數', 'Count'], filled: 45, long: 2_147_483_647, invalid: 0 },
  decimal: { field: decimal({ scale: 3, unit: 'kWh' }), title: ['小数', '小數', 'Decimal'], filled: '12.500', long: '999999999.999', invalid: '0' },
  money: { field: money(), title: ['金额', '金額', 'Money'], filled: '1234.50', long: '99999999.99', invalid: '0' },
  percent: { field: percent(), title: ['百分比', '百分比', 'Percent'], filled: 85, invalid: 0 },
  choice: { field: choice(speeds), title: ['单选', '單選', 'Choice'], filled: 1, long: 4, invalid: 3 },
  choices: { field: choices(speeds), title: ['多选', '多選', 'Choices'], filled: [1, 2], long: [1, 2, 3, 4], invalid: [3] },
  instant: { field: instant(), title: ['时间', '時間', 'Instant'], filled: '2026-01-31T08:30:00.000Z', invalid: '2026-01-31T08:30:00.000Z' },
  day: { field: day(), title: ['日期', '日期', 'Day'], filled: '2026-01-31', invalid: '2026-01-31' },
  timeOfDay: { field: timeOfDay(), title: ['时刻', '時刻', 'Time of day'], filled: '08:30', invalid: '08:30' },
  phone: { field: phone(), title: ['电话', '電話', 'Phone'], filled: '13800138000', invalid: '1' },
  zone: { field: zone(), title: ['时区', '時區', 'Time zone'], filled: 'Asia/Shanghai', invalid: 'Asia/Shanghai' },
  image: { field: image(), title: ['图片', '圖片', 'Picture'], filled: null, invalid: null },
  json: { field: json(), title: ['JSON', 'JSON', 'JSON'], filled: { state: 1, list: [1, 2] }, long: { text: LONG }, invalid: '{' },
  list: {
    field: list({ from: timeOfDay(), note: text({ max: 20 }) }, { max: 3 }),
    title: ['列表', '列表', 'List'],
    filled: [{ from: '08:00', note: 'a' }],
    long: ['08:00', '12:00', '18:00'].map((from) => ({ from, note: LONG.slice(0, 20) })),
    invalid: [{ from: '08:00', note: '' }],
  },
};

interface InputProps {
  readonly sample: Sample;
  readonly value: unknown;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
}

const Input = ({ sample, value: first, disabled = false, invalid = false }: InputProps) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(first);
  return (
    <Form component={false}>
      <label htmlFor={id} className="co-sr">
        {say(sample.title)}
      </label>
      <Form.Item noStyle={!invalid} {...(invalid && { validateStatus: 'error' as const, help: say(wrong) })}>
        <FieldInput id={id} field={sample.field} value={value} onChange={setValue} disabled={disabled} {...(invalid && { 'aria-invalid': true })} />
      </Form.Item>
    </Form>
  );
};

const wrong: Words = ['格式不正确', '格式不正確', 'This has a wrong format'];

const Waiting = () => <Skeleton.Input active block />;

const inputOf = ([name, sample]: readonly [string, Sample]): Exhibit => ({
  name: `input-${name}`,
  title: sample.title,
  states: {
    empty: () => <Input sample={sample} value={null} />,
    filled: () => <Input sample={sample} value={sample.filled} />,
    ...(sample.invalid !== undefined && { invalid: () => <Input sample={sample} value={sample.invalid} invalid /> }),
    disabled: () => <Input sample={sample} value={sample.filled} disabled />,
    loading: Waiting,
    ...(sample.long !== undefined && { longText: () => <Input sample={sample} value={sample.long} /> }),
  },
  // The values of this kind all have the same length.
  ...(sample.long === undefined && { never: ['longText'] }),
});

const cellOf = (value: (sample: Sample) => unknown) => (): ReactNode => (
  <dl className="ga-cells">
    {Object.entries(samples).map(([name, sample]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Cell field={sample.field} name={name} value={value(sample)} row={{}} />
        </dd>
      </div>
    ))}
  </dl>
);

const cells: Exhibit = {
  name: 'cells',
  title: ['单元格', '儲存格', 'Cells of lists'],
  states: { empty: cellOf(() => null), filled: cellOf(({ filled }) => filled), longText: cellOf(({ long, filled }) => long ?? filled) },
  never: ['invalid', 'disabled', 'loading'],
};

export const exhibits: readonly Exhibit[] = [cells, ...Object.entries(samples).map(inputOf)];
