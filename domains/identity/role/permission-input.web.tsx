import { Form, Select } from 'antd';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { permissionStore } from '#kit/web/may.ts';
import { useStore } from '#kit/web/store.ts';
import { levelOf } from './grants.rules.ts';
import { roleWords } from './role.labels.ts';

/** The rights that fit the role's level and that the viewer holds, grouped by noun. */
export const PermissionInput = ({ value, onChange, disabled, id }: InputProps) => {
  const say = useSay();
  const { granted, rules } = useStore(permissionStore);
  const level: unknown = Form.useWatch('roleLevel');
  const chosen = Array.isArray(value) ? value.filter((code): code is string => typeof code === 'string') : [];
  const options = [...rules].flatMap(([code, rule]) =>
    granted.has(code) && (typeof level !== 'number' || levelOf(code) <= level) ? [{ value: code, label: rule.describe ?? code }] : [],
  );
  const nouns = [...new Set(options.map(({ label }) => nounOf(label)))];
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={chosen}
      onChange={(codes: readonly string[]) => onChange?.(codes)}
      disabled={disabled ?? false}
      allowClear
      optionFilterProp="label"
      maxTagCount="responsive"
      placeholder={typeof level === 'number' ? '' : say(roleWords.levelFirst)}
      options={nouns.map((noun) => ({ label: noun, options: options.filter(({ label }) => nounOf(label) === noun) }))}
    />
  );
};

/** The server writes `Station: edit`. */
const nounOf = (label: string): string => label.split(':')[0] ?? label;
