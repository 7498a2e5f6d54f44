import { STARTS } from './paths.ts';
import { pages } from './registry.ts';
import { pagesOf, pageOf } from './shell/menu/menu.ts';
import type { MenuNode, MenuPage } from './shell/menu/menu.ts';

/** The menu page of an address, or the start page of a viewer who requested none. */
export const firstPage = (menu: readonly MenuNode[], hash: string): MenuNode | undefined => {
  const menuPages = pagesOf(menu);
  const [pathname = ''] = hash.replace(/^#/, '').split('?');
  return (pageOf(menuPages, pathname) ?? startOf(menuPages))?.node;
};

export const startOf = (menuPages: readonly MenuPage[]): MenuPage | undefined =>
  STARTS.flatMap((path) => menuPages.find(({ node }) => node.path === path) ?? [])[0] ?? menuPages[0];

/** Loads the code of a page before the frame draws it. The component that draws the page reports code that fails to load. */
export const fetchPage = (page: MenuNode | undefined): void => void pages[page?.component ?? '']?.().catch(() => undefined);
