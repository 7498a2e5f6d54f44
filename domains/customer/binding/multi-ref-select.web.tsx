import { AsyncSelect } from '#kit/web/kinds/async-select.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';
import { sourceOf } from '#kit/web/kinds/ref-select.tsx';
import type { Picker } from '#kit/web/kinds/ref-lookup.ts';

interface MultiRefSelectProps extends ControlProps {
  readonly picker: Picker;
  readonly value?: readonly string[];
  readonly onChange?: (value: readonly string[]) => void;
}

/** Selects several rows of a resource by typing parts of their titles. */
export const MultiRefSelect = ({ picker, value = [], onChange, ...aria }: MultiRefSelectProps) => (
  <AsyncSelect {...aria} multiple source={sourceOf(picker, {})} value={value} onChange={(next) => onChange?.(next)} />
);
