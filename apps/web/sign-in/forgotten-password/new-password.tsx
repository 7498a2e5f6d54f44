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
  /** Called when the ticket is no longer valid. */
  readonly onLost: () => void;
  /** Why a new password is required. */
  readonly note?: string;
  /** The next step is in progress. */
  readonly isBusy?: boolean;
  readonly foot?: ReactNode;
}

/** The server's password rule is checked here first. */
export const NewPassword = ({ proof, onDone, onLost, note, isBusy = false, foot }: NewPasswordProps) => {
  const say = useSay();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
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
  const submit = (): void => {
    const error = lackOf(password, proof.username) ?? (password === repeated ? undefined : say(passwordWords.passwordDiffers));
    setProblem(error);
    if (error === undefined) void send({ ...proof, password });
  };
  return (
    <PageForm
      title={say(signInWords.passwordFor, { name: proof.username })}
      problem={problem}
      submitLabel={say(signInWords.setPassword)}
      isSending={sending || isBusy}
      onGo={submit}
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
      <PasswordField label={say(passwordWords.confirmPassword)} value={repeated} onChange={setRepeated} isNew />
    </PageForm>
  );
};
