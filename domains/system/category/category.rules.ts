import type { CategoryNode } from './category.ts';

/** Letter and two digits: 2,574 siblings. */
const STEP = /^([A-Z])(\d\d)$/;

/** The next free code under a parent: A01 after nothing, A02 after A01, B01 after A99. Undefined when all are taken. */
export const nextCode = (parentCode: string, siblings: readonly string[]): string | undefined => {
  const steps = siblings.flatMap((code) => {
    const [, letter = '', digits = ''] = STEP.exec(code.startsWith(parentCode) ? code.slice(parentCode.length) : '') ?? [];
    return letter === '' ? [] : [(letter.charCodeAt(0) - FIRST) * PER_LETTER + Number(digits)];
  });
  const next = Math.max(0, ...steps) + 1;
  const letter = Math.floor((next - 1) / PER_LETTER);
  if (letter >= LETTERS) return undefined;
  return `${parentCode}${String.fromCharCode(FIRST + letter)}${String(next - letter * PER_LETTER).padStart(2, '0')}`;
};
const FIRST = 65;
const LETTERS = 26;
const PER_LETTER = 99;

/** Whether a code may stand under a parent's. */
export const fitsUnder = (parentCode: string, code: string): boolean => code.startsWith(parentCode) && code.length > parentCode.length;

/** Every node with its children, from a flat list. What hangs under nothing in the list is left out. */
export const treeOf = (nodes: readonly CategoryNode[], rootId: string): readonly CategoryNode[] => {
  const childrenOf = new Map<string, CategoryNode[]>();
  for (const node of nodes) {
    const siblings = childrenOf.get(node.parentId) ?? [];
    siblings.push(node);
    childrenOf.set(node.parentId, siblings);
  }
  const subtree = (parentId: string, depth: number): readonly CategoryNode[] =>
    (childrenOf.get(parentId) ?? []).map((node) => {
      const children = depth < DEPTH_MAX ? subtree(node.key, depth + 1) : [];
      return children.length === 0 ? node : { ...node, children };
    });
  return subtree(rootId, 1);
};
/** Deeper than any code of 60 letters can go. */
const DEPTH_MAX = 20;
