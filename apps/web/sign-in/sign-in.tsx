import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { sessionStore } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { Mark } from '../mark.tsx';
import { FORGOTTEN_PASSWORD, NOT_FOUND, PRODUCT, REGISTER, REGISTER_RESULT, SELF_CHECK, SIGN_IN, TEST, THIRD_LOGIN } from '../paths.ts';
import { ThemeSwitch } from '../shell/header/theme-switch.tsx';
import { signInWords } from './sign-in-words.ts';
import { Illustration } from './illustration.tsx';
import { LanguageButtons } from './language-buttons.tsx';
import { Login } from './login.tsx';
import { Footer } from './footer.tsx';
import { firstPasswordStore } from './first-password/first-password-store.ts';
import { secondStepStore } from './second-step/second-step-store.ts';
import { redirectTarget } from './redirect-target.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import './sign-in.css';

const Register = lazyComponent(async () => (await import('./register/register.tsx')).Register);
const RegisterResult = lazyComponent(async () => (await import('./register/register-result.tsx')).RegisterResult);
const SecondStep = lazyComponent(async () => (await import('./second-step/second-step.tsx')).SecondStep);
const ThirdPartyLogin = lazyComponent(async () => (await import('./third-party/third-party-login.tsx')).ThirdPartyLogin);
const FirstPassword = lazyComponent(async () => (await import('./first-password/first-password.tsx')).FirstPassword);
const SelfCheck = lazyComponent(async () => (await import('../self-check/self-check.tsx')).SelfCheck);
const ForgottenPassword = lazyComponent(async () => (await import('./forgotten-password/forgotten-password.tsx')).ForgottenPassword);

interface SignInProps {
  /** At the first typed characters the code of the next pages is loaded. */
  readonly onTyping: () => void;
}

/** The sign-in, or the step that must come before it. */
export const SignIn = ({ onTyping }: SignInProps) => {
  const say = useSay();
  const { pathname } = useLocation();
  const step = useStore(secondStepStore);
  const first = useStore(firstPasswordStore);
  const pendingStep = step ? <SecondStep step={step} /> : first ? <FirstPassword proof={first} /> : undefined;
  return (
    <div className="co-sign">
      <section className="co-sign-art">
        <Illustration />
        <div className="co-sign-words">
          <div className="co-sign-brand">
            <Mark />
            <span>{PRODUCT}</span>
          </div>
          <h2>{say(signInWords.tagline)}</h2>
          <p>{say(signInWords.product)}</p>
        </div>
      </section>
      <section className="co-sign-side">
        <div className="co-sign-switches">
          <LanguageButtons />
          <ThemeSwitch />
        </div>
        <main className="co-sign-box">{pathname !== SELF_CHECK && pendingStep ? pendingStep : page(pathname, onTyping)}</main>
        <Footer />
      </section>
    </div>
  );
};

const page = (pathname: string, onTyping: () => void): ReactNode => {
  if (pathname === SIGN_IN) return <SignedOutOnly form={<Login onTyping={onTyping} />} />;
  if (pathname === REGISTER) return <Register />;
  if (pathname === REGISTER_RESULT) return <RegisterResult />;
  if (pathname === FORGOTTEN_PASSWORD) return <ForgottenPassword />;
  if (pathname === SELF_CHECK) return <SelfCheck />;
  if (pathname === TEST) return <Navigate to={SELF_CHECK} replace />;
  if (pathname.startsWith(TEST)) return <Navigate to={NOT_FOUND} replace />;
  return pathname === THIRD_LOGIN ? <ThirdPartyLogin /> : <Navigate to={SIGN_IN} replace />;
};

/** A user who is signed in already is sent on to the requested address. */
const SignedOutOnly = ({ form }: { readonly form: ReactNode }) => {
  const session = useStore(sessionStore);
  const [params] = useSearchParams();
  return session ? <Navigate to={redirectTarget(params.get('redirect'))} replace /> : form;
};
