import { Button, Input } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import { asRecord } from '#kit/web/transport.ts';
import { words } from '#kit/web/words.ts';
import { checkRuleInputLabels } from './check-rule.labels.ts';
import { checkRuleBounds } from './check-rule.ts';
import './check-rule.css';

const parts = ['digits', 'pattern', 'message'] as const;

/** The segments of a rule, each a line: how many letters, what they must look like, what is said when they do not. */
export const SegmentsInput = ({ value, onChange, disabled = false }: InputProps) => {
  const say = useSay();
  const rows = Array.isArray(value) ? value.map(asRecord) : [];
  const set = (index: number, part: string, next: string) => onChange?.(rows.map((row, at) => (at === index ? { ...row, [part]: next } : row)));
  return (
    <div className="cr-rows">
      {rows.length > 0 && (
        <div className="cr-row cr-head" aria-hidden>
          {parts.map((part) => (
            <span key={part}>{say(checkRuleInputLabels[part])}</span>
          ))}
        </div>
      )}
      {rows.map((row, index) => (
        <div key={index} className="cr-row">
          {parts.map((part) => (
            <Input
              key={part}
              value={textOf(row[part])}
              disabled={disabled}
              maxLength={part === 'digits' ? 3 : checkRuleBounds.patternLetters}
              aria-label={`${say(checkRuleInputLabels[part])} ${index + 1}`}
              onChange={(event) => set(index, part, event.target.value)}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${say(words.removeRow)} ${index + 1}`}
            disabled={disabled}
            onClick={() => onChange?.(rows.filter((_row, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={disabled || rows.length >= checkRuleBounds.segments}
        onClick={() => onChange?.([...rows, { digits: '*', pattern: '', message: '' }])}
      >
        {say(words.addRow)}
      </Button>
    </div>
  );
};
