import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { listed, PickField } from '../picker/pick-field.tsx';
import { words } from '../words.ts';
import { nameOf, pickedOf, rowsOfValues, shortened, valueOf } from './business.ts';
import type { BusinessPicked, BusinessSource } from './business.ts';
import type { ControlProps } from '../control-props.ts';
import { late } from '../code-loading/lazy-component.tsx';

const BusinessPicker = late(() => import('./business-picker.tsx').then((picker) => picker.BusinessPicker));

export interface BusinessFieldProps extends ControlProps {
  readonly source: BusinessSource;
  /** Several rows unless told. */
  readonly multiple?: boolean;
  readonly value?: string | null | undefined;
  readonly onChange?: (value: string | null) => void;
  /** All that is handed back of the rows. */
  readonly onPicked?: (picked: BusinessPicked) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** A form control that holds values of business rows and shows them by name. */
export const BusinessField = ({ source, multiple = true, value, onChange, onPicked, disabled, placeholder, ...aria }: BusinessFieldProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [known, setKnown] = useState<readonly PlainRow[]>([]);
  const values = listed(value);
  const unknown = values.filter((one) => !known.some((row) => valueOf(source, row) === one));
  const found = useQuery({
    queryKey: [source.valueUrl ?? source.listUrl, 'values', ...unknown],
    queryFn: ({ signal }) => rowsOfValues(source, unknown, signal),
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
  });
  // What cannot be found is still held, and told by its value.
  const all = [...known, ...(found.data ?? [])];
  const rows = values.flatMap((one) => all.filter((row) => valueOf(source, row) === one).slice(0, 1));
  const take = (next: readonly PlainRow[]): void => {
    const picked = pickedOf(source, next);
    setKnown(next);
    onChange?.(picked.value);
    onPicked?.(picked);
  };
  const keep = (left: readonly string[]): void => {
    const kept = rows.filter((row) => left.includes(valueOf(source, row)));
    if (kept.length === left.length) take(kept);
    else onChange?.(left.length === 0 ? null : left.join(','));
  };
  return (
    <>
      <PickField
        {...aria}
        values={values}
        names={new Map(rows.map((row) => [valueOf(source, row), shortened(nameOf(source, row))]))}
        onChange={keep}
        onOpen={() => setOpen(true)}
        disabled={disabled}
        placeholder={placeholder ?? say(words.choose)}
      />

      {open && (
        <BusinessPicker
          source={source}
          multiple={multiple}
          chosen={rows}
          onClose={() => setOpen(false)}
          onDone={(next) => {
            take(next);
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
