import { useState } from 'react';
import { Link } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { ALTERATION, REGISTER } from '../paths.ts';
import { doorWords } from './sign-in-words.ts';
import { SignInForm } from './sign-in-form.tsx';
import { ThirdButtons } from './third-party/third-party-buttons.tsx';
import { useOptions } from './use-options.ts';
import { late } from '#kit/web/code-loading/lazy-component.tsx';

const PhoneForm = late(async () => (await import('./phone-form.tsx')).PhoneForm);

/** The ways in, side by side. */
export const Login = ({ onTyping }: { readonly onTyping: () => void }) => {
  const say = useSay();
  const options = useOptions();
  const [way, setWay] = useState<'account' | 'phone'>('account');
  return (
    <>
      <h1>{say(doorWords.signIn)}</h1>
      {options.phone && (
        <div className="co-sign-ways">
          {(['account', 'phone'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
              {say(each === 'account' ? doorWords.byAccount : doorWords.byPhone)}
            </button>
          ))}
        </div>
      )}
      {way === 'account' ? <SignInForm onTyping={onTyping} /> : <PhoneForm />}
      <p className="co-sign-links">
        {(options.phone || options.mail) && <Link to={ALTERATION}>{say(doorWords.forgotten)}</Link>}
        {options.register && <Link to={REGISTER}>{say(doorWords.register)}</Link>}
      </p>
      <ThirdButtons />
    </>
  );
};
