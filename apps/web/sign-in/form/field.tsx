import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '#kit/web/language.ts';
import { Glyph } from '#kit/web/page/glyph.tsx';
import type { GlyphName } from '#kit/web/page/glyph.tsx';
import { signInWords } from '../sign-in-words.ts';

interface FieldProps {
  readonly label: string;
  readonly glyph: GlyphName;
  readonly hint?: string | undefined;
  readonly children: (id: string) => ReactNode;
}

/** A labelled input with its icon. */
export const Field = ({ label, glyph, hint, children }: FieldProps) => {
  const id = useId();
  return (
    <div className="co-sign-field">
      <label htmlFor={id}>{label}</label>
      <span className="co-sign-input">
        <Glyph name={glyph} />
        {children(id)}
      </span>
      {hint !== undefined && <small>{hint}</small>}
    </div>
  );
};

interface InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly field?: { current: HTMLInputElement | null };
}

interface AccountFieldProps extends InputProps {
  readonly label: string;
}

export const AccountField = ({ label, value, onChange, field }: AccountFieldProps) => (
  <Field label={label} glyph="user">
    {(id) => (
      <input
        id={id}
        ref={field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="username"
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
      />
    )}
  </Field>
);

interface PasswordFieldProps extends InputProps {
  readonly label: string;
  /** A new password. */
  readonly isNew?: true;
  readonly hint?: string;
}

/** A password that can be made visible. */
export const PasswordField = ({ label, value, onChange, field, isNew, hint }: PasswordFieldProps) => {
  const say = useSay();
  const [shown, setShown] = useState(false);
  const toggle = say(shown ? signInWords.hidePassword : signInWords.showPassword);
  return (
    <Field label={label} glyph="lock" hint={hint}>
      {(id) => (
        <>
          <input
            id={id}
            ref={field}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            maxLength={128}
          />
          <button type="button" className="co-glyph-button" title={toggle} aria-label={toggle} onClick={() => setShown(!shown)}>
            <Glyph name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </>
      )}
    </Field>
  );
};
