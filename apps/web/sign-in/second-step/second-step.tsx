import { useState } from 'react';
import { codeInputWords, secondStepWords, totpApi } from '#domains/identity/web.ts';
import type { LoginAnswer, SecondStep as Step } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { signInWords } from '../sign-in-words.ts';
import { enter, shownDevice } from '../begin-session.ts';
import { PageForm } from '../form/page-form.tsx';
import { QrCode } from '#kit/web/page/qr-code.tsx';
import { readStep, secondStepStore } from './second-step-store.ts';
import { TextField } from '../form/text-field.tsx';

/** The code of an authenticator app; before it the QR code, when the user has to set one up. */
export const SecondStep = ({ step }: { readonly step: Step }) => {
  const say = useSay();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [enrolled, setEnrolled] = useState<{ readonly answer: LoginAnswer; readonly codes: readonly string[] }>();
  const finish = (answer: LoginAnswer): void => {
    secondStepStore.set(null);
    enter(answer);
  };
  const { send, sending } = useSendRaw(totpApi.verify, {
    onDone: (answer) => (answer.recoveryCodes.length > 0 ? setEnrolled({ answer, codes: answer.recoveryCodes }) : finish(answer)),
    onRefused: (refusal) => {
      setProblem(refusal.message);
      setCode('');
      const next = readStep(refusal.detail);
      // Any code uses up its ticket; the answer to a wrong one contains the next ticket.
      if (next) secondStepStore.set({ ...step, ticket: next.ticket });
    },
  });
  if (enrolled)
    return (
      <PageForm
        title={say(signInWords.recovery)}
        problem={undefined}
        submitLabel={say(signInWords.recoveryKept)}
        isSending={false}
        onGo={() => finish(enrolled.answer)}
      >
        <p className="co-sign-note">{say(secondStepWords.recoveryHint)}</p>
        <pre className="co-sign-recovery">{enrolled.codes.join('\n')}</pre>
      </PageForm>
    );
  return (
    <PageForm
      foot={
        <p className="co-sign-links">
          <button type="button" className="co-sign-link" onClick={() => secondStepStore.set(null)}>
            {say(signInWords.toSignIn)}
          </button>
        </p>
      }
      title={say(secondStepWords.secondStep)}
      problem={problem}
      submitLabel={say(signInWords.signIn)}
      isSending={sending}
      onGo={() => {
        const error = code.length < 6 ? say(codeInputWords.needCode) : undefined;
        setProblem(error);
        if (error === undefined) void send({ ticket: step.ticket, code, deviceToken: shownDevice() });
      }}
    >
      {step.uri !== undefined && step.secret !== undefined && (
        <div className="co-sign-enrol">
          <p>{say(signInWords.enrolHint)}</p>
          <QrCode text={step.uri} />
          <code>{step.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      )}
      <TextField
        label={say(step.uri === undefined ? secondStepWords.authCodeOrRecovery : secondStepWords.authCode)}
        glyph="shield"
        value={code}
        onChange={setCode}
        input={{ autoComplete: 'one-time-code', maxLength: 20, autoFocus: true, spellCheck: false }}
      />
    </PageForm>
  );
};
