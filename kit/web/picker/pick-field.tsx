import { commaList } from '#kit/fields/comma-list.ts';
import { Select } from 'antd';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { ControlProps } from '../control-props.ts';

export interface PickFieldProps extends ControlProps {
  readonly values: readonly string[];
  /** The display names of the values, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
  readonly onChange: (values: readonly string[]) => void;
  /** Opens the picker. */
  readonly onOpen: () => void;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
}

/** A form control that shows the names of the picked values, and opens its picker by a click, Enter or arrow down. */
export const PickField = ({ values, names, onChange, onOpen, disabled, placeholder, ...aria }: PickFieldProps) => {
  const say = useSay();
  return (
    <Select<string[]>
      {...aria}
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
        // Enter would submit the form.
        event.preventDefault();
        onOpen();
      }}
      onChange={onChange}
    />
  );
};

/** The ids in a comma-separated text. */
export const idList = (value: unknown): readonly string[] => (typeof value === 'string' ? commaList(value) : []);
