import { Button } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { ComponentType } from 'react';
import type { Field } from '#kit/fields/field.ts';
import { useSay } from '../language.ts';
import { asRecord } from '../calls/transport.ts';
import { words } from '../words.ts';

interface ListInputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (rows: readonly Readonly<Record<string, unknown>>[]) => void;
  readonly disabled: boolean;
  /** Draws one value of a row. */
  readonly Inner: ComponentType<InnerProps>;
}

interface InnerProps {
  readonly field: Field;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Edits a list of a few rows with equal fields. Longer lists, or rows that depend on each other, need an editor of their own. */
export const ListInput = ({ field, value, onChange, disabled, Inner }: ListInputProps) => {
  const say = useSay();
  const rows = Array.isArray(value) ? value.map(asRecord) : [];
  const shape = Object.entries(field.of ?? {});
  const set = (index: number, name: string, next: unknown) => onChange(rows.map((row, at) => (at === index ? { ...row, [name]: next } : row)));
  return (
    <div className="co-rows">
      {rows.map((row, index) => (
        <div key={index} className="co-row">
          {shape.map(([name, inner]) => (
            <Inner key={name} field={inner} value={row[name]} onChange={(next) => set(index, name, next)} disabled={disabled} placeholder={name} />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={say(words.removeRow)}
            disabled={disabled}
            onClick={() => onChange(rows.filter((_row, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={disabled || rows.length >= (field.max ?? 0)}
        onClick={() => onChange([...rows, {}])}
      >
        {say(words.addRow)}
      </Button>
    </div>
  );
};
