/** A node of a tree to pick from. */
export interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly children?: readonly TreeNode[];
}

/** A node without its tree, with the titles of its ancestors. */
export interface FlatNode {
  readonly key: string;
  readonly title: string;
  readonly ancestors: readonly string[];
}

export const flatOf = (nodes: readonly TreeNode[], ancestors: readonly string[] = []): readonly FlatNode[] =>
  nodes.flatMap(({ key, title, children }) => [{ key, title, ancestors }, ...flatOf(children ?? [], [...ancestors, title])]);

/** The nodes whose name contains the search text, as a flat list. */
export const searchNodes = (nodes: readonly TreeNode[], text: string): readonly FlatNode[] => {
  const searchText = text.trim().toLowerCase();
  return flatOf(nodes).filter(({ title }) => title.toLowerCase().includes(searchText));
};

const keysOf = ({ key, children }: TreeNode): readonly string[] => [key, ...(children ?? []).flatMap(keysOf)];

/** The nodes from the root down to this one. */
const pathTo = (nodes: readonly TreeNode[], key: string): readonly TreeNode[] => {
  for (const node of nodes) {
    if (node.key === key) return [node];
    const rest = pathTo(node.children ?? [], key);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
};

interface TickInput {
  readonly nodes: readonly TreeNode[];
  readonly checked: readonly string[];
  readonly key: string;
  /** Checking a node checks all its descendants, and a node is checked when all its descendants are. */
  readonly linked: boolean;
  /** Whether several nodes can be checked. If not, the last one replaces the others. */
  readonly multi: boolean;
}

/** The checked keys after a node was toggled. */
export const toggledKeys = ({ nodes, checked, key, linked, multi }: TickInput): readonly string[] => {
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

/** Nodes that are not checked but have a checked descendant. */
export const halfCheckedKeys = (nodes: readonly TreeNode[], checked: readonly string[]): readonly string[] =>
  nodes.flatMap((node) => {
    const inside = (node.children ?? []).flatMap(keysOf);
    const half = !checked.includes(node.key) && inside.some((key) => checked.includes(key));
    return [...(half ? [node.key] : []), ...halfCheckedKeys(node.children ?? [], checked)];
  });
