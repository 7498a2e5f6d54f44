import { useState } from 'react';
import { usePicker } from '../refs.ts';
import { AsyncSelect } from './async-select.tsx';
import type { ControlProps } from './control.ts';
import { sourceOf } from './ref-select.tsx';

interface RefsSelectProps extends ControlProps {
  /** The resource's name: `agent`. */
  readonly to: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[], texts: readonly string[]) => void;
  readonly status?: 'error' | undefined;
  readonly disabled?: boolean;
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
