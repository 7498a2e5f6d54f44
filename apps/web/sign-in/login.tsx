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

/** The ways to sign in. */
export const Login = ({ onTyping }: { readonly onTyping: () => void }) => {
  const say = useSay();
  const options = useSignInOptions();
  const [method, setMethod] = useState<'account' | 'phone'>('account');
  return (
    <>
      <h1>{say(signInWords.signIn)}</h1>
      {options.phone && (
        <div className="co-sign-ways">
          {(['account', 'phone'] as const).map((option) => (
            <button key={option} type="button" aria-pressed={method === option} onClick={() => setMethod(option)}>
              {say(option === 'account' ? signInWords.byAccount : signInWords.byPhone)}
            </button>
          ))}
        </div>
      )}
      {method === 'account' ? <SignInForm onTyping={onTyping} /> : <PhoneForm />}
      <Consent />
      <p className="co-sign-links">
        {(options.phone || options.mail) && <Link to={FORGOTTEN_PASSWORD}>{say(signInWords.forgotten)}</Link>}
        {options.register && <Link to={REGISTER}>{say(signInWords.register)}</Link>}
      </p>
      <ThirdPartyButtons />
    </>
  );
};
