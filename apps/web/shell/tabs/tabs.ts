import type { Location } from 'react-router';

/** One opened page. Its path identifies it; its query, for example the filters of a list, is kept with it. */
export interface Tab {
  readonly path: string;
  readonly location: Location;
  /** Larger for a page that was shown later; 0 when the page is not built and will be built when it is shown. */
  readonly shownSequence: number;
  /** Increases when the page is reloaded. */
  readonly load: number;
}

/** The most pages that are kept, not counting those with unsaved work. */
const KEPT_MAX = 20;

/** Shows the page of an address: its tab takes the address, or is added at the end. */
export const visit = (tabs: readonly Tab[], location: Location): readonly Tab[] => {
  const shownSequence = Math.max(0, ...tabs.map((tab) => tab.shownSequence)) + 1;
  if (tabs.every(({ path }) => path !== location.pathname)) return [...tabs, { path: location.pathname, location, shownSequence, load: 0 }];
  return tabs.map((tab) => (tab.path === location.pathname ? { ...tab, location, shownSequence } : tab));
};

/** The tabs of the last load. */
export const remembered = (addresses: readonly string[]): readonly Tab[] =>
  addresses.map((address) => ({ path: locationOf(address).pathname, location: locationOf(address), shownSequence: 0, load: 0 }));

export const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => pathname + search;

const locationOf = (address: string): Location => {
  const [pathname = '', search] = address.split('?', 2);
  return { pathname, search: search === undefined ? '' : `?${search}`, hash: '', state: null, key: 'default' };
};

/** Home is first, wherever it was opened, and paths without a page are dropped. */
export const inOrder = (tabs: readonly Tab[], pages: { readonly home: string; readonly exists: (path: string) => boolean }): readonly Tab[] => {
  const others = tabs.filter(({ path }) => path !== pages.home && pages.exists(path));
  return [tabs.find(({ path }) => path === pages.home) ?? remembered([pages.home]), others].flat();
};

/** The choices of a tab's context menu. None of them closes home. */
export const closings = ['this', 'left', 'right', 'others'] as const;
export type Closing = (typeof closings)[number];

export const closedBy = (paths: readonly string[], tabPath: string, closing: Closing): readonly string[] => {
  const index = paths.indexOf(tabPath);
  const choices: Readonly<Record<Closing, readonly string[]>> = {
    this: [tabPath],
    left: paths.slice(0, index),
    right: paths.slice(index + 1),
    others: paths.filter((path) => path !== tabPath),
  };
  return choices[closing].filter((path) => path !== paths[0]);
};

/** The page to show after some are closed: the same page, otherwise the next that stays, otherwise the one before. */
export const shownAfter = (paths: readonly string[], closed: readonly string[], shown: string): string => {
  if (!closed.includes(shown)) return shown;
  const index = paths.indexOf(shown);
  const isOpen = (path: string): boolean => !closed.includes(path);
  return paths.slice(index).find(isOpen) ?? paths.slice(0, index).findLast(isOpen) ?? shown;
};

/** When too many pages are kept, the page that was shown longest ago is dropped, but none with unsaved work. Its tab stays. */
export const evict = (tabs: readonly Tab[], isUnsaved: (path: string) => boolean): readonly Tab[] => {
  const built = tabs.filter(({ shownSequence }) => shownSequence > 0).toSorted((a, b) => b.shownSequence - a.shownSequence);
  const evicted = built.slice(KEPT_MAX).filter(({ path }) => !isUnsaved(path));
  return evicted.length === 0 ? tabs : tabs.map((tab) => (evicted.includes(tab) ? { ...tab, shownSequence: 0 } : tab));
};
