import { useState } from 'react';
import { passwordWords, Slider, thirdPartyApi } from '#domains/identity/web.ts';
import type { LoginAnswer } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { SIGN_IN } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';
import { AccountField, PasswordField } from '../form/field.tsx';
import { PageForm } from '../form/page-form.tsx';
import { takeFirstPassword } from '../first-password/first-password-store.ts';
import { takeSecondStep } from '../second-step/second-step-store.ts';

interface ConnectFormProps {
  readonly token: string;
  /** The user's name at the other service. */
  readonly name: string;
  readonly onDone: (answer: LoginAnswer) => void;
}

const VERIFY = 412;

/** An account at another service is connected by signing in here once. */
export const ConnectForm = ({ token, name, onDone }: ConnectFormProps) => {
  const say = useSay();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [verifying, setVerifying] = useState(false);
  const { send, sending } = useSendRaw(thirdPartyApi.connect, {
    onDone,
    onRefused: (refusal) => {
      if (takeSecondStep(refusal) || takeFirstPassword(refusal)) return;
      setVerifying(refusal.code === VERIFY);
      if (refusal.code !== VERIFY) setProblem(refusal.message);
    },
  });
  const submit = (): void => {
    const error = username === '' ? say(signInWords.needUsername) : password === '' ? say(passwordWords.needPassword) : undefined;
    setProblem(error);
    if (error === undefined) void send({ token, username, password });
  };
  return (
    <PageForm
      title={say(signInWords.connect)}
      problem={problem}
      submitLabel={say(signInWords.connectGo)}
      isSending={sending}
      onGo={submit}
      backLink={{ to: SIGN_IN, text: say(signInWords.toSignIn) }}
    >
      <p className="co-sign-note">{say(signInWords.connectHint, { name })}</p>
      <AccountField label={say(signInWords.username)} value={username} onChange={setUsername} />
      <PasswordField label={say(passwordWords.password)} value={password} onChange={setPassword} />
      {verifying && <Slider subject={username} onPassed={(captcha) => void send({ token, username, password, captcha })} />}
    </PageForm>
  );
};
