import { Select } from 'antd';
import { useMemo, useState } from 'react';
import type { PickerRow } from '#kit/resource/crud.ts';
import { useSay } from '../language.ts';
import { useCall } from '../query.tsx';
import { usePicker } from '../refs.ts';
import { words } from '../words.ts';
import { merge, never, PICKER_FRESH_MS, useKeyword } from './ref-select.tsx';

interface RefsSelectProps {
  /** The resource's name: `agent`. */
  readonly to: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[], texts: readonly string[]) => void;
  readonly status?: 'error' | undefined;
  readonly 'aria-label'?: string;
}

/** Picks several rows of another noun by typing parts of their titles. */
export const RefsSelect = ({ to, value, onChange, status, ...aria }: RefsSelectProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const { typed, setTyped, keyword } = useKeyword();
  const [first] = useState(value);
  const picker = usePicker(to, open || first.length > 0);
  const found = useCall(picker ?? never, keyword === '' ? {} : { keyword }, {
    enabled: picker !== undefined && open,
    keep: true,
    staleMs: PICKER_FRESH_MS,
  });
  const chosen = useCall(picker ?? never, { ids: first.join(',') }, { enabled: picker !== undefined && first.length > 0, staleMs: PICKER_FRESH_MS });
  const [picked, setPicked] = useState<readonly PickerRow[]>([]);
  const known = useMemo(() => merge(chosen.data ?? [], picked), [chosen.data, picked]);
  const rows = useMemo(() => merge(found.data ?? [], known), [found.data, known]);
  const textOf = (id: string) => rows.find((row) => row.value === id)?.text ?? id;
  const change = (next: readonly string[]) => {
    // What was typed has served; the next one is looked for from the start.
    setTyped('');
    setPicked(rows.filter((row) => next.includes(row.value)));
    onChange(next, next.map(textOf));
  };
  return (
    <Select<string[]>
      {...aria}
      {...(status && { status })}
      mode="multiple"
      className="co-wide"
      value={[...value]}
      options={[...value.filter((id) => !rows.some((row) => row.value === id)), ...rows].map((row) =>
        typeof row === 'string' ? { value: row, label: chosen.isPending ? '…' : row } : { value: row.value, label: row.text },
      )}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      onChange={change}
      loading={open && found.isFetching}
      placeholder={say(words.choose)}
      notFoundContent={found.isError ? found.error.message : undefined}
    />
  );
};
