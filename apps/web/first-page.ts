import { STARTS } from './paths.ts';
import { pages } from './registry.ts';
import { pagesOf, placeOf } from './shell/menu/menu.ts';
import type { MenuNode, MenuPage } from './shell/menu/menu.ts';

/** The page of the menu that an address means, or where a viewer begins who asks for none. */
export const firstPage = (menu: readonly MenuNode[], hash: string): MenuNode | undefined => {
  const places = pagesOf(menu);
  const [pathname = ''] = hash.replace(/^#/, '').split('?');
  return (placeOf(places, pathname) ?? startOf(places))?.node;
};

export const startOf = (places: readonly MenuPage[]): MenuPage | undefined =>
  STARTS.flatMap((path) => places.find(({ node }) => node.path === path) ?? [])[0] ?? places[0];

/** Fetches the code of a page while the frame around it is on its way. Whatever draws the page reports code that does not come. */
export const fetchPage = (page: MenuNode | undefined): void => void pages[page?.component ?? '']?.().catch(() => undefined);
