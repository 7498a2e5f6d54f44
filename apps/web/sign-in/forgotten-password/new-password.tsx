import { useState } from 'react';
import { accountApi, usePasswordLack } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { doorWords } from '../sign-in-words.ts';
import type { Proof } from './forgotten-password.tsx';
import { PasswordField } from '../form/field.tsx';
import { PageForm } from '../form/page-form.tsx';
import { useOptions } from '../use-options.ts';

interface NewPasswordProps {
  readonly proof: Proof;
  readonly onDone: () => void;
  /** The ticket is no longer good. */
  readonly onLost: () => void;
}

/** The server's own rule is asked here first. */
export const NewPassword = ({ proof, onDone, onLost }: NewPasswordProps) => {
  const say = useSay();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const { passwordMin } = useOptions();
  const lackOf = usePasswordLack();
  const { send, sending } = useSendRaw(accountApi.passwordChange, {
    onDone,
    onRefused: (refusal) => {
      setProblem(refusal.message);
      if (refusal.refusal === 'account.ticket') onLost();
    },
  });
  const go = (): void => {
    const lacking = lackOf(password, proof.username) ?? (password === again ? undefined : say(doorWords.passwordDiffers));
    setProblem(lacking);
    if (lacking === undefined) void send({ ...proof, password });
  };
  return (
    <PageForm
      title={say(doorWords.passwordFor, { name: proof.username })}
      problem={problem}
      go={say(doorWords.setPassword)}
      sending={sending}
      onGo={go}
    >
      <input type="text" autoComplete="username" value={proof.username} readOnly hidden />
      <PasswordField
        label={say(doorWords.newPassword)}
        value={password}
        onChange={setPassword}
        isNew
        hint={say(doorWords.passwordRule, { min: passwordMin })}
      />
      <PasswordField label={say(doorWords.confirmPassword)} value={again} onChange={setAgain} isNew />
    </PageForm>
  );
};
