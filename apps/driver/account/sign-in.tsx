import { useState } from 'react';
import type { FormEvent } from 'react';
import type { DriverMe, DriverOtpSent, DriverPhoneSession, DriverPuzzle } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import type { CallFailure } from '../calls.ts';
import { languages } from '../language.ts';
import { serverTime, useServerTime } from '../order/use-clock.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { solve } from './solve.ts';

interface SignInProps {
  readonly api: string;
  readonly me: DriverMe;
  readonly onSignedIn: () => Promise<void>;
}

/** A number, a code by SMS, and the code typed in. The puzzle in between is the phone's own business. */
export const SignIn = ({ api, me, onSignedIn }: SignInProps) => {
  const { say } = useSay();
  if (!me.isOffered) return <p className="notice">{say('noSms')}</p>;
  if (!me.hasVisit) return <p className="notice lead">{say('scanToSignIn')}</p>;
  return <Codes api={api} onSignedIn={onSignedIn} />;
};

const PROBLEMS: Readonly<Record<string, PageWord>> = {
  'driver.phoneInvalid': 'phoneInvalid',
  'driver.phoneCountry': 'phoneCountry',
  'driver.noSms': 'noSms',
  'driver.codeWrong': 'codeWrong',
  'driver.accountClosed': 'accountClosed',
};

const Codes = ({ api, onSignedIn }: Omit<SignInProps, 'me'>) => {
  const { say, language } = useSay();
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState<{ readonly phone: string; readonly againMs: number }>();
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<CallFailure>();
  const tag = languages[language];
  const during = async (work: () => Promise<CallFailure | undefined>): Promise<void> => {
    if (isWorking) return;
    setWorking(true);
    setProblem(undefined);
    setProblem(await work());
    setWorking(false);
  };
  const send = async (): Promise<CallFailure | undefined> => {
    const puzzle = await callDriver<DriverPuzzle>(`${api}/otp/puzzle`, { language: tag });
    if (!puzzle.ok) return puzzle;
    const nonce = await solve({ ...puzzle.value, phone });
    const result = await callDriver<DriverOtpSent>(`${api}/otp`, {
      body: { phone, puzzle: puzzle.value.puzzle, nonce },
      key: newKey(),
      language: tag,
    });
    if (!result.ok) return result;
    setSent({ phone, againMs: serverTime() + result.value.resendS * 1_000 });
    return undefined;
  };
  return (
    <>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void during(send);
        }}
      >
        <p>{say('signInWhy')}</p>
        <label className="field">
          {say('phoneNumber')}
          <input
            type="tel"
            name="phone"
            autoComplete="tel"
            inputMode="tel"
            required
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </label>
        <SendButton againMs={sent?.phone === phone ? sent.againMs : 0} isWorking={isWorking} isFirst={sent === undefined} />
      </form>
      {sent && <CodeForm api={api} phone={sent.phone} during={during} isWorking={isWorking} onSignedIn={onSignedIn} />}
      {problem && (
        <p className="notice bad" role="alert">
          {problem.httpStatus === null
            ? say('noNetwork')
            : problem.httpStatus === 429
              ? say('tooMany', { s: problem.retryAfterS })
              : say(PROBLEMS[problem.code] ?? 'failed')}
        </p>
      )}
    </>
  );
};

interface SendButtonProps {
  readonly againMs: number;
  readonly isWorking: boolean;
  readonly isFirst: boolean;
}

const SendButton = ({ againMs, isWorking, isFirst }: SendButtonProps) => {
  const { say } = useSay();
  const nowMs = useServerTime();
  const waitS = Math.max(0, Math.ceil((againMs - nowMs) / 1_000));
  if (waitS > 0) return <p className="soft">{say('codeAgain', { s: waitS })}</p>;
  return (
    <button type="submit" className={isFirst ? 'main' : ''} aria-disabled={isWorking}>
      {isWorking ? say('paying') : say('sendCode')}
    </button>
  );
};

interface CodeFormProps {
  readonly api: string;
  readonly phone: string;
  readonly isWorking: boolean;
  readonly during: (work: () => Promise<CallFailure | undefined>) => Promise<void>;
  readonly onSignedIn: () => Promise<void>;
}

const CodeForm = ({ api, phone, isWorking, during, onSignedIn }: CodeFormProps) => {
  const { say, language } = useSay();
  const [code, setCode] = useState('');
  const [key, setKey] = useState(newKey);
  const verify = async (): Promise<CallFailure | undefined> => {
    const result = await callDriver<DriverPhoneSession>(`${api}/otp/verify`, { body: { phone, code }, key, language: languages[language] });
    if (result.ok) {
      await onSignedIn();
      return undefined;
    }
    // Only silence may be repeated with its key.
    if (result.httpStatus !== null) setKey(newKey());
    return result;
  };
  return (
    <form
      className="card"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void during(verify);
      }}
    >
      <output>{say('codeSent', { phone })}</output>
      <label className="field">
        {say('code')}
        <input
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="\d{6}"
          maxLength={6}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <button type="submit" className="main" aria-disabled={isWorking}>
        {say('signIn')}
      </button>
    </form>
  );
};
