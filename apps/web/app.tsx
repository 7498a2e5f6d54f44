import { lazy, Suspense, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { QueryRoot } from '#kit/web/query.tsx';
import { ready, UiRoot } from '#kit/web/root.tsx';
import { sessionStore } from '#kit/web/session.ts';
import { useStore } from '#kit/web/store.ts';
import { SIGN_IN } from './paths.ts';
import { Splash } from './splash.tsx';

/** The two big parts, fetched when they are needed. */
export interface AppProps {
  readonly loadShell: () => Promise<{ readonly default: ComponentType }>;
  readonly loadSignIn: () => Promise<{ readonly default: ComponentType<{ readonly onLeave: () => void }> }>;
}

export const App = ({ loadShell, loadSignIn }: AppProps) => {
  const [Shell] = useState(() => lazy(() => withWords(loadShell())));
  const [SignIn] = useState(() => lazy(() => withWords(loadSignIn())));
  return (
    <QueryRoot>
      <UiRoot>
        <HashRouter>
          <Suspense fallback={<Splash />}>
            <Routes>
              <Route path="/user" element={<Navigate to={SIGN_IN} replace />} />
              <Route path={SIGN_IN} element={<SignIn onLeave={() => void loadShell()} />} />
              <Route
                path="*"
                element={
                  <Guarded>
                    <Shell />
                  </Guarded>
                }
              />
            </Routes>
          </Suspense>
        </HashRouter>
      </UiRoot>
    </QueryRoot>
  );
};

/** Waits for antd's words too, so that nothing is shown in another language for a moment. */
const withWords = async <T,>(page: Promise<T>): Promise<T> => (await Promise.all([page, ready()]))[0];

/** Everything but the sign-in needs a session; the way back is remembered. */
const Guarded = ({ children }: { readonly children: ReactNode }) => {
  const session = useStore(sessionStore);
  const { pathname, search } = useLocation();
  if (session) return children;
  const wanted = pathname === '/' ? '' : `?redirect=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`${SIGN_IN}${wanted}`} replace />;
};
