import { useState } from 'react';
import { codeApi, codeInputWords, Slider, useResendCountdown } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { Field } from './field.tsx';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The recipient of the code: a phone number or a mail address. */
  readonly to: string;
  /** 0 sign in, 1 register, 2 forgotten password. */
  readonly mode: '0' | '1' | '2';
  readonly onProblem: (problem: string | undefined) => void;
  /** The error of the recipient, if any. */
  readonly missing: string | undefined;
}

/** A code input with the button that requests a code after the slider captcha. */
export const CodeField = ({ value, onChange, to, mode, onProblem, missing }: CodeFieldProps) => {
  const say = useSay();
  const [sliding, setSliding] = useState(false);
  const [leftS, start] = useResendCountdown();
  const [shownMessage, setShownMessage] = useState<string>();
  const { send, sending } = useSendRaw(codeApi.sms, {
    onDone: (message) => {
      setShownMessage(message);
      onProblem(undefined);
      start();
    },
    onRefused: (refusal) => onProblem(refusal.message),
  });
  const requestCode = (captcha: string): void => {
    setSliding(false);
    void send({ ...(to.includes('@') ? { email: to } : { mobile: to }), smsmode: mode, captcha });
  };
  return (
    <>
      <Field label={say(codeInputWords.code)} glyph="shield">
        {(id) => (
          <>
            <input
              id={id}
              value={value}
              onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
            />
            <button
              type="button"
              className="co-sign-code"
              disabled={leftS > 0 || sending}
              onClick={() => {
                onProblem(missing);
                setSliding(missing === undefined);
              }}
            >
              {leftS > 0 ? say(codeInputWords.codeAgain, { seconds: leftS }) : say(codeInputWords.getCode)}
            </button>
          </>
        )}
      </Field>
      {sliding && <Slider subject={to} onPassed={requestCode} />}
      {shownMessage !== undefined && (
        <p className="co-sign-note" aria-live="polite">
          {shownMessage}
        </p>
      )}
    </>
  );
};
