import { Select } from 'antd';
import { useEffect, useState } from 'react';
import type { PickerRow } from '#kit/resource/crud.ts';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/query.tsx';
import type { Picker } from '#kit/web/refs.ts';
import { words } from '#kit/web/words.ts';

interface ManyRefsProps {
  readonly picker: Picker;
  readonly value?: readonly string[];
  readonly onChange?: (value: readonly string[]) => void;
  readonly id?: string;
}

const DEBOUNCE_MS = 300;

/** Picks several rows of a noun by typing parts of their titles. */
export const ManyRefs = ({ picker, value = [], onChange, id }: ManyRefsProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const [known, setKnown] = useState<readonly PickerRow[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useCall(picker, keyword === '' ? {} : { keyword }, { enabled: open, keep: true });
  const rows = found.data ?? [];
  // What was chosen under an earlier keyword keeps its text.
  const options = [...known.filter((row) => !rows.some(({ value: key }) => key === row.value)), ...rows].map((row) => ({
    value: row.value,
    label: row.text,
  }));
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      className="co-wide"
      value={[...value]}
      options={options}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={setOpen}
      onChange={(next) => {
        setKnown([...known, ...rows].filter((row) => next.includes(row.value)));
        setTyped('');
        onChange?.(next);
      }}
      loading={open && found.isFetching}
      placeholder={say(words.choose)}
      notFoundContent={found.isError ? found.error.message : undefined}
    />
  );
};
