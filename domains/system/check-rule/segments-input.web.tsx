import { useMemo } from 'react';
import type { Column } from '#kit/web/edit-table/column.ts';
import { EditTableView } from '#kit/web/edit-table/edit-table.tsx';
import { useTableInput } from '#kit/web/edit-table/use-edit-table.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { asRecord } from '#kit/web/transport.ts';
import { checkRuleInputLabels, checkRuleLabels } from './check-rule.labels.ts';
import { checkRuleBounds, segment } from './check-rule.ts';

const columns: readonly Column[] = [
  {
    key: 'digits',
    title: checkRuleInputLabels.digits,
    type: 'input',
    widthPx: 80,
    defaultValue: '*',
    maxLength: 3,
    validateRules: [{ field: segment.digits }],
  },
  {
    key: 'pattern',
    title: checkRuleInputLabels.pattern,
    type: 'input',
    widthPx: 170,
    maxLength: checkRuleBounds.patternLetters,
    validateRules: [{ field: segment.pattern }],
  },
  { key: 'message', title: checkRuleInputLabels.message, type: 'input', widthPx: 170, maxLength: 200, validateRules: [{ field: segment.message }] },
];

/** The segments of a rule, each a row: how many letters, what they must look like, what is said when they do not. They are checked in their order. */
export const SegmentsInput = ({ value, onChange, disabled = false }: InputProps) => {
  const say = useSay();
  const rows = useMemo(() => (Array.isArray(value) ? value.map(asRecord) : []), [value]);
  const table = useTableInput({ columns, dragSort: true, value: rows, onChange: (next) => onChange?.(next) });
  return (
    <EditTableView
      table={table}
      label={say(checkRuleLabels.fields.ruleJson)}
      mode="always"
      tight
      rowNumber
      rowSelection
      disabled={disabled}
      rowsMax={checkRuleBounds.segments}
    />
  );
};
