import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { thirdPartyApi } from '#domains/identity/web.ts';
import type { LoginAnswer } from '#domains/identity/web.ts';
import { call, CallError } from '#kit/web/calls/client.ts';
import { useSay } from '#kit/web/language.ts';
import { SIGN_IN } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';
import { ConnectForm } from './connect-form.tsx';
import { enter } from '../begin-session.ts';
import { Problem } from '../form/page-form.tsx';
import { takeSecondStep } from '../second-step/second-step-store.ts';
import { redirectTarget } from '../redirect-target.ts';
import { takePendingRedirect } from './redirect.ts';
import type { PendingRedirect } from './redirect.ts';

/** Whoever comes back from another service: changes its answer for a session, or asks whose account it is. */
export const ThirdPartyLogin = () => {
  const say = useSay();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [unlinked, setUnlinked] = useState<{ readonly token: string; readonly name: string }>();
  const redirect = useRef<string | null>(null);
  const begun = useRef(false);
  const done = (answer: LoginAnswer): void => {
    enter(answer);
    void navigate(redirectTarget(redirect.current), { replace: true });
  };
  useEffect(() => {
    // The answer of the provider is good once.
    if (begun.current) return;
    begun.current = true;
    const away = takePendingRedirect();
    redirect.current = away?.redirect ?? null;
    arrive(away, search).then(
      (answer) => (answer ? done(answer) : setProblem(say(signInWords.thirdLost))),
      (reason: unknown) => {
        if (!(reason instanceof CallError)) throw reason;
        if (takeSecondStep(reason)) return;
        const known = readUnlinked(reason);
        if (known) setUnlinked(known);
        else setProblem(reason.message);
      },
    );
  });
  if (unlinked) return <ConnectForm {...unlinked} onDone={done} />;
  return (
    <>
      <h1>{say(problem === undefined ? signInWords.signingIn : signInWords.signIn)}</h1>
      <Problem text={problem} />
      {problem !== undefined && (
        <Link className="co-sign-go" to={SIGN_IN}>
          {say(signInWords.toSignIn)}
        </Link>
      )}
    </>
  );
};

const arrive = async (away: PendingRedirect | undefined, search: string): Promise<LoginAnswer | undefined> => {
  if (!away) return undefined;
  const ticket = new URLSearchParams(search).get('ticket');
  if (away.source === 'cas')
    return ticket === null ? undefined : call(thirdPartyApi.validateLogin, { ticket, service: `${window.location.origin}/` });
  const { token, thirdType } = await call(thirdPartyApi.finish, { search, bind: away.bind });
  const { path } = thirdPartyApi.getLoginUser;
  return call({ ...thirdPartyApi.getLoginUser, path: path.replace(':token', token).replace(':thirdType', thirdType) }, { token, thirdType });
};

const readUnlinked = ({ refusal, detail }: CallError): { readonly token: string; readonly name: string } | undefined =>
  refusal === 'third.unlinked' && typeof detail === 'object' && detail !== null && 'token' in detail && 'name' in detail
    ? { token: String(detail.token), name: String(detail.name) }
    : undefined;
