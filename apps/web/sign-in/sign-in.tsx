import { Navigate, useSearchParams } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { sessionStore } from '#kit/web/session.ts';
import { useStore } from '#kit/web/store.ts';
import { Mark } from '../mark.tsx';
import { PRODUCT } from '../paths.ts';
import { LookSwitch } from '../shell/look-switch.tsx';
import { words } from '../words.ts';
import { Art } from './art.tsx';
import { LanguageWords } from './language-words.tsx';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

interface SignInProps {
  /** The first letters: time to fetch what comes next. */
  readonly onTyping: () => void;
}

/** The way in. Whoever is in already is sent on to where they meant to go. */
export const SignIn = ({ onTyping }: SignInProps) => {
  const say = useSay();
  const session = useStore(sessionStore);
  const [params] = useSearchParams();
  if (session) return <Navigate to={target(params.get('redirect'))} replace />;
  return (
    <div className="co-sign">
      <section className="co-sign-art">
        <Art />
        <div className="co-sign-words">
          <div className="co-sign-brand">
            <Mark />
            <span>{PRODUCT}</span>
          </div>
          <h2>{say(words.tagline)}</h2>
          <p>{say(words.product)}</p>
        </div>
      </section>
      <section className="co-sign-side">
        <div className="co-sign-switches">
          <LanguageWords />
          <LookSwitch />
        </div>
        <main className="co-sign-box">
          <SignInForm onTyping={onTyping} />
        </main>
      </section>
    </div>
  );
};

/** Only a path of this client: never another site's address. */
const target = (redirect: string | null): string => (redirect !== null && /^\/(?!\/)/.test(redirect) ? redirect : '/');
