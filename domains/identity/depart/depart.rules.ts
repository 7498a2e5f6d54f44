import { groupBy } from '#kit/fields/group-by.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { DepartRefusal } from './depart.labels.ts';
import type { DepartNode, IdNode } from './depart.ts';

/** The largest depth of the tree. */
export const DEPTH_MAX = 8;
/** The part of a code for each level: a letter and two digits. */
const STEP_LETTERS = 3;
const CODES_PER_LETTER = 99;
const LETTERS_COUNT = 26;

export const depthOf = (orgCode: string): number => orgCode.length / STEP_LETTERS;
/** Whether a department is, or is below, another: `A01A03` is below `A01`. */
export const isWithin = (orgCode: string, ancestorCode: string): boolean => orgCode.startsWith(ancestorCode);

/** The code after the last one below a parent: `A01`, `A02` … `A99`, `B01`. */
export const nextOrgCode = (parent: string, last: string | undefined): Verdict<string, DepartRefusal> => {
  if (depthOf(parent) >= DEPTH_MAX) return deny('depart.tooDeep', { max: DEPTH_MAX });
  const position = last === undefined ? 0 : positionOf(last.slice(parent.length));
  if (position >= LETTERS_COUNT * CODES_PER_LETTER) return deny('depart.tooMany');
  const letter = String.fromCharCode('A'.charCodeAt(0) + Math.floor(position / CODES_PER_LETTER));
  return allow(`${parent}${letter}${String((position % CODES_PER_LETTER) + 1).padStart(2, '0')}`);
};

const positionOf = (step: string): number => (step.charCodeAt(0) - 'A'.charCodeAt(0)) * CODES_PER_LETTER + Number(step.slice(1));

/** A stored department. */
export type DepartFacts = Pick<
  DepartNode,
  'id' | 'departName' | 'departNameEn' | 'departNameAbbr' | 'tenantId' | 'orgCode' | 'orgCategory' | 'departOrder' | 'status'
> & { readonly parentId: string | null };

/** The departments as trees; one whose parent is not among them is a root. */
export const treeOf = (departs: readonly DepartFacts[]): readonly DepartNode[] => {
  const ids = new Set(departs.map(({ id }) => id));
  const childrenOf = groupBy(departs, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : ''));
  const nodesOf = (parent: string): readonly DepartNode[] =>
    (childrenOf.get(parent) ?? []).toSorted(compareDeparts).map((depart) => {
      const children = nodesOf(depart.id);
      return { ...nodeOf(depart, children.length === 0), ...(children.length > 0 && { children }) };
    });
  return nodesOf('');
};

export const compareDeparts = (left: DepartFacts, right: DepartFacts): number =>
  left.departOrder - right.departOrder || (left.orgCode < right.orgCode ? -1 : left.orgCode > right.orgCode ? 1 : Number(left.id) - Number(right.id));

export const nodeOf = (depart: DepartFacts, isLeaf: boolean): DepartNode => ({
  ...depart,
  key: depart.id,
  value: depart.id,
  title: depart.departName,
  parentId: depart.parentId ?? '',
  orgType: String(depthOf(depart.orgCode)),
  isLeaf,
});

/** The same tree with only keys and titles. */
export const idTreeOf = (nodes: readonly DepartNode[]): readonly IdNode[] =>
  nodes.map(({ key, value, title, children }) => ({ key, value, title, ...(children && { children: idTreeOf(children) }) }));

/** The departments that match the search text, with their ancestors. */
export const searchDeparts = (departs: readonly DepartFacts[], keyWord: string): readonly DepartFacts[] => {
  const needle = keyWord.toLowerCase();
  const matches = departs.filter((depart) =>
    [depart.departName, depart.departNameEn, depart.departNameAbbr].some((name) => name?.toLowerCase().includes(needle) === true),
  );
  return departs.filter((depart) => matches.some((match) => match.tenantId === depart.tenantId && isWithin(match.orgCode, depart.orgCode)));
};
