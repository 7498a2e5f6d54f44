import { DatePicker, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { createElement, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSay } from '../../language.ts';
import { RefSelect } from '../../kinds/ref-select.tsx';
import { textOf } from '../../text-of.ts';
import { words } from '../../words.ts';
import { useGrid } from '../table/grid-context.ts';
import { registeredPicker } from './cell-pickers.ts';
import { leaveKeyOf } from './text-editors.tsx';
import { useOptions, wordsOfOption } from './use-options.ts';
import { useCellEdit } from './use-cell.ts';
import type { CellEdit, EditorProps } from './use-cell.ts';
import { isRequired } from '../table/validate.ts';

/** Esc and Tab leave the cell; keys that open and close the list stay with the list. */
const keysOf =
  ({ leave }: CellEdit) =>
  (event: KeyboardEvent) => {
    const key = leaveKeyOf(event);
    event.stopPropagation();
    if (key !== 'cancel' && key !== 'next' && key !== 'back') return;
    event.preventDefault();
    leave(key);
  };

/** Selects one option or several, or accepts typed text where the column allows it. */
export const SelectEditor = (props: EditorProps) => {
  const { column, row, label } = props;
  const say = useSay();
  const edit = useCellEdit(props);
  const { table } = useGrid();
  const isMulti = column.type === 'list_multi';
  const [searchText, setSearchText] = useState('');
  const isRemote = column.type === 'sel_search_async';
  const { options, busy } = useOptions(column, row, isRemote ? searchText : '');
  const value = row.values[column.key];
  const isNewOption =
    searchText.trim() !== '' && column.allowInput === true && !options.some((option) => wordsOfOption(say, option) === searchText.trim());
  const items = [...(isNewOption ? [{ value: searchText.trim(), label: searchText.trim() }] : []), ...options].map((option) => ({
    value: option.value,
    label: wordsOfOption(say, option),
    ...('disabled' in option && option.disabled !== undefined && { disabled: option.disabled }),
  }));
  const selectValue = (next: unknown) => {
    for (const { value: key, label: text } of items) table.found.set(`${column.key} ${key}`, text);
    edit.write(Array.isArray(next) ? (next.length > 0 ? next.join(',') : null) : (next ?? null));
    if (!isMulti) edit.leave('stay');
  };
  const searched = column.allowSearch === true || column.allowInput === true || column.type === 'sel_search' || isRemote || isMulti;
  const list = (
    <Select
      {...column.props}
      className="et-control"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person has just opened it
      autoFocus
      defaultOpen
      aria-label={label}
      {...(isMulti && { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
      value={isMulti ? textOf(value).split(',').filter(Boolean) : value === '' ? null : value}
      options={isMulti ? items.map((item) => ({ ...item, value: String(item.value) })) : items}
      loading={busy}
      allowClear={!isRequired(column.validateRules ?? [])}
      placeholder={say(column.placeholder ?? words.choose)}
      showSearch={searched && { onSearch: setSearchText, ...(isRemote ? { filterOption: false } : { optionFilterProp: 'label' }) }}
      onChange={selectValue}
      onKeyDown={keysOf(edit)}
      onBlur={() => edit.leave('blur')}
      notFoundContent={busy ? '…' : undefined}
    />
  );
  return isMulti ? (
    <div role="presentation" className="et-control" onKeyDownCapture={tabFirst(edit)}>
      {list}
    </div>
  ) : (
    list
  );
};

/** In a multiple select, antd's Tab would toggle the highlighted option. Here Tab only moves to the next cell. */
const tabFirst =
  ({ leave }: CellEdit) =>
  (event: KeyboardEvent) => {
    const key = leaveKeyOf(event);
    if (key !== 'next' && key !== 'back') return;
    event.preventDefault();
    event.stopPropagation();
    leave(key);
  };

const focusFirst = (box: HTMLElement | null): void => (box?.querySelector<HTMLInputElement>('input:checked') ?? box?.querySelector('input'))?.focus();

export const RadioEditor = (props: EditorProps) => {
  const { column, row, label } = props;
  const say = useSay();
  const edit = useCellEdit(props);
  const { options } = useOptions(column, row, '');
  return (
    <div
      ref={focusFirst}
      role="presentation"
      className="et-radios"
      onKeyDown={(event) => {
        if (event.key === 'Enter') edit.leave('stay');
        keysOf(edit)(event);
      }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && edit.leave('blur')}
    >
      <Radio.Group aria-label={label} value={row.values[column.key]} onChange={(event) => edit.write(event.target.value)}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} disabled={option.disabled === true}>
            {wordsOfOption(say, option)}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  );
};

const formats = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss' } as const;

export const DateEditor = (props: EditorProps) => {
  const { column, row, label } = props;
  const say = useSay();
  const edit = useCellEdit(props);
  const format = column.type === 'datetime' ? formats.datetime : formats.date;
  const text = textOf(row.values[column.key]);
  const date = dayjs(text, format);
  return (
    <DatePicker
      {...column.props}
      className="et-control"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person has just opened it
      autoFocus
      defaultOpen
      aria-label={label}
      format={format}
      showTime={column.type === 'datetime'}
      value={text !== '' && date.isValid() ? date : null}
      placeholder={say(column.placeholder ?? words.choose)}
      onChange={(next) => edit.write(next ? next.format(format) : null)}
      onOpenChange={(open) => !open && edit.leave('stay')}
      onKeyDown={keysOf(edit)}
    />
  );
};

const nouns = { sel_user: 'user', sel_depart: 'depart' } as const;

/** Picks rows with a picker. Where none is registered, it searches by a part of the name. */
export const PickEditor = (props: EditorProps) => {
  const { column, row } = props;
  const { table } = useGrid();
  const edit = useCellEdit(props);
  const { key } = column;
  const Picker = column.picker ?? registeredPicker(column.type);
  if (Picker)
    return createElement(Picker, {
      column,
      row,
      value: row.values[key],
      onPick: ({ value, beside, words: options = [] }) => {
        for (const one of options) table.found.set(`${key} ${one.value}`, one.text);
        table.setValues([{ id: row.id, values: { ...beside, [key]: value === '' ? null : value } }]);
        edit.leave('stay');
      },
      onClose: () => edit.leave('stay'),
    });
  if (column.type !== 'sel_user' && column.type !== 'sel_depart') return null;
  return (
    <div className="et-control" onKeyDown={keysOf(edit)} onBlur={() => edit.leave('blur')} role="presentation">
      <RefSelect
        to={nouns[column.type]}
        value={textOf(row.values[key]) || null}
        text={table.found.get(`${key} ${textOf(row.values[key])}`)}
        onChange={(value, choice) => {
          if (choice) table.found.set(`${key} ${choice.value}`, choice.text);
          edit.write(value);
          edit.leave('stay');
        }}
      />
    </div>
  );
};
