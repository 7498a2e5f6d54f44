import { useEffect, useRef, useState } from 'react';
import { passwordWords, sessionApi, Slider } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { signOutReasonStore } from '#kit/web/session/session.ts';
import { readStored, storageKeys } from '#kit/web/storage.ts';
import { useStore } from '#kit/web/store.ts';
import { words } from '../words.ts';
import { signInWords } from './sign-in-words.ts';
import { useConsent } from './consent/use-consent.ts';
import { enter, shownDevice } from './begin-session.ts';
import { AccountField, PasswordField } from './form/field.tsx';
import { takeFirstPassword } from './first-password/first-password-store.ts';
import { takeSecondStep } from './second-step/second-step-store.ts';
import { Problem } from './form/page-form.tsx';

/** The server requires the slider captcha first. */
const VERIFY = 412;

/** Account and password. Written without the component library, so that the sign-in loads fast. */
export const SignInForm = ({ onTyping }: { readonly onTyping: () => void }) => {
  const say = useSay();
  const ending = useStore(signOutReasonStore);
  const [problem, setProblem] = useState<string>();
  const [username, setUsername] = useState(() => readStored(storageKeys.username) ?? '');
  const [password, setPassword] = useState('');
  const [verifying, setVerifying] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const { send, sending } = useSendRaw(sessionApi.login, {
    onDone: enter,
    onRefused: (refusal) => {
      setVerifying(refusal.code === VERIFY);
      if (takeSecondStep(refusal) || takeFirstPassword(refusal)) return;
      if (refusal.code === VERIFY) return;
      setProblem(refusal.message);
      setPassword('');
      second.current?.focus();
    },
  });
  const consent = useConsent();
  const signIn = async (captcha: string | null = null) =>
    send({ username, password, captcha, deviceToken: shownDevice(), agreePrivacy: await consent.agree() });
  // The focus is in the first empty input.
  useEffect(() => (first.current?.value === '' ? first : second).current?.focus(), []);
  const start = () => {
    if (verifying) return;
    const isEmpty = username === '' || password === '';
    const error = isEmpty ? say(username === '' ? signInWords.needUsername : passwordWords.needPassword) : consent.missing();
    setProblem(error);
    if (isEmpty) (username === '' ? first : second).current?.focus();
    else if (error === undefined) void signIn();
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
      <Problem text={problem} />
      {problem === undefined && ending === 'expired' && <p className="co-sign-note">{say(signInWords.expired)}</p>}
      {problem === undefined && typeof ending === 'object' && ending !== null && (
        <p className="co-sign-note co-sign-note-bad">{say(signInWords.unheard, { reason: ending.failure })}</p>
      )}
      {problem === undefined && (ending === 'menuFailed' || ending === 'choiceFailed') && (
        <p className="co-sign-note co-sign-note-bad">{say(words[ending])}</p>
      )}
      <AccountField
        label={say(signInWords.username)}
        value={username}
        onChange={(name) => {
          setUsername(name);
          setVerifying(false);
        }}
        field={first}
      />
      <PasswordField label={say(passwordWords.password)} value={password} onChange={setPassword} field={second} />
      {verifying ? (
        <Slider subject={username} onPassed={signIn} />
      ) : (
        <button type="submit" className="co-sign-go" aria-busy={sending}>
          {say(sending ? signInWords.signingIn : signInWords.signIn)}
        </button>
      )}
    </form>
  );
};
