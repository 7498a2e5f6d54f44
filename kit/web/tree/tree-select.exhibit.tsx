import { useId, useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import type { BranchSource } from './branches.ts';
import { plants, usePlants } from './plants.ts';
import { LazyTreeSelect } from './tree-select.tsx';
import type { TreeChoice } from './tree-select.tsx';

const title: Words = ['树形选择', '樹狀選擇', 'Tree select'];
const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift';
const choices = async (parentId: string): Promise<readonly TreeChoice[]> =>
  (plants[parentId] ?? []).map(({ id, name, hasChild }) => ({ key: id, title: name, leaf: hasChild !== '1' }));
const fruit: TreeChoice = { key: 'fruit', title: 'Fruit', leaf: false };
const apple: TreeChoice = { key: 'apple', title: 'Apple', leaf: false };

interface ShownProps {
  readonly load?: BranchSource['load'];
  readonly first?: readonly string[];
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly name?: string;
}

const Shown = ({ load = choices, first = [], multiple = false, disabled = false, invalid = false, name = 'Boskoop' }: ShownProps) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(first);
  const source = usePlants(load);
  const ways = async (keys: readonly string[]) =>
    keys.map((key) => (key === 'boskoop' ? [fruit, apple, { key, title: name, leaf: true }] : [fruit, apple]));
  return (
    <>
      <label htmlFor={id} className="co-sr">
        {say(title)}
      </label>
      <LazyTreeSelect
        id={id}
        source={{ ...source, paths: ways }}
        value={value}
        onChange={setValue}
        multiple={multiple}
        disabled={disabled}
        {...(invalid && { 'aria-invalid': true })}
      />
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'treeSelect',
    title,
    states: {
      empty: () => <Shown />,
      filled: () => <Shown first={['boskoop']} />,
      invalid: () => <Shown load={() => Promise.reject(new Error('The garden is closed'))} invalid />,
      disabled: () => <Shown first={['boskoop']} disabled />,
      loading: () => <Shown load={() => new Promise<never>(() => undefined)} />,
      longText: () => <Shown first={['boskoop']} name={LONG} />,
    },
    more: [{ name: 'several', title: ['多选', '多選', 'Several'], Shown: () => <Shown first={['boskoop', 'apple']} multiple /> }],
  },
];
