import { lazy, Suspense } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { QueryRoot } from '#kit/web/query.tsx';
import { ready, UiRoot } from '#kit/web/root.tsx';
import { sessionStore } from '#kit/web/session.ts';
import { useStore } from '#kit/web/store.ts';
import { preload } from './preload.ts';
import { SIGN_IN } from './paths.ts';
import { Splash } from './splash.tsx';

const Shell = lazy(async () => ({ default: (await Promise.all([preload.shell(), ready()]))[0].Shell }));
const SignIn = lazy(async () => ({ default: (await Promise.all([preload.signIn(), ready()]))[0].SignIn }));

export const App = () => (
  <QueryRoot>
    <UiRoot>
      <HashRouter>
        <Suspense fallback={<Splash />}>
          <Routes>
            <Route path="/user" element={<Navigate to={SIGN_IN} replace />} />
            <Route path={SIGN_IN} element={<SignIn />} />
            <Route path="*" element={<Guarded />} />
          </Routes>
        </Suspense>
      </HashRouter>
    </UiRoot>
  </QueryRoot>
);

/** Everything but the sign-in needs a session; the way back is remembered. */
const Guarded = () => {
  const session = useStore(sessionStore);
  const { pathname, search } = useLocation();
  if (session) return <Shell />;
  const wanted = pathname === '/' ? '' : `?redirect=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`${SIGN_IN}${wanted}`} replace />;
};
