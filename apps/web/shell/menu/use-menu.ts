import { useEffect, useMemo } from 'react';
import { useLanguage } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { sessionApi } from '#domains/identity/web.ts';
import { pagesOf } from './menu.ts';
import { useRights } from '../session/use-rights.ts';
import { signOut } from '../session/sign-out.ts';

const none: readonly never[] = [];
const MENU_FRESH_MS = 300_000;

/** The viewer's menu in their language, and their permissions for all buttons. */
export const useMenu = () => {
  const language = useLanguage();
  // The titles come in the language of the call, so the language is part of the input.
  const query = useCall(sessionApi.menu, { language }, { staleMs: MENU_FRESH_MS, keep: true });
  // Without a list of permissions no page can be built.
  const data = query.data && Array.isArray(query.data.menu) && Array.isArray(query.data.auth) ? query.data : undefined;
  useSignOutWithout(!data && (query.isError || query.isSuccess), query.error?.code);
  useRights(data);
  const nodes = data?.menu ?? none;
  return { waiting: !data, nodes, pages: useMemo(() => pagesOf(nodes), [nodes]) };
};

/** Without a menu the shell is useless, so the viewer is signed out with a link back to this page. An expired session has already been reported. */
const useSignOutWithout = (isLost: boolean, code: number | undefined): void => {
  const mustLeave = isLost && code !== 401;
  useEffect(() => {
    if (mustLeave) void signOut('menuFailed');
  }, [mustLeave]);
};
