import { useState } from 'react';
import { CodeEditor } from '../editors/code-editor.tsx';
import type { ControlProps } from '../control-props.ts';

interface JsonInputProps extends ControlProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled?: boolean;
}

const HEIGHT_PX = 180;

/** JSON as text. While it does not parse, the form holds the text, which its rule refuses. */
export const JsonInput = ({ value, onChange, ...more }: JsonInputProps) => {
  const [text, setText] = useState(() => textFor(value));
  // What the form holds differs from what this text means only when somebody else has changed it.
  const [shownValue, setShownValue] = useState(value);
  if (!Object.is(shownValue, value)) {
    setShownValue(value);
    if (JSON.stringify(parsed(text)) !== JSON.stringify(value ?? null)) setText(textFor(value));
  }
  const change = (next: string) => {
    setText(next);
    onChange(parsed(next));
  };
  return <CodeEditor {...more} label="JSON" mode="json" heightPx={HEIGHT_PX} value={text} onChange={change} />;
};

const textFor = (value: unknown): string => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2));

const parsed = (text: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
