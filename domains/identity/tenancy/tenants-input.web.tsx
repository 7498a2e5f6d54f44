import type { InputProps } from '#kit/web/kinds/input.tsx';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import { idList } from '#kit/web/picker/pick-field.tsx';
import { useNames } from '#kit/web/kinds/ref-lookup.ts';

/** Shows tenants by name, from a text with their ids. */
export const TenantNames = ({ ids }: { readonly ids: string | null }) => {
  const names = useNames('tenant', ids);
  return ids === null ? '—' : names.join(', ');
};

/** Selects several tenants by name; holds their ids in one text. */
export const TenantsInput = ({ value, onChange, id, disabled = false }: InputProps) => (
  <RefsSelect
    to="tenant"
    {...(id !== undefined && { id })}
    disabled={disabled}
    value={idList(value)}
    onChange={(ids) => onChange?.(ids.length === 0 ? null : ids.join(','))}
  />
);
