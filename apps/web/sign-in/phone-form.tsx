import { useState } from 'react';
import { accountApi, accountFields, codeInputWords, fieldProblem } from '#domains/identity/web.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { signInWords } from './sign-in-words.ts';
import { useConsent } from './consent/use-consent.ts';
import { CodeField } from './form/code-field.tsx';
import { enter } from './begin-session.ts';
import { Problem } from './form/page-form.tsx';
import { takeSecondStep } from './second-step/second-step-store.ts';
import { TextField } from './form/text-field.tsx';

/** Sign-in with a phone number and a code sent to it. */
export const PhoneForm = () => {
  const say = useSay();
  const language = useLanguage();
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [round, setRound] = useState(0);
  const consent = useConsent();
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSendRaw(accountApi.phoneLogin, {
    onDone: enter,
    onRefused: (refusal) => {
      if (takeSecondStep(refusal)) return;
      setProblem(refusal.message);
      setCode('');
      // A refused code is invalid from then on, so another may be requested.
      setRound((before) => before + 1);
    },
  });
  const missing = fieldProblem(accountFields.phone, mobile, { label: say(signInWords.phone), language });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const error = missing ?? (code === '' ? say(codeInputWords.needCode) : consent.missing());
        setProblem(error);
        if (error === undefined) void consent.agree().then((agreePrivacy) => send({ mobile, captcha: code, agreePrivacy }));
      }}
    >
      <Problem text={problem} />
      <TextField
        label={say(signInWords.phone)}
        glyph="phone"
        value={mobile}
        onChange={setMobile}
        input={{ type: 'tel', autoComplete: 'tel', maxLength: 20 }}
      />
      <CodeField key={round} value={code} onChange={setCode} to={mobile} mode="0" onProblem={setProblem} missing={missing} />
      <button type="submit" className="co-sign-go" aria-busy={sending}>
        {say(sending ? signInWords.signingIn : signInWords.signIn)}
      </button>
    </form>
  );
};
