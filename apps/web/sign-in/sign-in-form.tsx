import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { sessionApi } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/query.tsx';
import { beginSession, endingStore } from '#kit/web/session.ts';
import { keep, recall, storageKeys } from '#kit/web/storage.ts';
import { useStore } from '#kit/web/store.ts';
import { Glyph } from '../glyph.tsx';
import { words } from '../words.ts';

/** Account and password. Written without the component library, so that the way in is fast. */
export const SignInForm = ({ onTyping }: { readonly onTyping: () => void }) => {
  const say = useSay();
  const ending = useStore(endingStore);
  const [problem, setProblem] = useState<string>();
  const [username, setUsername] = useState(() => recall(storageKeys.username) ?? '');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const { send, sending } = useSendRaw(sessionApi.login, {
    onDone: ({ token, userInfo }) => {
      keep(storageKeys.username, userInfo.username);
      beginSession(token, userInfo);
    },
    onRefused: (refusal) => {
      setProblem(refusal.message);
      setPassword('');
      second.current?.focus();
    },
  });
  // Typing begins at once; where depends on what is remembered.
  useEffect(() => (first.current?.value === '' ? first : second).current?.focus(), []);
  const start = () => {
    setProblem(username === '' ? say(words.needUsername) : password === '' ? say(words.needPassword) : undefined);
    if (username === '' || password === '') (username === '' ? first : second).current?.focus();
    else void send({ username, password });
  };
  return (
    <form
      noValidate
      onInput={onTyping}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <h1>{say(words.signIn)}</h1>
      {problem !== undefined && (
        <p className="co-sign-note co-sign-note-bad" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && ending === 'expired' && <p className="co-sign-note">{say(words.expired)}</p>}
      <Field label={say(words.username)} glyph="user">
        {(id) => (
          <input
            id={id}
            ref={first}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            autoComplete="username"
            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
      </Field>
      <PasswordField value={password} onChange={setPassword} field={second} />
      <button type="submit" className="co-sign-go" aria-busy={sending}>
        {say(sending ? words.signingIn : words.signIn)}
      </button>
    </form>
  );
};

interface FieldProps {
  readonly label: string;
  readonly glyph: 'user' | 'lock';
  readonly children: (id: string) => ReactNode;
}

const Field = ({ label, glyph, children }: FieldProps) => {
  const id = useId();
  return (
    <div className="co-sign-field">
      <label htmlFor={id}>{label}</label>
      <span className="co-sign-input">
        <Glyph name={glyph} />
        {children(id)}
      </span>
    </div>
  );
};

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly field: { current: HTMLInputElement | null };
}

const PasswordField = ({ value, onChange, field }: PasswordFieldProps) => {
  const say = useSay();
  const [shown, setShown] = useState(false);
  const label = say(shown ? words.hidePassword : words.showPassword);
  return (
    <Field label={say(words.password)} glyph="lock">
      {(id) => (
        <>
          <input
            id={id}
            ref={field}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete="current-password"
            maxLength={128}
          />
          <button type="button" className="co-glyph-button" title={label} aria-label={label} onClick={() => setShown(!shown)}>
            <Glyph name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </>
      )}
    </Field>
  );
};
