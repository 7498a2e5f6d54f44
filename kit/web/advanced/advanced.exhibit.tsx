import { Button } from 'antd';
import { useState } from 'react';
import { queryFieldsOf } from '#kit/resource/query/advanced-query.ts';
import { charger, chargerLabels as words, LONG_NAME as LONG } from '../gallery/charger.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { withAdvanced } from './advanced.ts';
import { AdvancedTag } from './advanced-tag.tsx';
import type { AdvancedQuery, DraftRow } from './advanced.ts';
import { ConditionRow } from './condition-row.tsx';
import { advancedWords } from './words.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import './advanced.css';
import { noOwnValues } from './own-values.ts';

const AdvancedDialog = lazyComponent(() => import('./advanced-dialog.tsx').then((dialog) => dialog.AdvancedDialog));

const fields = queryFieldsOf(charger);

const query: AdvancedQuery = {
  match: 'and',
  rows: [
    { field: 'name', rule: 'like', val: 'North' },
    { field: 'speed', rule: 'in', val: '1,2' },
    { field: 'power', rule: 'ge', val: '60' },
  ],
};
const long: AdvancedQuery = { match: 'or', rows: [{ field: 'name', rule: 'like', val: LONG.slice(0, 100) }, ...query.rows] };

const Opened = ({ first }: { readonly first?: AdvancedQuery }) => {
  const say = useSay();
  const [filters, setFilters] = useState<Filters>(first ? (withAdvanced({}, first) ?? {}) : {});
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(advancedWords.title)}</Button>
      {Object.keys(filters).length > 0 && <AdvancedTag filters={filters} onOpen={() => setOpen(true)} onClear={() => setFilters({})} />}
      {open && <AdvancedDialog {...facts} filters={filters} open onSearch={setFilters} onClose={() => setOpen(false)} />}
    </>
  );
};

const facts = { noun: charger, labels: words, fixed: [], values: noOwnValues };

const Row = ({ first, strict = false }: { readonly first: DraftRow; readonly strict?: boolean }) => {
  const [row, setRow] = useState(first);
  return (
    <ul className="co-advanced-rows">
      <ConditionRow
        fields={fields}
        labels={words}
        values={noOwnValues}
        row={row}
        n={1}
        strict={strict}
        onChange={setRow}
        onRemove={() => setRow({ val: '' })}
      />
    </ul>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'queryBuilder',
    title: ['高级查询构造器', '進階查詢建構器', 'Query builder'],
    states: { empty: () => <Opened />, filled: () => <Opened first={query} />, longText: () => <Opened first={long} /> },
    never: ['invalid', 'disabled', 'loading'],
  },
  {
    name: 'queryCondition',
    wide: true,
    title: ['查询条件', '查詢條件', 'A condition of a query'],
    states: {
      empty: () => <Row first={{ val: '' }} />,
      filled: () => <Row first={{ field: 'speed', rule: 'in', val: '1,2' }} />,
      invalid: () => <Row first={{ field: 'power', rule: 'ge', val: '' }} strict />,
      longText: () => <Row first={{ field: 'name', rule: 'like', val: LONG.slice(0, 100) }} />,
    },
    never: ['disabled', 'loading'],
  },
];
