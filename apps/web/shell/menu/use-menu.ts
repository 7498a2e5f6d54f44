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
  // Who has no list of permissions has none to build a page from.
  const data = query.data && Array.isArray(query.data.menu) && Array.isArray(query.data.auth) ? query.data : undefined;
  useLeaveWithout(!data && (query.isError || query.isSuccess), query.error?.code);
  useRights(data);
  const nodes = data?.menu ?? none;
  return { waiting: !data, nodes, pages: useMemo(() => pagesOf(nodes), [nodes]) };
};

/** Without a menu there is nothing to do here; the way back leads to this very page. An ended session has told of itself already. */
const useLeaveWithout = (lost: boolean, code: number | undefined): void => {
  const goes = lost && code !== 401;
  useEffect(() => {
    if (goes) void signOut('menuFailed');
  }, [goes]);
};
