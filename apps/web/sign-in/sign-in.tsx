import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes, useSearchParams } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { sessionStore } from '#kit/web/session.ts';
import { useStore } from '#kit/web/store.ts';
import { Mark } from '../mark.tsx';
import { PRODUCT, SIGN_IN } from '../paths.ts';
import { LookSwitch } from '../shell/look-switch.tsx';
import { words } from '../words.ts';
import { Art } from './art.tsx';
import { LanguageWords } from './language-words.tsx';
import { Login } from './login.tsx';
import './sign-in.css';

const Register = lazy(async () => ({ default: (await import('./register.tsx')).Register }));
const RegisterResult = lazy(async () => ({ default: (await import('./register-result.tsx')).RegisterResult }));
const Alteration = lazy(async () => ({ default: (await import('./alteration.tsx')).Alteration }));

interface SignInProps {
  /** The first letters: time to fetch what comes next. */
  readonly onTyping: () => void;
}

/** The way in and what stands before it. */
export const SignIn = ({ onTyping }: SignInProps) => {
  const say = useSay();
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
          <Suspense>
            <Routes>
              <Route path="login" element={<OnlyOut of={<Login onTyping={onTyping} />} />} />
              <Route path="register" element={<Register />} />
              <Route path="register-result" element={<RegisterResult />} />
              <Route path="alteration" element={<Alteration />} />
              <Route path="*" element={<Navigate to={SIGN_IN} replace />} />
            </Routes>
          </Suspense>
        </main>
      </section>
    </div>
  );
};

/** Whoever is in already is sent on to where they meant to go. */
const OnlyOut = ({ of }: { readonly of: ReactNode }) => {
  const session = useStore(sessionStore);
  const [params] = useSearchParams();
  return session ? <Navigate to={target(params.get('redirect'))} replace /> : of;
};

/** Only a path of this client: never another site's address. */
const target = (redirect: string | null): string => (redirect !== null && /^\/(?!\/)/.test(redirect) ? redirect : '/');
