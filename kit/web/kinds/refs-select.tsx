import { useState } from 'react';
import { usePicker } from './ref-lookup.ts';
import { AsyncSelect } from './async-select.tsx';
import type { ControlProps } from '../control-props.ts';
import { includeUnusable, sourceOf } from './ref-select.tsx';

interface RefsSelectProps extends ControlProps {
  /** The name of the resource, such as `agent`. */
  readonly to: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[], texts: readonly string[]) => void;
  /** Also offers rows that can no longer be chosen. */
  readonly all?: boolean;
  readonly status?: 'error' | undefined;
  readonly disabled?: boolean;
}

/** Selects several rows of another noun by parts of their titles. */
export const RefsSelect = ({ to, value, onChange, all = false, ...rest }: RefsSelectProps) => {
  const [open, setOpen] = useState(false);
  const picker = usePicker(to, open || value.length > 0);
  const textOf = (id: string, choices: readonly { readonly value: string; readonly text: string }[]) =>
    choices.find((row) => row.value === id)?.text ?? id;
  return (
    <AsyncSelect
      {...rest}
      multiple
      source={picker && sourceOf(picker, all ? includeUnusable : {})}
      value={value}
      onChange={(next, choices) =>
        onChange(
          next,
          next.map((id) => textOf(id, choices)),
        )
      }
      onOpen={setOpen}
    />
  );
};
