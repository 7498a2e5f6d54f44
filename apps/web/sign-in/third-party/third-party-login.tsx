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

/** Handles the return from another service: exchanges its answer for a session, or asks which account it belongs to. */
export const ThirdPartyLogin = () => {
  const say = useSay();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [unlinked, setUnlinked] = useState<{ readonly token: string; readonly name: string }>();
  const redirect = useRef<string | null>(null);
  const hasStarted = useRef(false);
  const finish = (answer: LoginAnswer): void => {
    enter(answer);
    void navigate(redirectTarget(redirect.current), { replace: true });
  };
  useEffect(() => {
    // The provider's answer is valid once.
    if (hasStarted.current) return;
    hasStarted.current = true;
    const away = takePendingRedirect();
    redirect.current = away?.redirect ?? null;
    arrive(away, search).then(
      (answer) => (answer ? finish(answer) : setProblem(say(signInWords.thirdLost))),
      (reason: unknown) => {
        if (!(reason instanceof CallError)) throw reason;
        if (takeSecondStep(reason)) return;
        const account = readUnlinked(reason);
        if (account) setUnlinked(account);
        else setProblem(reason.message);
      },
    );
  });
  if (unlinked) return <ConnectForm {...unlinked} onDone={finish} />;
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
