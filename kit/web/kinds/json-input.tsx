import { useState } from 'react';
import { CodeEditor } from '../editors/code-editor.tsx';
import type { ControlProps } from '../control-props.ts';

interface JsonInputProps extends ControlProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled?: boolean;
}

const HEIGHT_PX = 180;

/** Edits JSON as text. While the text is invalid, the form holds the text, and its rule refuses it. */
export const JsonInput = ({ value, onChange, ...more }: JsonInputProps) => {
  const [text, setText] = useState(() => textFor(value));
  // The form's value differs from the value of this text only when it was set from outside.
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
