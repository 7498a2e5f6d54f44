import { Switch } from 'antd';

export interface SwitchInputProps {
  /** The values for on and off. */
  readonly values?: readonly [on: string | number, off: string | number];
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
}

const usual = ['Y', 'N'] as const;

/** A switch between two values. */
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
