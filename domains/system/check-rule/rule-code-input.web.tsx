import { AutoComplete } from 'antd';
import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { textOf } from '#kit/web/text-of.ts';
import { checkRuleApi } from './check-rule.ts';

/** The code of a rule: any code, or one that a field of the program uses; those are offered with the name of the field. */
export const RuleCodeInput = ({ value, onChange, disabled = false, field, ...rest }: InputProps) => {
  const { data = [] } = useCall(checkRuleApi.uses, {});
  return (
    <AutoComplete
      {...controlOf(rest)}
      className="co-wide"
      disabled={disabled}
      value={textOf(value)}
      onChange={(next: string) => onChange?.(next)}
      options={data.map(({ ruleCode, noun, field: fieldName }) => ({ value: ruleCode, label: `${ruleCode} · ${noun} · ${fieldName}` }))}
      showSearch={{ filterOption: true }}
      {...(field.max !== undefined && { maxLength: field.max })}
    />
  );
};
