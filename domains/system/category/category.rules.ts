import { groupBy } from '#kit/fields/group-by.ts';
import type { CategoryNode } from './category.ts';

/** A letter and two digits: 2,574 siblings. */
const STEP = /^([A-Z])(\d\d)$/;

/** The next free code below a parent: A01 at first, A02 after A01, B01 after A99. Undefined when all are used. */
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

/** Whether a code is allowed below a parent's code. */
export const fitsUnder = (parentCode: string, code: string): boolean => code.startsWith(parentCode) && code.length > parentCode.length;

/** The nodes of a flat list as a tree. A node whose parent is not in the list is left out. */
export const treeOf = (nodes: readonly CategoryNode[], rootId: string): readonly CategoryNode[] => {
  const childrenOf = groupBy(nodes, ({ parentId }) => parentId);
  const subtree = (parentId: string, depth: number): readonly CategoryNode[] =>
    (childrenOf.get(parentId) ?? []).map((node) => {
      const children = depth < DEPTH_MAX ? subtree(node.key, depth + 1) : [];
      return children.length === 0 ? node : { ...node, children };
    });
  return subtree(rootId, 1);
};
/** No code of 60 characters is nested more deeply. */
const DEPTH_MAX = 20;
