import type { Location } from 'react-router';

/** One page that was opened. Its path names it; its own query, the filters of a list for one, travels with it. */
export interface Tab {
  readonly path: string;
  readonly location: Location;
  /** The larger, the later it was shown; 0: its page stands nowhere and is built when it is shown. */
  readonly seen: number;
  /** Grows when the page is loaded anew. */
  readonly load: number;
}

/** Pages that are kept at once, unsaved ones beside. */
const KEPT_MAX = 20;

/** The page of an address is shown: its tab takes the address, or is opened at the end. */
export const visit = (tabs: readonly Tab[], location: Location): readonly Tab[] => {
  const seen = Math.max(0, ...tabs.map((tab) => tab.seen)) + 1;
  if (tabs.every(({ path }) => path !== location.pathname)) return [...tabs, { path: location.pathname, location, seen, load: 0 }];
  return tabs.map((tab) => (tab.path === location.pathname ? { ...tab, location, seen } : tab));
};

/** Where the tabs of the last load were. */
export const remembered = (addresses: readonly string[]): readonly Tab[] =>
  addresses.map((address) => ({ path: locationOf(address).pathname, location: locationOf(address), seen: 0, load: 0 }));

export const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => pathname + search;

const locationOf = (address: string): Location => {
  const [pathname = '', search] = address.split('?', 2);
  return { pathname, search: search === undefined ? '' : `?${search}`, hash: '', state: null, key: 'default' };
};

/** Home stands first, wherever it was opened from, and nothing stands there that is no page any more. */
export const inOrder = (tabs: readonly Tab[], pages: { readonly home: string; readonly exists: (path: string) => boolean }): readonly Tab[] => {
  const others = tabs.filter(({ path }) => path !== pages.home && pages.exists(path));
  return [tabs.find(({ path }) => path === pages.home) ?? remembered([pages.home]), others].flat();
};

/** What the context menu of a tab can close, home never being among it. */
export const closings = ['this', 'left', 'right', 'others'] as const;
export type Closing = (typeof closings)[number];

export const closedBy = (paths: readonly string[], at: string, closing: Closing): readonly string[] => {
  const place = paths.indexOf(at);
  const meant: Readonly<Record<Closing, readonly string[]>> = {
    this: [at],
    left: paths.slice(0, place),
    right: paths.slice(place + 1),
    others: paths.filter((path) => path !== at),
  };
  return meant[closing].filter((path) => path !== paths[0]);
};

/** What is shown once some are closed: the same, else the next that stays, else the one before. */
export const shownAfter = (paths: readonly string[], closed: readonly string[], shown: string): string => {
  if (!closed.includes(shown)) return shown;
  const place = paths.indexOf(shown);
  const stays = (path: string): boolean => !closed.includes(path);
  return paths.slice(place).find(stays) ?? paths.slice(0, place).findLast(stays) ?? shown;
};

/** When too many are kept, the page that was longest unseen goes, but none with unsaved work. Its tab stays. */
export const evict = (tabs: readonly Tab[], busy: (path: string) => boolean): readonly Tab[] => {
  const built = tabs.filter(({ seen }) => seen > 0).toSorted((one, two) => two.seen - one.seen);
  const gone = built.slice(KEPT_MAX).filter(({ path }) => !busy(path));
  return gone.length === 0 ? tabs : tabs.map((tab) => (gone.includes(tab) ? { ...tab, seen: 0 } : tab));
};
