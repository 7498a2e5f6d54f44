import { useId, useMemo, useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import { AsyncSelect } from './async-select.tsx';
import type { Choice, ChoiceSource } from './choices.ts';

const title: Words = ['异步选择', '非同步選擇', 'Search and select'];
const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift';
const PAGE_ROWS = 10;

const piles: readonly Choice[] = Array.from({ length: 47 }, (_unused, index) => ({
  value: `p${index}`,
  text: index === 46 ? LONG : `Pile ${index + 1}`,
}));
const find: ChoiceSource['find'] = async ({ keyword, pageNo }) =>
  piles.filter(({ text }) => text.toLowerCase().includes(keyword.toLowerCase())).slice((pageNo - 1) * PAGE_ROWS, pageNo * PAGE_ROWS);
const named: ChoiceSource['resolve'] = async (values) => piles.filter(({ value }) => values.includes(value));

interface ShownProps extends Partial<Pick<ChoiceSource, 'find' | 'resolve'>> {
  readonly first?: readonly string[];
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
}

const Shown = ({ first = [], multiple = false, disabled = false, invalid = false, find: asked = find, resolve: names = named }: ShownProps) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(first);
  const source = useMemo(
    (): ChoiceSource => ({ key: ['/piles', crypto.randomUUID()], pageRows: PAGE_ROWS, restMs: 300, find: asked, resolve: names }),
    [asked, names],
  );
  return (
    <>
      <label htmlFor={id} className="co-sr">
        {say(title)}
      </label>
      <AsyncSelect
        id={id}
        source={source}
        value={value}
        onChange={setValue}
        multiple={multiple}
        disabled={disabled}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
      />
    </>
  );
};

const never = () => new Promise<never>(() => undefined);
const failing = () => Promise.reject(new Error('The piles cannot be asked now'));

export const exhibits: readonly Exhibit[] = [
  {
    name: 'asyncSelect',
    title,
    states: {
      empty: () => <Shown />,
      filled: () => <Shown first={['p30']} />,
      invalid: () => <Shown find={failing} invalid />,
      disabled: () => <Shown first={['p30']} disabled />,
      loading: () => <Shown find={never} resolve={never} first={['p30']} />,
      longText: () => <Shown first={['p46']} />,
    },
    more: [
      { name: 'several', title: ['多选', '多選', 'Several'], Shown: () => <Shown first={['p1', 'p30', 'p46']} multiple /> },
      { name: 'nothing', title: ['没有选项', '沒有選項', 'Nothing to choose'], Shown: () => <Shown find={async () => []} /> },
    ],
  },
];
