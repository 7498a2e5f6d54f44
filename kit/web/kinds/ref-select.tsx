import { Select } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PickerRow } from '#kit/resource/crud.ts';
import { useSay } from '../language.ts';
import { useCall } from '../query.tsx';
import { usePicker } from '../refs.ts';
import type { Picker } from '../refs.ts';
import { words } from '../words.ts';

const DEBOUNCE_MS = 300;
export const PICKER_FRESH_MS = 30_000;
export const never: Picker = { method: 'GET', path: '/', allow: 'signedIn', input: {}, output: { form: 'rows' } };

/** Ids of the scopes already chosen: an agent is picked within a tenant, a station within an agent. */
export interface Within {
  readonly tenantId?: string | null | undefined;
  readonly agentId?: string | null | undefined;
  readonly stationId?: string | null | undefined;
}

export interface RefSelectProps {
  /** The resource's name: `agent`. */
  readonly to: string;
  readonly value?: string | null | undefined;
  readonly onChange?: (value: string | null, picked: PickerRow | undefined) => void;
  readonly within?: Within | undefined;
  /** The text of the value, when the page knows it: `row.agentId_dictText`. */
  readonly text?: string | undefined;
  /** Takes the only choice by itself. */
  readonly takeOnly?: boolean | undefined;
  readonly allowClear?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly id?: string;
  readonly 'aria-required'?: boolean;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
}

/** Picks a row of another noun by typing a part of its title. */
export const RefSelect = (props: RefSelectProps) => {
  const { to, value, onChange, within = {}, text, takeOnly = false, allowClear = true, disabled = false, placeholder, ...aria } = props;
  const say = useSay();
  const [open, setOpen] = useState(false);
  const { typed, setTyped, keyword } = useKeyword();
  const [picked, setPicked] = useState<PickerRow>();
  const [told] = useState(text !== undefined && value ? [{ value, text }] : []);
  const isTold = [...told, picked].some((row) => row?.value === value);
  const isUnknown = typeof value === 'string' && value !== '' && !isTold;
  const picker = usePicker(to, open || takeOnly || isUnknown);
  const asked = { ...(keyword !== '' && { keyword }), ...given(within) };
  const found = useCall(picker ?? never, asked, { enabled: picker !== undefined && (open || takeOnly), keep: true, staleMs: PICKER_FRESH_MS });
  const chosen = useCall(picker ?? never, { ids: value ?? '' }, { enabled: picker !== undefined && isUnknown, staleMs: PICKER_FRESH_MS });
  const rows = useMemo(
    () =>
      merge(found.data ?? [], [
        ...(picked && picked.value === value ? [picked] : []),
        ...told.filter((row) => row.value === value),
        ...(chosen.data ?? []),
      ]),
    [found.data, chosen.data, picked, told, value],
  );
  useOnlyChoice({ rows: takeOnly && keyword === '' && value == null ? found.data : undefined, onChange });
  const known = typeof value === 'string' && rows.some((row) => row.value === value);
  const options = rows.map((row) => ({ value: row.value, label: row.text }));
  return (
    <Select<string>
      {...aria}
      className="co-wide"
      value={typeof value === 'string' && value !== '' ? value : null}
      options={known || typeof value !== 'string' || value === '' ? options : [{ value, label: chosen.isPending ? '…' : value }, ...options]}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      onChange={(next: string | undefined) => {
        const row = rows.find(({ value: key }) => key === next);
        setPicked(row);
        onChange?.(next ?? null, row);
      }}
      allowClear={allowClear}
      disabled={disabled}
      loading={open && found.isFetching}
      placeholder={placeholder ?? say(words.choose)}
      notFoundContent={found.isError ? found.error.message : undefined}
    />
  );
};

export const useKeyword = () => {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), typed === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, keyword };
};

interface OnlyChoice {
  readonly rows: readonly PickerRow[] | undefined;
  readonly onChange: RefSelectProps['onChange'];
}

const useOnlyChoice = ({ rows, onChange }: OnlyChoice): void => {
  const take = useEffectEvent((only: PickerRow) => onChange?.(only.value, only));
  const only = rows?.length === 1 ? rows[0] : undefined;
  useEffect(() => {
    if (only) take(only);
  }, [only]);
};

const given = (within: Within): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(within).flatMap(([name, id]: [string, unknown]) => (typeof id === 'string' && id !== '' ? [[name, id]] : [])));

export const merge = (first: readonly PickerRow[], second: readonly PickerRow[]): readonly PickerRow[] => [
  ...second.filter((row) => !first.some(({ value }) => value === row.value)),
  ...first,
];
