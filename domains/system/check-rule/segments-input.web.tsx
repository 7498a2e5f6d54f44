import type { Column } from '#kit/web/edit-table/table/column.ts';
import { RowsInput } from '#kit/web/edit-table/rows-input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { checkRuleInputLabels, checkRuleLabels } from './check-rule.labels.ts';

const { digits, pattern, message } = checkRuleInputLabels;
const columns: readonly Column[] = [
  { key: 'digits', title: digits, type: 'input', widthPx: 80, defaultValue: '*' },
  { key: 'pattern', title: pattern, type: 'input', widthPx: 170 },
  { key: 'message', title: message, type: 'input', widthPx: 170 },
];

/** The segments of a rule as rows: the number of characters, the pattern, and the message. They are checked in order. */
export const SegmentsInput = (props: InputProps) => <RowsInput {...props} columns={columns} label={checkRuleLabels.fields.ruleJson} ordered />;
