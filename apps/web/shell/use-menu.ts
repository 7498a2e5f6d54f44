import { useEffect, useMemo } from 'react';
import { useLanguage } from '#kit/web/language.ts';
import { permissionStore, readPermissions } from '#kit/web/may.ts';
import { useCall } from '#kit/web/query.tsx';
import { shellApi } from '../api.ts';
import { pagesOf } from './menu.ts';

const MENU_FRESH_MS = 300_000;

/** The viewer's menu in their language, and their permissions for all buttons. */
export const useMenu = () => {
  const language = useLanguage();
  // The titles come in the language of the call, so the language is part of the question.
  const query = useCall(shellApi.menu, { language } as {}, { staleMs: MENU_FRESH_MS, keep: true });
  const { data } = query;
  useEffect(() => {
    if (data) permissionStore.set(readPermissions(data.auth, data.allAuth));
  }, [data]);
  const nodes = useMemo(() => data?.menu ?? [], [data]);
  return { query, nodes, pages: useMemo(() => pagesOf(nodes), [nodes]) };
};
