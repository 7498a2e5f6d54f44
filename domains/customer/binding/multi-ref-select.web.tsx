import { AsyncSelect } from '#kit/web/kinds/async-select.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';
import { sourceOf } from '#kit/web/kinds/ref-select.tsx';
import type { Picker } from '#kit/web/kinds/ref-lookup.ts';

interface ManyRefsProps extends ControlProps {
  readonly picker: Picker;
  readonly value?: readonly string[];
  readonly onChange?: (value: readonly string[]) => void;
}

/** Picks several rows of a noun by typing parts of their titles. */
export const ManyRefs = ({ picker, value = [], onChange, ...aria }: ManyRefsProps) => (
  <AsyncSelect {...aria} multiple source={sourceOf(picker, {})} value={value} onChange={(next) => onChange?.(next)} />
);
