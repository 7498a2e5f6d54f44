import type { DepartNode } from './depart.ts';

/** The departments whose name contains the search text, with their ancestors; all without a text. */
export const matchingDeparts = (nodes: readonly DepartNode[], keyword: string): readonly DepartNode[] => {
  const needle = keyword.trim().toLowerCase();
  if (needle === '') return nodes;
  return nodes.flatMap((node) => {
    const children = matchingDeparts(node.children ?? [], needle);
    const isMatch = [node.title, node.departNameEn, node.departNameAbbr, node.orgCode].some((name) => name?.toLowerCase().includes(needle) === true);
    return isMatch || children.length > 0 ? [{ ...node, children: isMatch && children.length === 0 ? (node.children ?? []) : children }] : [];
  });
};

export const findNode = (nodes: readonly DepartNode[], key: string | undefined): DepartNode | undefined => {
  for (const node of nodes) {
    const found = node.key === key ? node : findNode(node.children ?? [], key);
    if (found) return found;
  }
  return undefined;
};
