import { Button, Input, Select } from 'antd';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import { queryRules, queryRulesOf } from '#kit/resource/query/advanced-query.ts';
import type { QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { useSay } from '../language.ts';
import { wordsOf } from '../list/columns/columns.tsx';
import { words } from '../words.ts';
import { fieldOf, withField, withRule } from './advanced.ts';
import type { DraftRow, QueryFields } from './advanced.ts';
import { wordsOfRule } from './describe.ts';
import type { OwnValue, OwnValues } from './own-values.ts';
import { ValueInput } from './value-input.tsx';
import { queryWords } from './builder-words.ts';

interface ConditionRowProps {
  readonly fields: QueryFields;
  readonly labels: Labels;
  readonly values: OwnValues;
  readonly row: DraftRow;
  /** The position of the condition, from 1. */
  readonly n: number;
  /** Marks missing parts as errors. */
  readonly strict: boolean;
  readonly onChange: (row: DraftRow) => void;
  readonly onRemove: () => void;
}

/** A rule of an earlier query stays in the choice, even when the field no longer offers it. */
const rulesFor = (field: Field | undefined, ownValue: OwnValue | undefined, rule: QueryRule | undefined): readonly QueryRule[] => {
  if (!field) return queryRules;
  const rules = ownValue?.rules ?? queryRulesOf(field);
  return rule === undefined || rules.includes(rule) ? rules : [...rules, rule];
};

/** One condition: a field, a rule and a value. */
export const ConditionRow = ({ fields, labels, values, row, n, strict, onChange, onRemove }: ConditionRowProps) => {
  const say = useSay();
  const field = fieldOf(fields, row.field);
  const ownValue = values[row.field ?? ''];
  const nth = (label: string) => say(queryWords.nth, { what: label, n });
  const missing = (isMissing: boolean) => (strict && isMissing ? 'error' : undefined);
  const statusOf = (isMissing: boolean) => (missing(isMissing) ? { status: 'error' as const } : {});
  const pick = (name: string) => {
    const next = fieldOf(fields, name);
    if (next) onChange(withField(row, name, { field: next, rules: values[name]?.rules }));
  };
  return (
    <li className="co-condition">
      <Select<string>
        {...statusOf(!field)}
        className="co-condition-field"
        aria-label={nth(say(queryWords.field))}
        placeholder={say(queryWords.field)}
        value={field ? (row.field ?? null) : null}
        options={fields.map(([name]) => ({ value: name, label: say(wordsOf(labels, name)) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={pick}
      />
      <Select<QueryRule>
        {...statusOf(row.rule === undefined)}
        className="co-condition-rule"
        aria-label={nth(say(queryWords.rule))}
        placeholder={say(queryWords.rule)}
        value={row.rule ?? null}
        options={rulesFor(field, ownValue, row.rule).map((rule) => ({ value: rule, label: say(wordsOfRule(field, rule)) }))}
        onChange={(rule) => onChange(withRule(row, field, rule))}
      />
      <div className="co-condition-value">
        {field ? (
          <ValueInput
            // Another field or kind of rule mounts a new editor, because the old one holds a value of another type.
            key={`${row.field} ${row.rule === 'in'}`}
            field={field}
            ownValue={ownValue}
            row={row}
            status={missing(row.val === '')}
            label={nth(say(queryWords.value))}
            onChange={({ val, text, type }) =>
              onChange({ field: row.field, rule: row.rule, val, ...(text !== undefined && { text }), ...(type && { type }) })
            }
          />
        ) : (
          <Input disabled aria-label={nth(say(queryWords.value))} placeholder={say(words.choose)} />
        )}
      </div>
      <Button type="text" icon={<MinusCircleOutlined />} aria-label={say(queryWords.removeRow, { n })} onClick={onRemove} />
    </li>
  );
};
