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
import { sessionApi } from '#domains/identity/web.ts';
import { Broken } from './broken.tsx';
import { fetchPage, firstPage } from './first-page.ts';
import { SIGN_IN, TEST, THIRD_LOGIN } from './paths.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { Splash } from './splash.tsx';

/** Draws the app once its stylesheet is here. */
export const start = (styles: Promise<unknown>): void => {
  welcomeBack();
  const root = document.querySelector('#root');
  if (!root) return;
  const router = createAppRouter(routes());
  const draw = (): void =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    );
  // Code that does not come is told by what is drawn without it.
  Promise.all([openAhead(), styles]).then(draw, draw);
};

/** What index.html shows stays until there is a page to show. A slow answer is waited for with the frame around it. */
const openAhead = async (): Promise<void> => {
  void signingInfo();
  if (sessionStore.get() === null) return;
  const page = fetchFirstPage();
  const [shell] = await Promise.all([loadShell(), Shell.ahead()]);
  const known = await Promise.race([page, pause(MENU_WAIT_MS)]);
  if (known) await shell.pageAhead(known);
};
/** The code of the page comes beside the frame; undefined when there is no menu to find the page in. */
const fetchFirstPage = async () => {
  const menu = await prefetch(sessionApi.menu, { language: languageStore.get() });
  const page = menu && firstPage(menu.menu, window.location.hash);
  fetchPage(page);
  return page;
};
const pause = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
const MENU_WAIT_MS = 1_000;

/** Other services send the browser back with a query before the hash; the router reads what stands behind it. */
const welcomeBack = (): void => {
  const { pathname, search } = window.location;
  if (/[?&](code|ticket|error)=/.test(search)) window.history.replaceState(null, '', `${pathname}#${THIRD_LOGIN}${search}`);
};

const loadShell = () => import('./shell/shell.tsx');
/** With antd's words, so that nothing is shown in another language for a moment. */
const Shell = lazyComponent(async () => (await Promise.all([loadShell(), loadLocale(languageStore.get())]))[0].Shell, <Splash />);

/** What comes after the sign-in is fetched while the password is typed. */
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
const signIn = <SignIn onTyping={fetchAhead} />;
const routes = (): RouteObject[] => [
  {
    element: <Root />,
    children: [
      { path: '/user/*', element: signIn },
      { path: `${TEST}/*`, element: signIn },
      { path: THIRD_LOGIN, element: signIn },
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

/** The document says its language and look; the stylesheet and screen readers read them there. */
const useRootMarks = (): void => {
  const language = useLanguage();
  const look = useColorScheme();
  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    document.documentElement.dataset['look'] = look;
  }, [language, look]);
};

/** Everything but the sign-in needs a session; the way back is remembered. */
const Guarded = ({ children }: { readonly children: ReactNode }) => {
  const session = useStore(sessionStore);
  const { pathname, search } = useLocation();
  const loading = useStore(signInLoadsStore);
  if (loading) return <Splash />;
  if (session) return children;
  const wanted = pathname === '/' ? '' : `?redirect=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`${SIGN_IN}${wanted}`} replace />;
};
