import { widerScopes } from '#kit/resource/scope.ts';
import { Input, Select } from 'antd';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { idOf } from './filter-names.ts';
import type { FilterInputProps } from './filter-names.ts';
import { RefSelect } from './ref-select.tsx';
import type { ScopeFilter } from './ref-select.tsx';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

/** The calendars are as large as the table's code, and most lists do not use them. */
const Between = lazyComponent(
  () => import('./filter-between.tsx').then((module) => module.Between),
  ({ id }) => <Input disabled {...idOf(id)} />,
);

/** The filter input of a field, chosen by the way in which the field can be filtered. */
export const FilterInput = (props: FilterInputProps) => {
  const { field } = props;
  if (field.filter === 'between') return <Between {...props} />;
  if (field.kind === 'choice' || field.kind === 'choices') return <Codes {...props} />;
  if (field.kind === 'ref') return <Ref {...props} />;
  return <Typed {...props} />;
};

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
      onChange={(codes) => onChange({ [name]: codes.join(',') || undefined })}
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
      all
      to={field.to ?? ''}
      value={values[name] ?? null}
      onChange={(next) => onChange({ [name]: next ?? undefined })}
      scope={withinOf(name, values)}
      placeholder={say(words.all)}
    />
  );
};

/** The selected wider scopes of a reference: the tenant for an agent, the tenant and agent for a station. */
export const withinOf = (name: string, values: Readonly<Record<string, unknown>>): ScopeFilter =>
  Object.fromEntries(widerScopes(name).flatMap((scope) => (typeof values[scope] === 'string' ? [[scope, values[scope]]] : [])));
