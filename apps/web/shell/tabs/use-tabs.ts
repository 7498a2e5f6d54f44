import { startTransition, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { confirmClosing, hasUnsaved } from '#kit/web/navigation/unsaved-work.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { pageOf } from '../menu/menu.ts';
import type { MenuPage } from '../menu/menu.ts';
import { settings } from '../settings/settings.ts';
import { recallTabs, rememberTabs } from './tab-memory.ts';
import { addressOf, closedBy, evict, inOrder, remembered, shownAfter, visit } from './tabs.ts';
import type { Closing, Tab } from './tabs.ts';

/** The open pages and the actions on them. */
export interface Tabs {
  readonly tabs: readonly Tab[];
  /** The path that is shown; undefined for an address without a page. */
  readonly shown: string | undefined;
  /** Whether pages stay open as tabs: the viewer's setting, never on a phone. */
  readonly keepsTabs: boolean;
  readonly show: (path: string) => void;
  /** The location of a path's page, if it is open. */
  readonly addressOf: (path: string) => string;
  readonly reload: (path: string) => Promise<void>;
  readonly close: (at: string, closing: Closing) => Promise<void>;
}

export const useTabs = (pages: readonly MenuPage[], home: string): Tabs => {
  const location = useLocation();
  const navigate = useNavigate();
  const username = useViewer()?.username ?? '';
  const phone = useIsPhone();
  const keepsTabs = useStore(settings.multiPage) && !phone;
  const [openTabs, setOpenTabs] = useState(() => remembered(recallTabs(username)));
  const page = pageOf(pages, location.pathname);
  const shown = page && location.pathname;
  const current = openTabs.find(({ path }) => path === shown);
  // Set during rendering, so that no frame shows the old page under the new address.
  if (shown !== undefined && (current?.location !== location || current.shownSequence === 0))
    setOpenTabs(evict(visit(keepsTabs ? openTabs : [], location), hasUnsaved));
  const tabs = useMemo(() => inOrder(openTabs, { home, exists: (path) => pageOf(pages, path) !== undefined }), [openTabs, home, pages]);
  const paths = useMemo(() => tabs.map(({ path }) => path), [tabs]);
  const change = (path: string, update: (tab: Tab) => Tab): void =>
    setOpenTabs((before) => before.map((tab) => (tab.path === path ? update(tab) : tab)));

  useEffect(() => {
    // Without pages the menu has not loaded yet, so the tabs stay as they are.
    if (pages.length > 0)
      rememberTabs({ username, addresses: inOrder(openTabs, { home, exists: () => true }).map((tab) => addressOf(tab.location)) });
  }, [openTabs, username, home, pages]);

  const addressOfPath = (path: string): string => addressOf(tabs.find((tab) => tab.path === path)?.location ?? { pathname: path, search: '' });
  const show = (path: string): void => {
    if (path !== pathNow()) void navigate(addressOfPath(path));
  };
  /** A page with unsaved work is shown while the viewer is asked about it. */
  const mayEnd = async (path: string): Promise<boolean> => {
    if (!hasUnsaved(path)) return true;
    show(path);
    return confirmClosing(path);
  };
  return {
    tabs,
    shown,
    keepsTabs,
    show,
    addressOf: addressOfPath,
    reload: async (path) => {
      if (!(await mayEnd(path))) return;
      show(path);
      await queryClient.invalidateQueries({ refetchType: 'none', type: 'active' });
      change(path, (tab) => ({ ...tab, load: tab.load + 1 }));
    },
    close: async (at, closing) => {
      const requested = closedBy(paths, at, closing);
      const closed: string[] = [];
      for (const path of requested) if (await mayEnd(path)) closed.push(path);
      if (closed.length === 0) return;
      const next = shownAfter(paths, closed, closing === 'this' ? pathNow() : at);
      // Both changes belong to the router's transition: the page that is still shown must not open its tab again.
      startTransition(() => {
        setOpenTabs((before) => before.filter(({ path }) => !closed.includes(path)));
        if (next !== pathNow()) void navigate(addressOfPath(next));
      });
    },
  };
};

/** The location of the window, which the rendered page may not have reached yet. */
const pathNow = (): string => window.location.hash.replace(/^#/, '').split('?')[0] ?? '';
