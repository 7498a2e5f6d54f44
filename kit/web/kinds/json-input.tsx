import { Input } from 'antd';
import { useState } from 'react';

interface JsonInputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id?: string;
  readonly disabled?: boolean;
}

/** JSON as text. While it does not parse, the form holds the text, which its rule refuses. */
export const JsonInput = ({ value, onChange, ...more }: JsonInputProps) => {
  const [text, setText] = useState(() => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2)));
  const change = (next: string) => {
    setText(next);
    onChange(next.trim() === '' ? null : parsed(next));
  };
  return (
    <Input.TextArea
      {...more}
      className="co-json"
      value={text}
      onChange={(event) => change(event.target.value)}
      autoSize={{ minRows: 3, maxRows: 16 }}
      spellCheck={false}
    />
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
