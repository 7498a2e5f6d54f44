import type { InputHTMLAttributes } from 'react';
import type { GlyphName } from '#kit/web/page/glyph.tsx';
import { Field } from './field.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly glyph: GlyphName;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly input?: Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'maxLength' | 'type' | 'autoFocus' | 'spellCheck'>;
}

export const TextField = ({ label, glyph, value, onChange, input }: TextFieldProps) => (
  <Field label={label} glyph={glyph}>
    {(id) => <input id={id} value={value} onChange={(event) => onChange(event.target.value)} autoCapitalize="none" {...input} />}
  </Field>
);
