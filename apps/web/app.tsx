import { StrictMode, useEffect } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Navigate, Outlet, RouterProvider, useLocation } from 'react-router';
import type { RouteObject } from 'react-router';
import { ErrorBoundary } from '#kit/web/code-loading/error-boundary.tsx';
import { languageStore, languageTags, useLanguage } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { loadLocale } from '#kit/web/locale.ts';
import { ChunkLoadErrorRoot } from '#kit/web/code-loading/chunk-load-error-root.tsx';
import { createAppRouter } from '#kit/web/navigation/hash-router.ts';
import { NavigationBlocker } from '#kit/web/navigation/navigation-blocker.ts';
import { prefetch, QueryRoot } from '#kit/web/calls/query.tsx';
import { sessionStore } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { signInLoadsStore } from '#kit/web/session/session-errors.ts';
import { useColorScheme } from '#kit/web/theme/theme-store.ts';
import { signingInfo } from '#kit/web/calls/request-signing.ts';
import { loadAcknowledgePage } from '#domains/alarm/web.ts';
import { sessionApi } from '#domains/identity/web.ts';
import { Broken } from './broken.tsx';
import { fetchPage, firstPage } from './first-page.ts';
import { ACKNOWLEDGE, SIGN_IN, TEST, THIRD_LOGIN } from './paths.ts';
import { Splash } from './splash.tsx';
// All rules of the product are one stylesheet in the order of their imports. Pages change some rules of the kit, so those come first.
import '#kit/web/theme/kit.css';

/** Draws the app once its stylesheet has loaded. */
export const start = (styles: Promise<unknown>): void => {
  welcomeBack();
  const root = document.querySelector('#root');
  if (!root) return;
  const router = createAppRouter(routes());
  const render = (): void =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    );
  // Code that fails to load is reported by the component that is drawn in its place.
  Promise.all([openAhead(), styles]).then(render, render);
};

/** The content of index.html stays until the sign-in, or the frame with its menu, can be drawn. It does not wait long for a slow answer. */
const openAhead = async (): Promise<void> => {
  void signingInfo();
  if (sessionStore.get() === null) return void (await SignIn.ahead());
  await Promise.all([Shell.ahead(), Promise.race([fetchFirstPage(), pause(MENU_WAIT_MS)])]);
};
/** The code of the page is loaded while the frame is drawn. */
const fetchFirstPage = async (): Promise<void> => {
  const menu = await prefetch(sessionApi.menu, { language: languageStore.get() });
  fetchPage(menu && firstPage(menu.menu, window.location.hash));
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const MENU_WAIT_MS = 1_000;

/** Other services redirect the browser with a query before the hash; the router reads only what follows the hash. */
const welcomeBack = (): void => {
  const { pathname, search } = window.location;
  if (/[?&](code|ticket|error)=/.test(search)) window.history.replaceState(null, '', `${pathname}#${THIRD_LOGIN}${search}`);
};

const SignIn = lazyComponent(async () => (await import('./sign-in/sign-in.tsx')).SignIn, <Splash />);
const loadShell = () => import('./shell/shell.tsx');
/** With antd's texts, so that no text appears in another language for a moment. */
const Shell = lazyComponent(async () => (await Promise.all([loadShell(), loadLocale(languageStore.get())]))[0].Shell, <Splash />);

/** The code behind the sign-in is loaded while the password is typed. */
const fetchAhead = (): void => {
  void loadShell();
  void import('#kit/web/list/list-page.tsx');
  void loadLocale(languageStore.get());
};

const brokenFrame = (problem: unknown) => <Broken problem={problem} />;

const Root = () => (
  <ErrorBoundary broken={brokenFrame}>
    <NavigationBlocker />
    <Outlet />
  </ErrorBoundary>
);
const Acknowledge = lazyComponent(loadAcknowledgePage, <Splash />);
const signIn = <SignIn onTyping={fetchAhead} />;
const routes = (): RouteObject[] => [
  {
    element: <Root />,
    children: [
      { path: '/user/*', element: signIn },
      { path: `${TEST}/*`, element: signIn },
      { path: THIRD_LOGIN, element: signIn },
      { path: ACKNOWLEDGE, element: <Acknowledge /> },
      {
        path: '*',
        element: (
          <Guarded>
            <Shell />
          </Guarded>
        ),
      },
    ],
  },
];

const App = ({ router }: { readonly router: ReturnType<typeof createAppRouter> }) => {
  useRootMarks();
  return (
    <QueryRoot>
      <RouterProvider router={router} />
      <ChunkLoadErrorRoot />
    </QueryRoot>
  );
};

/** The document states its language and colour scheme, which the stylesheet and screen readers read there. */
const useRootMarks = (): void => {
  const language = useLanguage();
  const colorScheme = useColorScheme();
  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    document.documentElement.dataset['look'] = colorScheme;
  }, [language, colorScheme]);
};

/** Every page but the sign-in requires a session; the requested address is remembered. */
const Guarded = ({ children }: { readonly children: ReactNode }) => {
  const session = useStore(sessionStore);
  const { pathname, search } = useLocation();
  const loading = useStore(signInLoadsStore);
  if (loading) return <Splash />;
  if (session) return children;
  const query = pathname === '/' ? '' : `?redirect=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`${SIGN_IN}${query}`} replace />;
};
