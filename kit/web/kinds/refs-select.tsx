import { useState } from 'react';
import { usePicker } from '../refs.ts';
import { AsyncSelect } from './async-select.tsx';
import { sourceOf } from './ref-select.tsx';

interface RefsSelectProps {
  /** The resource's name: `agent`. */
  readonly to: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[], texts: readonly string[]) => void;
  readonly status?: 'error' | undefined;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
}

/** Picks several rows of another noun by typing parts of their titles. */
export const RefsSelect = ({ to, value, onChange, ...rest }: RefsSelectProps) => {
  const [open, setOpen] = useState(false);
  const picker = usePicker(to, open || value.length > 0);
  const textOf = (id: string, chosen: readonly { readonly value: string; readonly text: string }[]) =>
    chosen.find((row) => row.value === id)?.text ?? id;
  return (
    <AsyncSelect
      {...rest}
      multiple
      source={picker && sourceOf(picker, {})}
      value={value}
      onChange={(next, chosen) =>
        onChange(
          next,
          next.map((id) => textOf(id, chosen)),
        )
      }
      onOpen={setOpen}
    />
  );
};
