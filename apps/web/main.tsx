import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionStore } from '#kit/web/session.ts';
import { lookStore } from '#kit/web/theme-store.ts';
import '#kit/web/theme.css';
import { Splash } from './splash.tsx';
import { preload } from './preload.ts';

document.documentElement.dataset['look'] = lookStore.get();
// The page behind the guard is fetched beside the app, not after it.
void (sessionStore.get() ? preload.shell() : preload.signIn());
const App = lazy(() => preload.app().then(({ App: app }) => ({ default: app })));

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback={<Splash />}>
        <App />
      </Suspense>
    </StrictMode>,
  );
}
