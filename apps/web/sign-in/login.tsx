import { useState } from 'react';
import { Link } from 'react-router';
import { useSignInOptions } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { FORGOTTEN_PASSWORD, REGISTER } from '../paths.ts';
import { signInWords } from './sign-in-words.ts';
import { Consent } from './consent/consent.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { ThirdPartyButtons } from './third-party/third-party-buttons.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

const PhoneForm = lazyComponent(async () => (await import('./phone-form.tsx')).PhoneForm);

/** The ways in, side by side. */
export const Login = ({ onTyping }: { readonly onTyping: () => void }) => {
  const say = useSay();
  const options = useSignInOptions();
  const [way, setWay] = useState<'account' | 'phone'>('account');
  return (
    <>
      <h1>{say(signInWords.signIn)}</h1>
      {options.phone && (
        <div className="co-sign-ways">
          {(['account', 'phone'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
              {say(each === 'account' ? signInWords.byAccount : signInWords.byPhone)}
            </button>
          ))}
        </div>
      )}
      {way === 'account' ? <SignInForm onTyping={onTyping} /> : <PhoneForm />}
      <Consent />
      <p className="co-sign-links">
        {(options.phone || options.mail) && <Link to={FORGOTTEN_PASSWORD}>{say(signInWords.forgotten)}</Link>}
        {options.register && <Link to={REGISTER}>{say(signInWords.register)}</Link>}
      </p>
      <ThirdPartyButtons />
    </>
  );
};
