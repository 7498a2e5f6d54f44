import type { DepartNode } from './depart.ts';

/** What a typed word is part of, with all above it; everything when nothing is typed. */
export const matching = (nodes: readonly DepartNode[], typed: string): readonly DepartNode[] => {
  const asked = typed.trim().toLowerCase();
  if (asked === '') return nodes;
  return nodes.flatMap((node) => {
    const children = matching(node.children ?? [], asked);
    const hit = [node.title, node.departNameEn, node.departNameAbbr, node.orgCode].some((name) => name?.toLowerCase().includes(asked) === true);
    return hit || children.length > 0 ? [{ ...node, children: hit && children.length === 0 ? (node.children ?? []) : children }] : [];
  });
};

export const nodeIn = (nodes: readonly DepartNode[], key: string | undefined): DepartNode | undefined => {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeIn(node.children ?? [], key);
    if (found) return found;
  }
  return undefined;
};
