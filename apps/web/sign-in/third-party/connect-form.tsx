import { useState } from 'react';
import { thirdPartyApi } from '#domains/identity/web.ts';
import type { LoginAnswer } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { SIGN_IN } from '../../paths.ts';
import { doorWords } from '../sign-in-words.ts';
import { AccountField, PasswordField } from '../form/field.tsx';
import { PageForm } from '../form/page-form.tsx';
import { takeSecondStep } from '../second-step/second-step-store.ts';
import { Slider } from '../slider.tsx';

interface ConnectFormProps {
  readonly token: string;
  /** What the other service calls the person. */
  readonly name: string;
  readonly onDone: (answer: LoginAnswer) => void;
}

const VERIFY = 412;

/** An account elsewhere is connected by signing in here once. */
export const ConnectForm = ({ token, name, onDone }: ConnectFormProps) => {
  const say = useSay();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [verifying, setVerifying] = useState(false);
  const { send, sending } = useSendRaw(thirdPartyApi.connect, {
    onDone,
    onRefused: (refusal) => {
      if (takeSecondStep(refusal)) return;
      setVerifying(refusal.code === VERIFY);
      if (refusal.code !== VERIFY) setProblem(refusal.message);
    },
  });
  const go = (): void => {
    const lacking = username === '' ? say(doorWords.needUsername) : password === '' ? say(doorWords.needPassword) : undefined;
    setProblem(lacking);
    if (lacking === undefined) void send({ token, username, password });
  };
  return (
    <PageForm
      title={say(doorWords.connect)}
      problem={problem}
      go={say(doorWords.connectGo)}
      sending={sending}
      onGo={go}
      back={{ to: SIGN_IN, text: say(doorWords.toSignIn) }}
    >
      <p className="co-sign-note">{say(doorWords.connectHint, { name })}</p>
      <AccountField label={say(doorWords.username)} value={username} onChange={setUsername} />
      <PasswordField label={say(doorWords.password)} value={password} onChange={setPassword} />
      {verifying && <Slider subject={username} onPassed={(captcha) => void send({ token, username, password, captcha })} />}
    </PageForm>
  );
};
