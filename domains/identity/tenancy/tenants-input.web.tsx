import { Select } from 'antd';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { listed } from '#kit/web/picker/pick-field.tsx';
import { useCall } from '#kit/web/query.tsx';
import { never } from '#kit/web/kinds/ref-select.tsx';
import { usePicker } from '#kit/web/refs.ts';

/** Tenants by name, where a row holds their ids. */
export const TenantNames = ({ ids }: { readonly ids: string | null }) => {
  const picker = usePicker('tenant', ids !== null);
  const { data } = useCall(picker ?? never, { ids: ids ?? '' }, { enabled: picker !== undefined && ids !== null });
  return ids === null ? '—' : (data ?? []).map(({ text }) => text).join(', ');
};

/** Several tenants by name; holds their ids in one text. */
export const TenantsInput = ({ value, onChange, id, disabled = false }: InputProps) => {
  const picker = usePicker('tenant', true);
  const chosen = listed(value);
  const { data } = useCall(picker ?? never, {}, { enabled: picker !== undefined });
  const known = (data ?? []).map((row) => ({ value: row.value, label: row.text }));
  const unknown = chosen.filter((one) => !known.some((row) => row.value === one)).map((one) => ({ value: one, label: one }));
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      className="co-wide"
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...chosen]}
      options={[...known, ...unknown]}
      onChange={(ids) => onChange?.(ids.length === 0 ? null : ids.join(','))}
    />
  );
};
