import { useState } from 'react';
import { Link } from 'react-router';
import { passwordWords } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { Glyph } from '#kit/web/page/glyph.tsx';
import { SIGN_IN } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';
import { NewPassword } from './new-password.tsx';
import { VerifyContact } from './verify-contact.tsx';

/** The verified owner of the account, and the ticket for a new password. */
export interface ResetProof {
  readonly username: string;
  readonly smscode: string;
}

/** A forgotten password in three steps: verify, set, confirm. */
export const ForgottenPassword = () => {
  const say = useSay();
  const [proof, setProof] = useState<ResetProof>();
  const [done, setDone] = useState(false);
  const step = done ? 2 : proof ? 1 : 0;
  return (
    <>
      <ol className="co-sign-steps">
        {[signInWords.stepProve, signInWords.stepSet, signInWords.stepDone].map((text, index) => (
          <li key={text[2]} aria-current={index === step ? 'step' : undefined} data-past={index < step}>
            <span>{index < step ? <Glyph name="check" /> : index + 1}</span>
            {say(text)}
          </li>
        ))}
      </ol>
      {step === 0 && <VerifyContact onProved={setProof} />}
      {step === 1 && proof && <NewPassword proof={proof} onDone={() => setDone(true)} onLost={() => setProof(undefined)} />}
      {step === 2 && (
        <div className="co-sign-result">
          <h1>{say(passwordWords.passwordChanged)}</h1>
          <p>{say(signInWords.passwordSetHint)}</p>
          <Link className="co-sign-go" to={SIGN_IN}>
            {say(signInWords.toSignIn)}
          </Link>
        </div>
      )}
    </>
  );
};
