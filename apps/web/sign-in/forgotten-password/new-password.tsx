import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountApi, passwordWords, usePasswordProblem, useSignInOptions } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { signInWords } from '../sign-in-words.ts';
import type { ResetProof } from './forgotten-password.tsx';
import { PasswordField } from '../form/field.tsx';
import { PageForm } from '../form/page-form.tsx';

interface NewPasswordProps {
  readonly proof: ResetProof;
  readonly onDone: (password: string) => void;
  /** The ticket is no longer good. */
  readonly onLost: () => void;
  /** Why a new one is asked for. */
  readonly note?: string;
  /** What follows is under way. */
  readonly busy?: boolean;
  readonly foot?: ReactNode;
}

/** The server's own rule is asked here first. */
export const NewPassword = ({ proof, onDone, onLost, note, busy = false, foot }: NewPasswordProps) => {
  const say = useSay();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const { passwordMin } = useSignInOptions();
  const lackOf = usePasswordProblem();
  const { send, sending } = useSendRaw(accountApi.passwordChange, {
    onDone: () => onDone(password),
    onRefused: (refusal) => {
      setProblem(refusal.message);
      if (refusal.refusal === 'account.ticket') onLost();
    },
  });
  const go = (): void => {
    const lacking = lackOf(password, proof.username) ?? (password === again ? undefined : say(passwordWords.passwordDiffers));
    setProblem(lacking);
    if (lacking === undefined) void send({ ...proof, password });
  };
  return (
    <PageForm
      title={say(signInWords.passwordFor, { name: proof.username })}
      problem={problem}
      go={say(signInWords.setPassword)}
      sending={sending || busy}
      onGo={go}
      foot={foot}
    >
      {note !== undefined && <p className="co-sign-note">{note}</p>}
      <input type="text" autoComplete="username" value={proof.username} readOnly hidden />
      <PasswordField
        label={say(passwordWords.newPassword)}
        value={password}
        onChange={setPassword}
        isNew
        hint={say(passwordWords.passwordRule, { min: passwordMin })}
      />
      <PasswordField label={say(passwordWords.confirmPassword)} value={again} onChange={setAgain} isNew />
    </PageForm>
  );
};
