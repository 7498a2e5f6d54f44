import { startTransition, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { confirmClosing, hasUnsaved } from '#kit/web/navigation/unsaved-work.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { placeOf } from '../menu/menu.ts';
import type { MenuPage } from '../menu/menu.ts';
import { settings } from '../settings/settings.ts';
import { recallTabs, rememberTabs } from './tab-memory.ts';
import { addressOf, closedBy, evict, inOrder, remembered, shownAfter, visit } from './tabs.ts';
import type { Closing, Tab } from './tabs.ts';

/** The open pages and what can be done with them. */
export interface Tabs {
  readonly tabs: readonly Tab[];
  /** The path that is shown; undefined for an address that is no page. */
  readonly shown: string | undefined;
  /** Whether pages are kept beside each other: the viewer's choice, never on a phone. */
  readonly many: boolean;
  readonly show: (path: string) => void;
  /** Where the page of a path is, if it is open. */
  readonly addressOf: (path: string) => string;
  readonly reload: (path: string) => Promise<void>;
  readonly close: (at: string, closing: Closing) => Promise<void>;
}

export const useTabs = (pages: readonly MenuPage[], home: string): Tabs => {
  const location = useLocation();
  const navigate = useNavigate();
  const username = useViewer()?.username ?? '';
  const phone = useIsPhone();
  const many = useStore(settings.multiPage) && !phone;
  const [known, setKnown] = useState(() => remembered(recallTabs(username)));
  const place = placeOf(pages, location.pathname);
  const shown = place && location.pathname;
  const current = known.find(({ path }) => path === shown);
  // Set while it is drawn, so that no frame shows the page before under the new address.
  if (shown !== undefined && (current?.location !== location || current.seen === 0)) setKnown(evict(visit(many ? known : [], location), hasUnsaved));
  const tabs = useMemo(() => inOrder(known, { home, exists: (path) => placeOf(pages, path) !== undefined }), [known, home, pages]);
  const paths = useMemo(() => tabs.map(({ path }) => path), [tabs]);
  const change = (path: string, by: (tab: Tab) => Tab): void => setKnown((before) => before.map((tab) => (tab.path === path ? by(tab) : tab)));

  useEffect(() => {
    // Without pages there is no menu yet, and nothing to say about the tabs.
    if (pages.length > 0) rememberTabs({ username, addresses: inOrder(known, { home, exists: () => true }).map((tab) => addressOf(tab.location)) });
  }, [known, username, home, pages]);

  const addressOfPath = (path: string): string => addressOf(tabs.find((tab) => tab.path === path)?.location ?? { pathname: path, search: '' });
  const show = (path: string): void => {
    if (path !== pathNow()) void navigate(addressOfPath(path));
  };
  /** Whoever has unsaved work is looked at while it is asked about. */
  const mayEnd = async (path: string): Promise<boolean> => {
    if (!hasUnsaved(path)) return true;
    show(path);
    return confirmClosing(path);
  };
  return {
    tabs,
    shown,
    many,
    show,
    addressOf: addressOfPath,
    reload: async (path) => {
      if (!(await mayEnd(path))) return;
      show(path);
      await queryClient.invalidateQueries({ refetchType: 'none', type: 'active' });
      change(path, (tab) => ({ ...tab, load: tab.load + 1 }));
    },
    close: async (at, closing) => {
      const asked = closedBy(paths, at, closing);
      const closed: string[] = [];
      for (const path of asked) if (await mayEnd(path)) closed.push(path);
      if (closed.length === 0) return;
      const next = shownAfter(paths, closed, closing === 'this' ? pathNow() : at);
      // Both in the router's own transition: the page that is still shown must not open its tab again.
      startTransition(() => {
        setKnown((before) => before.filter(({ path }) => !closed.includes(path)));
        if (next !== pathNow()) void navigate(addressOfPath(next));
      });
    },
  };
};

/** Where the window is, which the page that is drawn may still follow. */
const pathNow = (): string => window.location.hash.replace(/^#/, '').split('?')[0] ?? '';
