import { narrowerScopes } from '#kit/resource/scope.ts';
import { Button } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Field } from '#kit/fields/field.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { FilterInput } from '../kinds/filter.tsx';
import { filterNames } from '../kinds/filter-names.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { useIsPhone } from '../screen.ts';
import { words } from '../words.ts';
import { wordsOf } from './columns/columns.tsx';

export interface SearchFormProps {
  readonly fields: readonly (readonly [string, Field])[];
  readonly labels: Labels;
  readonly filters: Filters;
  /** Filters that a reset keeps. */
  readonly fixedFilters: readonly string[];
  /** The number of filters that are visible while the form is folded. */
  readonly shownFolded?: number;
  /** The button of the advanced query. */
  readonly advanced?: ReactNode;
  readonly onSearch: (filters: Filters) => void;
}

const SHOWN_FOLDED = 3;

/** The filters of a list. A search starts with the button or Enter, not while typing. */
export const SearchForm = ({ fields, labels, filters, fixedFilters, shownFolded = SHOWN_FOLDED, advanced, onSearch }: SearchFormProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const id = useId();
  const [values, setValues] = useState<Filters>(filters);
  const [unfolded, setUnfolded] = useState(false);
  const [shownFilters, setShownFilters] = useState(filters);
  if (shownFilters !== filters) {
    setShownFilters(filters);
    setValues(filters);
  }
  const shownFields = unfolded ? fields : fields.slice(0, phone ? 1 : shownFolded);
  const hidden = fields.slice(shownFields.length);
  const hiddenInUse = hidden.filter(([name, field]) => filterNames(name, field).some((key) => filters[key] !== undefined)).length;
  const reset = () => {
    // The advanced query has its own reset.
    const keptFilters = pickFilters(values, [...fixedFilters, QUERY_PARAMS, QUERY_MATCH]);
    setValues(keptFilters);
    onSearch(keptFilters);
  };
  if (fields.length === 0) return null;
  return (
    <search className="co-card">
      <form
        className="co-search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(values);
        }}
      >
        {shownFields.map(([name, field]) => (
          <div key={name} className={field.filter === 'between' ? 'co-filter co-filter-wide' : 'co-filter'}>
            <label htmlFor={`${id}${name}`}>{say(wordsOf(labels, name))}</label>
            <FilterInput
              id={`${id}${name}`}
              name={name}
              field={field}
              values={values}
              onChange={(patch) => setValues((previous) => patched(previous, patch))}
            />
          </div>
        ))}
        <div className="co-filter co-search-buttons">
          {fields.length > (phone ? 1 : shownFolded) && (
            <Button
              type="text"
              onClick={() => setUnfolded(!unfolded)}
              icon={unfolded ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              aria-expanded={unfolded}
            >
              {say(unfolded ? words.fold : phone ? words.showFilters : words.unfold)}
              {hiddenInUse > 0 && ` (${hiddenInUse})`}
            </Button>
          )}
          {advanced}
          <Button onClick={reset}>{say(words.reset)}</Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
            {say(words.search)}
          </Button>
        </div>
      </form>
    </search>
  );
};

const pickFilters = (filters: Filters, names: readonly string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)));

/** A change of a wider scope clears the narrower ones. */
const patched = (before: Filters, patch: Readonly<Record<string, string | undefined>>): Filters => {
  const emptied: readonly string[] = Object.keys(patch).flatMap(narrowerScopes);
  const next = Object.entries({ ...before, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !emptied.includes(entry[0]),
  );
  return Object.fromEntries(next);
};
