import { call } from '#kit/web/calls/client.ts';
import type { Option, PickerProps } from '#kit/web/edit-table/table/column.ts';
import { useSay } from '#kit/web/language.ts';
import { idList } from '#kit/web/picker/pick-field.tsx';
import { TreePicker } from '#kit/web/picker/tree-picker.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { departWords } from './depart.labels.ts';
import { departApi } from './depart.ts';

/** A cell that holds department ids and shows their names. */
export const DepartCellPicker = ({ value, onPick, onClose }: PickerProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(departApi.queryTreeList, {});
  return (
    <TreePicker
      title={say(departWords.choose)}
      searchLabel={say(departWords.search)}
      nodes={data}
      problem={error ? { message: error.message, retry: () => void refetch() } : undefined}
      selectedKeys={idList(value)}
      multi
      onClose={onClose}
      onDone={(options) => onPick({ value: options.map((option) => option.value).join(','), words: options })}
    />
  );
};

/** The names of departments. */
export const departOptions = async (ids: readonly string[]): Promise<readonly Option[]> =>
  (await call(departApi.queryList, { ids: ids.join(',') })).map(({ value, text }) => ({ value, label: text }));
