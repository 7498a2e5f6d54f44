import { useState } from 'react';
import { accountApi, accountFields, codeInputWords, fieldProblem, useSignInOptions } from '#domains/identity/web.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { SIGN_IN } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';
import type { ResetProof } from './forgotten-password.tsx';
import { CodeField } from '../form/code-field.tsx';
import { PageForm } from '../form/page-form.tsx';
import { TextField } from '../form/text-field.tsx';

/** Verification by a code sent to a phone, or to a mailbox where mail is configured. */
export const VerifyContact = ({ onProved }: { readonly onProved: (proof: ResetProof) => void }) => {
  const say = useSay();
  const language = useLanguage();
  const { phone, mail } = useSignInOptions();
  const [to, setTo] = useState('');
  const [code, setCode] = useState('');
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSendRaw(accountApi.phoneVerification, {
    onDone: onProved,
    onRefused: (refusal) => {
      setProblem(refusal.message);
      setCode('');
      // A refused code is invalid from then on, so another may be requested.
      setRound((before) => before + 1);
    },
  });
  const label = phone && mail ? signInWords.phoneOrMail : mail ? signInWords.mail : signInWords.phone;
  const isMail = mail && (!phone || to.includes('@'));
  const missing = fieldProblem(isMail ? accountFields.mail : accountFields.phone, to, { label: say(label), language });
  const submit = (): void => {
    const error = missing ?? (code === '' ? say(codeInputWords.needCode) : undefined);
    setProblem(error);
    if (error === undefined) void send({ ...(to.includes('@') ? { email: to } : { phone: to }), smscode: code });
  };
  return (
    <PageForm
      title={say(signInWords.forgotten)}
      problem={problem}
      submitLabel={say(signInWords.next)}
      isSending={sending}
      onGo={submit}
      backLink={{ to: SIGN_IN, text: say(signInWords.toSignIn) }}
    >
      <TextField label={say(label)} glyph="phone" value={to} onChange={setTo} input={{ autoComplete: mail ? 'email' : 'tel', maxLength: 100 }} />
      <CodeField key={round} value={code} onChange={setCode} to={to} mode="2" onProblem={setProblem} missing={missing} />
    </PageForm>
  );
};
