/** What a tree to pick from is made of. */
export interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly children?: readonly TreeNode[];
}

/** A node by itself, with the titles of all above it. */
export interface FlatNode {
  readonly key: string;
  readonly title: string;
  readonly ancestors: readonly string[];
}

export const flatOf = (nodes: readonly TreeNode[], ancestors: readonly string[] = []): readonly FlatNode[] =>
  nodes.flatMap(({ key, title, children }) => [{ key, title, ancestors }, ...flatOf(children ?? [], [...ancestors, title])]);

/** The nodes a typed word is part of, each by itself. */
export const searchNodes = (nodes: readonly TreeNode[], text: string): readonly FlatNode[] => {
  const searchText = text.trim().toLowerCase();
  return flatOf(nodes).filter(({ title }) => title.toLowerCase().includes(searchText));
};

const keysOf = ({ key, children }: TreeNode): readonly string[] => [key, ...(children ?? []).flatMap(keysOf)];

/** From the root down to the node. */
const pathTo = (nodes: readonly TreeNode[], key: string): readonly TreeNode[] => {
  for (const node of nodes) {
    if (node.key === key) return [node];
    const rest = pathTo(node.children ?? [], key);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
};

interface Tick {
  readonly nodes: readonly TreeNode[];
  readonly checked: readonly string[];
  readonly key: string;
  /** A node goes with all below it, and is checked when all below it are. */
  readonly linked: boolean;
  /** Of several only the last tick counts otherwise. */
  readonly multi: boolean;
}

/** What is checked after a node was ticked. */
export const toggledKeys = ({ nodes, checked, key, linked, multi }: Tick): readonly string[] => {
  const on = !checked.includes(key);
  if (!multi) return on ? [key] : [];
  if (!linked) return on ? [...checked, key] : checked.filter((item) => item !== key);
  const path = pathTo(nodes, key);
  const node = path.at(-1);
  const keysBelow = node ? keysOf(node) : [key];
  const above = path.slice(0, -1).toReversed();
  const next = new Set(on ? [...checked, ...keysBelow] : checked.filter((item) => !keysBelow.includes(item)));
  for (const parent of above) {
    if (on && (parent.children ?? []).every((child) => next.has(child.key))) next.add(parent.key);
    else if (!on) next.delete(parent.key);
  }
  return [...next];
};

/** Nodes that are not checked themselves but have something checked below them. */
export const halfCheckedKeys = (nodes: readonly TreeNode[], checked: readonly string[]): readonly string[] =>
  nodes.flatMap((node) => {
    const inside = (node.children ?? []).flatMap(keysOf);
    const half = !checked.includes(node.key) && inside.some((key) => checked.includes(key));
    return [...(half ? [node.key] : []), ...halfCheckedKeys(node.children ?? [], checked)];
  });
