import { Button, Form, Input, Space } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { PopupFault } from '../edit-table/table/column.ts';
import { tableWords } from '../edit-table/table/table-words.ts';
import { useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import { faultOf, valuesOfPicked } from './popup.ts';
import type { KeyedRow, PopupMapping } from './popup.ts';
import type { ReportPickerProps } from './report-picker.tsx';
import { reportWords } from './report-words.ts';
import './report.css';
import type { ControlProps } from '../control-props.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

const ReportPicker = lazyComponent(() => import('./report-picker.tsx').then((picker) => picker.ReportPicker));

export interface PopupFieldProps extends ControlProps, PopupMapping, Pick<ReportPickerProps, 'sorter' | 'param'> {
  /** The one of `destFields` that this control holds and shows; the others are set in the surrounding form. */
  readonly field: string;
  readonly multi?: boolean;
  readonly value?: string | null | undefined;
  readonly onChange?: (value: string | null) => void;
  /** Receives the values of all `destFields`, for a page without a form. */
  readonly onFill?: (values: Readonly<Record<string, string | null>>) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

const faults = { unset: tableWords.popupUnset, uneven: tableWords.popupUneven, sorter: tableWords.popupSorter } as const;

/** A form control that is filled from the rows of a report, together with other fields of the form. */
export const PopupField = (props: PopupFieldProps) => {
  const { code, orgFields, destFields, sorter, param, field, multi = false, value, onChange, onFill, disabled = false, ...shown } = props;
  const form = Form.useFormInstance<Record<string, unknown> | undefined>();
  const [open, setOpen] = useState(false);
  const [pickedRows, setPickedRows] = useState<readonly KeyedRow[]>([]);
  const mapping = { code, orgFields, destFields };
  const text = textOf(value);
  const valuesOf = (rows: readonly KeyedRow[]) =>
    valuesOfPicked(
      mapping,
      rows.map(({ row }) => row),
    );
  const fillForm = (rows: readonly KeyedRow[]): void => {
    const values = valuesOf(rows);
    const { [field]: ownValue = null, ...otherValues } = values;
    setPickedRows(rows);
    onChange?.(ownValue);
    // Outside a form there is no form instance.
    (form as typeof form | null)?.setFieldsValue(otherValues);
    onFill?.(values);
  };
  return (
    <>
      <PopupControl
        {...shown}
        text={text}
        fault={faultOf(mapping, sorter)}
        disabled={disabled}
        onOpen={() => setOpen(true)}
        onClear={() => fillForm([])}
      />

      {open && (
        <ReportPicker
          {...{ code, multi, sorter, param }}
          // A value that was set from outside is not among the rows picked here.
          initialRows={pickedRows.length > 0 && valuesOf(pickedRows)[field] === text ? pickedRows : []}
          onClose={() => setOpen(false)}
          onDone={(rows) => {
            fillForm(rows);
            setOpen(false);
          }}
        />
      )}
    </>
  );
};

interface PopupControlProps extends Omit<
  PopupFieldProps,
  keyof PopupMapping | 'field' | 'value' | 'onChange' | 'onFill' | 'multi' | 'sorter' | 'param'
> {
  readonly text: string;
  readonly fault: PopupFault | undefined;
  readonly onOpen: () => void;
  readonly onClear: () => void;
}

const PopupControl = ({ text, fault, disabled = false, placeholder, onOpen, onClear, ...aria }: PopupControlProps) => {
  const say = useSay();
  const faultId = useId();
  const isDisabled = disabled || fault !== undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isDisabled || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    // Enter would submit the form.
    event.preventDefault();
    onOpen();
  };
  return (
    <>
      <Space.Compact block>
        <Input
          {...aria}
          readOnly
          aria-haspopup="dialog"
          disabled={isDisabled}
          value={text}
          title={text}
          placeholder={placeholder ?? say(words.choose)}
          {...(fault && { status: 'error' as const, 'aria-describedby': faultId })}
          onClick={() => !isDisabled && onOpen()}
          onKeyDown={onKeyDown}
        />
        {text !== '' && !isDisabled && <Button aria-label={say(words.clear)} icon={<CloseOutlined />} onClick={onClear} />}
        <Button aria-label={say(reportWords.open)} disabled={isDisabled} icon={<SearchOutlined />} onClick={onOpen} />
      </Space.Compact>
      {fault && (
        <span id={faultId} className="rp-fault">
          {say(faults[fault])}
        </span>
      )}
    </>
  );
};
