import { Switch } from 'antd';

export interface SwitchInputProps {
  /** What it holds when it is on and when it is off. */
  readonly values?: readonly [on: string | number, off: string | number];
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
}

const usual = ['Y', 'N'] as const;

/** One of two values: the first is on. */
export const SwitchInput = ({ values = usual, value, onChange, disabled = false, id, ...rest }: SwitchInputProps) => {
  const [on, off] = values;
  return (
    <Switch
      {...rest}
      {...(id !== undefined && { id })}
      checked={value === on}
      disabled={disabled}
      onChange={(checked) => onChange?.(checked ? on : off)}
    />
  );
};
