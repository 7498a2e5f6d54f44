import { Select } from 'antd';
import { useSay } from '../language.ts';
import { words } from '../words.ts';

export interface PickFieldProps {
  readonly values: readonly string[];
  /** The names of the values as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
  readonly onChange: (values: readonly string[]) => void;
  /** Opens the picker. */
  readonly onOpen: () => void;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly id?: string | undefined;
  readonly 'aria-required'?: boolean | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/** A form control that shows what was picked by name and opens its picker by a click, Enter or the arrow down. */
export const PickField = ({ values, names, onChange, onOpen, disabled, placeholder, ...aria }: PickFieldProps) => {
  const say = useSay();
  return (
    <Select<string[]>
      {...given(aria)}
      mode="multiple"
      className="co-wide"
      open={false}
      showSearch={false}
      allowClear
      suffixIcon={null}
      disabled={disabled ?? false}
      value={[...values]}
      options={values.map((value) => ({ value, label: names.get(value) ?? value }))}
      placeholder={placeholder ?? say(words.choose)}
      onOpenChange={(open) => open && onOpen()}
      onInputKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        // Enter would send the form.
        event.preventDefault();
        onOpen();
      }}
      onChange={onChange}
    />
  );
};

const given = <T extends object>(parts: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }; // only what is absent was left out

/** The ids of a comma list as the family writes it. */
export const listed = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
    : [];
