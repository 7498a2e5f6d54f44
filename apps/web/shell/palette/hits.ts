import type { Words } from '#kit/fields/words.ts';
import type { SearchHit } from '#domains/charging/web.ts';
import { isExternal, isHidden } from '../menu/menu.ts';
import type { MenuNode } from '../menu/menu.ts';

/** One line of the palette: a page of the menu, or a result of the server. */
export interface Hit {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** The target page; with `external`, an entry that leads out of the product. */
  readonly path: string;
  readonly external?: MenuNode;
}

/** The names of a page in all languages, by its path. */
export type Titles = ReadonlyMap<string, Words>;

/** The visible pages of a menu whose name in any language contains the typed text, with their group. */
export const pageHits = (nodes: readonly MenuNode[], text: string, titles: Titles): readonly Hit[] => {
  const needle = text.trim().toLowerCase();
  const fits = ({ path, meta }: MenuNode): boolean => [meta.title, ...(titles.get(path) ?? [])].some((title) => title.toLowerCase().includes(needle));
  return leavesOf(nodes, '')
    .filter(({ node }) => fits(node))
    .map(({ node, group }) => ({ key: node.id, title: node.meta.title, note: group, path: node.path, ...(isExternal(node) && { external: node }) }));
};

const leavesOf = (nodes: readonly MenuNode[], group: string): readonly { readonly node: MenuNode; readonly group: string }[] =>
  nodes.flatMap((node) => {
    if (isHidden(node)) return [];
    if (node.children?.length) return leavesOf(node.children, node.meta.title);
    return node.route === '0' && !isExternal(node) ? [] : [{ node, group }];
  });

export const hitsOf = (results: readonly SearchHit[]): readonly Hit[] =>
  results.map(({ kind, key, title, note, path }) => ({ key: `${kind} ${key}`, title, note, path }));
