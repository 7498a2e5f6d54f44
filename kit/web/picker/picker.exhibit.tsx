import { Button } from 'antd';
import { useState } from 'react';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { PickField } from './pick-field.tsx';
import { pickerWords } from './picker-words.ts';
import type { TreeNode } from './tree.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

const TreePicker = lazyComponent(() => import('./tree-picker.tsx').then((picker) => picker.TreePicker));
const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift';

const nodes: readonly TreeNode[] = [
  {
    key: 'head',
    title: 'Head office',
    children: [
      { key: 'sales', title: 'Sales' },
      { key: 'shift', title: 'Night shift', children: [{ key: 'long', title: LONG }] },
    ],
  },
  { key: 'far', title: 'Far office' },
];

interface ShownProps {
  readonly known?: readonly TreeNode[] | undefined;
  readonly first?: readonly string[];
  readonly multi?: boolean;
  readonly problem?: string;
}

const Picked = ({ known, first = [], multi = false, problem }: ShownProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(first);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(words.choose)}</Button> {chosen.join(', ')}
      {open && (
        <TreePicker
          title="Departments"
          searchLabel="Search departments"
          nodes={known}
          selectedKeys={chosen}
          multi={multi}
          {...(problem !== undefined && { problem: { message: problem, retry: () => setOpen(false) } })}
          onClose={() => setOpen(false)}
          onDone={(picked) => {
            setChosen(picked.map(({ value }) => value));
            setOpen(false);
          }}
        />
      )}
    </>
  );
};

const names = new Map([
  ['head', 'Head office'],
  ['sales', 'Sales'],
  ['long', LONG],
]);

const Field = ({
  first,
  disabled = false,
  invalid = false,
}: {
  readonly first: readonly string[];
  readonly disabled?: boolean;
  readonly invalid?: boolean;
}) => {
  const say = useSay();
  const [values, setValues] = useState(first);
  return (
    <>
      <label htmlFor={`pick-${first.join('-')}-${String(disabled)}-${String(invalid)}`} className="co-sr">
        {say(pickerWords.needOne)}
      </label>
      <PickField
        id={`pick-${first.join('-')}-${String(disabled)}-${String(invalid)}`}
        values={values}
        names={names}
        disabled={disabled}
        placeholder={undefined}
        aria-invalid={invalid}
        onChange={setValues}
        onOpen={() => undefined}
      />
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'treePicker',
    title: ['树形选择窗口', '樹狀選擇視窗', 'Tree picker'],
    states: {
      empty: () => <Picked known={[]} />,
      filled: () => <Picked known={nodes} first={['sales']} multi />,
      invalid: () => <Picked known={undefined} problem="The departments cannot be asked now" />,
      loading: () => <Picked known={undefined} />,
      longText: () => <Picked known={nodes} first={['long']} />,
    },
    never: ['disabled'],
  },
  {
    name: 'pickField',
    title: ['选择框', '選擇框', 'Picked things'],
    states: {
      empty: () => <Field first={[]} />,
      filled: () => <Field first={['head', 'sales']} />,
      invalid: () => <Field first={[]} invalid />,
      disabled: () => <Field first={['head']} disabled />,
      loading: () => <Field first={['not-known-yet']} />,
      longText: () => <Field first={['long', 'head', 'sales']} />,
    },
  },
];
