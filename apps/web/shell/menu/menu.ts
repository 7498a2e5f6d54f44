import { matchPath } from 'react-router';

/** A node of the server's menu. */
export interface MenuNode {
  readonly id: string;
  readonly path: string;
  readonly name?: string;
  /** `domain/Page`; groups have the name of a layout. */
  readonly component?: string;
  /** "0": an entry without a page of the product, which links by its path. */
  readonly route?: string;
  readonly redirect?: string | null;
  readonly hidden?: boolean;
  readonly alwaysShow?: boolean;
  readonly meta: {
    readonly title: string;
    readonly icon?: string | null;
    readonly keepAlive?: boolean;
    readonly internalOrExternal?: boolean;
    readonly url?: string | null;
    readonly hideMenu?: boolean;
  };
  readonly children?: readonly MenuNode[] | null;
}

/** A page with its groups, outermost first. */
export interface MenuPage {
  readonly node: MenuNode;
  readonly groups: readonly MenuNode[];
}

export const isHidden = (node: MenuNode): boolean => node.hidden === true || node.meta.hideMenu === true;
export const hasChildren = (node: MenuNode): boolean => (node.children?.length ?? 0) > 0;

/** Every page of the menu in its order, hidden ones included. */
export const pagesOf = (nodes: readonly MenuNode[], groups: readonly MenuNode[] = []): readonly MenuPage[] =>
  nodes.flatMap((node) =>
    hasChildren(node) ? pagesOf(node.children ?? [], [...groups, node]) : node.route === '0' || isExternal(node) ? [] : [{ node, groups }],
  );

/** The page of an address; exact paths take precedence over those with parameters. */
export const pageOf = (pages: readonly MenuPage[], pathname: string): MenuPage | undefined =>
  pages.find(({ node }) => node.path === pathname) ?? pages.find(({ node }) => matchPath({ path: node.path, end: true }, pathname) !== null);

/** The entry opens an address outside the product in a new window. */
export const isExternal = (node: MenuNode): boolean => node.meta.internalOrExternal === true && Boolean(node.meta.url);

/** The target of an entry that stands for all of its children: its redirect, otherwise its first page. */
export const landingOf = (nodes: readonly MenuNode[], path: string): string => {
  const node = flat(nodes).find((one) => one.path === path);
  if (!node || !hasChildren(node)) return path;
  return node.redirect ?? pagesOf(node.children ?? []).find((page) => !isHidden(page.node))?.node.path ?? path;
};

/** The entry of a path, if it leads out of the product. */
export const wayOut = (nodes: readonly MenuNode[], path: string): MenuNode | undefined =>
  flat(nodes).find((node) => node.path === path && isExternal(node));

/** The menu selection, as an event for listeners in the page. */
export const ROUTER_SHOW = 'dynamic-router-show';
export const tellChosen = (nodes: readonly MenuNode[], path: string): void => {
  const selected = flat(nodes).find((node) => node.path === path);
  if (selected) window.dispatchEvent(new CustomEvent(ROUTER_SHOW, { detail: { path, title: selected.meta.title } }));
};

const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

/** The visible entries, without groups that have nothing to show. */
export const shownIn = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => {
    if (isHidden(node)) return [];
    if (!hasChildren(node)) return [node];
    const children = shownIn(node.children ?? []);
    return children.length === 0 && !node.alwaysShow ? [] : [{ ...node, children }];
  });
