import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSignInOptions } from '#domains/identity/web.ts';
import { CallError } from '#kit/web/calls/client.ts';
import { useSay } from '#kit/web/language.ts';
import { signInWords } from '../sign-in-words.ts';
import { useConsent } from '../consent/use-consent.ts';
import { Problem } from '../form/page-form.tsx';
import { redirectToThirdParty } from './redirect.ts';

/** The third-party services for signing in. */
export const ThirdPartyButtons = () => {
  const say = useSay();
  const { thirdParties } = useSignInOptions();
  const [params] = useSearchParams();
  const consent = useConsent();
  const [problem, setProblem] = useState<string>();
  if (thirdParties.length === 0) return null;
  const redirectTo = (source: string): void => {
    const error = consent.missing();
    setProblem(error);
    if (error !== undefined) return;
    consent
      .agree()
      .then(() => redirectToThirdParty(source, params.get('redirect')))
      .catch((reason: unknown) => setProblem(reason instanceof CallError ? reason.message : String(reason)));
  };
  return (
    <div className="co-sign-third">
      <p>{say(signInWords.otherWays)}</p>
      <Problem text={problem} />
      {thirdParties.map(({ source, name }) => (
        <button key={source} type="button" onClick={() => redirectTo(source)}>
          {say(signInWords.signInWith, { name })}
        </button>
      ))}
    </div>
  );
};
