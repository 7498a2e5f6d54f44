import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionStore } from '#kit/web/session.ts';
import { lookStore } from '#kit/web/theme-store.ts';
import '#kit/web/theme.css';
import type { AppProps } from './app.tsx';
import { Splash } from './splash.tsx';

document.documentElement.dataset['look'] = lookStore.get();

const loadShell: AppProps['loadShell'] = () => import('./shell/shell.tsx').then((shell) => ({ default: shell.Shell }));
const loadSignIn: AppProps['loadSignIn'] = () => import('./sign-in/sign-in.tsx').then((signIn) => ({ default: signIn.SignIn }));

// The page behind the guard is fetched beside the app, not after it.
void (sessionStore.get() ? loadShell() : loadSignIn());
const App = lazy(() => import('./app.tsx').then((app) => ({ default: app.App })));

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback={<Splash />}>
        <App loadShell={loadShell} loadSignIn={loadSignIn} />
      </Suspense>
    </StrictMode>,
  );
}
