import { Button, Input, Select } from 'antd';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { loaderOf } from '../edit-table/cells/option-sources.ts';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { BusinessQuery } from './business.ts';

export type BusinessFilters = Readonly<Record<string, string>>;

interface BusinessSearchProps {
  readonly items: readonly BusinessQuery[];
  readonly onSearch: (filters: BusinessFilters) => void;
}

/** The filters of a business picker. A search starts with the button or Enter, not while typing. */
export const BusinessSearch = ({ items, onSearch }: BusinessSearchProps) => {
  const say = useSay();
  const id = useId();
  const [values, setValues] = useState<BusinessFilters>({});
  if (items.length === 0) return null;
  return (
    <search>
      <form
        className="co-search bz-search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')));
        }}
      >
        {items.map((item) => (
          <div key={item.key} className="co-filter">
            <label htmlFor={`${id}${item.key}`}>{say(item.label)}</label>
            <Condition
              id={`${id}${item.key}`}
              item={item}
              value={values[item.key] ?? ''}
              onChange={(value) => setValues((previous) => ({ ...previous, [item.key]: value }))}
            />
          </div>
        ))}
        <div className="co-filter co-search-buttons">
          <Button
            onClick={() => {
              setValues({});
              onSearch({});
            }}
          >
            {say(words.reset)}
          </Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
            {say(words.search)}
          </Button>
        </div>
      </form>
    </search>
  );
};

interface ConditionProps {
  readonly id: string;
  readonly item: BusinessQuery;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Condition = ({ id, item, value, onChange }: ConditionProps) => {
  const say = useSay();
  const { placeholder, dictCode, props, customRender } = item;
  if (customRender) return customRender({ value, onChange });
  if (dictCode !== undefined) return <OfDictionary {...{ id, item, value, onChange }} />;
  return (
    <Input
      allowClear
      maxLength={100}
      placeholder={placeholder && say(placeholder)}
      {...props}
      id={id}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};

const OfDictionary = ({ id, item: { dictCode = '', placeholder, props }, value, onChange }: ConditionProps) => {
  const say = useSay();
  const { data = [] } = useQuery({
    queryKey: ['business-dict', dictCode],
    queryFn: async () => (await loaderOf({ key: '', title: ['', '', ''], type: 'select', dictCode })?.({ keyword: '', parent: undefined })) ?? [],
  });
  return (
    <Select<string>
      allowClear
      className="co-wide"
      placeholder={say(placeholder ?? words.all)}
      {...props}
      id={id}
      value={value || null}
      onChange={(next: string | undefined) => onChange(next ?? '')}
      options={data.map((option) => ({ value: String(option.value), label: typeof option.label === 'string' ? option.label : say(option.label) }))}
    />
  );
};
