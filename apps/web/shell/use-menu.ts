import { useEffect, useMemo } from 'react';
import { useLanguage } from '#kit/web/language.ts';
import { permissionStore, readPermissions } from '#kit/web/may.ts';
import { useCall } from '#kit/web/query.tsx';
import { sessionApi } from '#domains/identity/web.ts';
import { pages as ownPages } from '../registry.ts';
import { HOME } from '../paths.ts';
import { pagesOf } from './menu.ts';
import type { MenuNode } from './menu.ts';

const MENU_FRESH_MS = 300_000;

/** The viewer's menu in their language, and their permissions for all buttons. */
export const useMenu = () => {
  const language = useLanguage();
  // The titles come in the language of the call, so the language is part of the question.
  const asked = { language };
  const query = useCall(sessionApi.menu, asked, { staleMs: MENU_FRESH_MS, keep: true });
  const { data } = query;
  useEffect(() => {
    if (data) permissionStore.set(readPermissions(data.auth, data.allAuth));
  }, [data]);
  const nodes = useMemo(() => (data?.menu ?? []).filter(isBuilt), [data]);
  return { query, nodes, pages: useMemo(() => pagesOf(nodes), [nodes]) };
};

/** The server always offers a home; it is shown once the client has a page for it. */
const isBuilt = (node: MenuNode): boolean => node.path !== HOME || ownPages[node.component ?? ''] !== undefined;
