import { Link, Navigate, useLocation } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Glyph } from '#kit/web/page/glyph.tsx';
import { SIGN_IN } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';

/** The result of a registration and the next step. */
export const RegisterResult = () => {
  const say = useSay();
  const registration = readResult(useLocation().state);
  if (!registration) return <Navigate to={SIGN_IN} replace />;
  return (
    <div className="co-sign-result" aria-live="polite">
      <span className="co-sign-result-mark">
        <Glyph name="check" />
      </span>
      <h1>{say(signInWords.registered, { name: registration.username })}</h1>
      <p>{say(registration.waiting ? signInWords.registeredWaits : signInWords.registeredReady)}</p>
      <Link className="co-sign-go" to={SIGN_IN}>
        {say(signInWords.toSignIn)}
      </Link>
    </div>
  );
};

const readResult = (state: unknown): { readonly username: string; readonly waiting: boolean } | undefined =>
  typeof state === 'object' && state !== null && 'username' in state && typeof state.username === 'string' && 'waiting' in state
    ? { username: state.username, waiting: state.waiting === true }
    : undefined;
