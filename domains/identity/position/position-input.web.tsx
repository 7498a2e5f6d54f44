import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import { idList } from '#kit/web/picker/pick-field.tsx';

/** Selects several positions by name; holds their ids in one text. */
export const PositionsInput = ({ value, onChange, disabled = false, ...rest }: InputProps) => (
  <RefsSelect
    {...controlOf(rest)}
    to="position"
    value={idList(value)}
    disabled={disabled}
    onChange={(ids) => onChange?.(ids.length === 0 ? null : ids.join(','))}
  />
);
