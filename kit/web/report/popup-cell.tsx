import type { PickerProps } from '../edit-table/table/column.ts';
import { valuesOfPicked } from './popup.ts';
import { ReportPicker } from './report-picker.tsx';

/** A cell that is filled from the rows of a report, together with other cells of its row. */
export const PopupCellPicker = ({ column, onPick, onClose }: PickerProps) => {
  const { popupCode: code = '', orgFields = '', destFields = '', key, multi = false, sorter, param } = column;
  return (
    <ReportPicker
      {...{ code, multi, sorter, param }}
      initialRows={[]}
      onClose={onClose}
      onDone={(rows) => {
        const { [key]: value = null, ...otherValues } = valuesOfPicked(
          { code, orgFields, destFields },
          rows.map(({ row }) => row),
        );
        onPick({ value, beside: otherValues });
      }}
    />
  );
};
