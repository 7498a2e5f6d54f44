import { Select } from 'antd';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { listed } from '#kit/web/picker/pick-field.tsx';
import { useCall } from '#kit/web/query.tsx';
import { positionApi } from './position.ts';

/** Several positions by name; holds their ids in one text. */
export const PositionsInput = ({ value, onChange, id, disabled = false }: InputProps) => {
  const chosen = listed(value);
  const { data, isFetching } = useCall(positionApi.queryList, {}, { keep: true });
  const known = (data ?? []).map((row) => ({ value: row.value, label: row.text }));
  const unknown = chosen.filter((one) => !known.some((row) => row.value === one)).map((one) => ({ value: one, label: one }));
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      className="co-wide"
      disabled={disabled}
      loading={isFetching && !data}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...chosen]}
      options={[...known, ...unknown]}
      onChange={(ids) => onChange?.(ids.length === 0 ? null : ids.join(','))}
    />
  );
};
