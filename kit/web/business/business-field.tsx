import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { idList, PickField } from '../picker/pick-field.tsx';
import { words } from '../words.ts';
import { nameOf, selectionOf, rowsOfValues, truncatedName, valueOf } from './business.ts';
import type { BusinessSelection, BusinessSource } from './business.ts';
import type { ControlProps } from '../control-props.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

const BusinessPicker = lazyComponent(() => import('./business-picker.tsx').then((picker) => picker.BusinessPicker));

export interface BusinessFieldProps extends ControlProps {
  readonly source: BusinessSource;
  /** Whether several rows can be picked; true by default. */
  readonly multiple?: boolean;
  readonly value?: string | null | undefined;
  readonly onChange?: (value: string | null) => void;
  /** Receives the values and the additional columns of the picked rows. */
  readonly onPicked?: (picked: BusinessSelection) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** A form control that holds the values of business rows and shows their names. */
export const BusinessField = ({ source, multiple = true, value, onChange, onPicked, disabled, placeholder, ...aria }: BusinessFieldProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [loadedRows, setLoadedRows] = useState<readonly PlainRow[]>([]);
  const values = idList(value);
  const unknown = values.filter((item) => !loadedRows.some((row) => valueOf(source, row) === item));
  const missingRows = useQuery({
    queryKey: [source.valueUrl ?? source.listUrl, 'values', ...unknown],
    queryFn: ({ signal }) => rowsOfValues(source, unknown, signal),
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
  });
  // A value whose row is not found stays selected and is shown as itself.
  const allRows = [...loadedRows, ...(missingRows.data ?? [])];
  const rows = values.flatMap((item) => allRows.filter((row) => valueOf(source, row) === item).slice(0, 1));
  const selectRows = (next: readonly PlainRow[]): void => {
    const picked = selectionOf(source, next);
    setLoadedRows(next);
    onChange?.(picked.value);
    onPicked?.(picked);
  };
  const keepValues = (remaining: readonly string[]): void => {
    const keptRows = rows.filter((row) => remaining.includes(valueOf(source, row)));
    if (keptRows.length === remaining.length) selectRows(keptRows);
    else onChange?.(remaining.length === 0 ? null : remaining.join(','));
  };
  return (
    <>
      <PickField
        {...aria}
        values={values}
        names={new Map(rows.map((row) => [valueOf(source, row), truncatedName(nameOf(source, row))]))}
        onChange={keepValues}
        onOpen={() => setOpen(true)}
        disabled={disabled}
        placeholder={placeholder ?? say(words.choose)}
      />

      {open && (
        <BusinessPicker
          source={source}
          multiple={multiple}
          selectedRows={rows}
          onClose={() => setOpen(false)}
          onDone={(next) => {
            selectRows(next);
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
