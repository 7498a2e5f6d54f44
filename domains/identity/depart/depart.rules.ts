import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { DepartRefusal } from './depart.labels.ts';
import type { DepartNode, IdNode } from './depart.ts';

/** How deep departments may stand. */
export const DEPTH_MAX = 8;
/** A letter and two digits. */
const STEP = 3;
const PER_LETTER = 99;
const LETTERS = 26;

export const depthOf = (orgCode: string): number => orgCode.length / STEP;
/** Itself and everything above it: `A01A03` stands in `A01`. */
export const isWithin = (orgCode: string, within: string): boolean => orgCode.startsWith(within);

/** The code after the last one given below a parent: `A01`, `A02` … `A99`, `B01`. */
export const nextOrgCode = (parent: string, last: string | undefined): Verdict<string, DepartRefusal> => {
  if (depthOf(parent) >= DEPTH_MAX) return deny('depart.tooDeep', { max: DEPTH_MAX });
  const place = last === undefined ? 0 : placeOf(last.slice(parent.length));
  if (place >= LETTERS * PER_LETTER) return deny('depart.tooMany');
  const letter = String.fromCharCode('A'.charCodeAt(0) + Math.floor(place / PER_LETTER));
  return allow(`${parent}${letter}${String((place % PER_LETTER) + 1).padStart(2, '0')}`);
};

const placeOf = (step: string): number => (step.charCodeAt(0) - 'A'.charCodeAt(0)) * PER_LETTER + Number(step.slice(1));

/** A department as it is stored. */
export type DepartFacts = Pick<
  DepartNode,
  'id' | 'departName' | 'departNameEn' | 'departNameAbbr' | 'tenantId' | 'orgCode' | 'orgCategory' | 'departOrder' | 'status'
> & { readonly parentId: string | null };

/** The forest of some departments; one whose parent is not among them is a root. */
export const treeOf = (departs: readonly DepartFacts[]): readonly DepartNode[] => {
  const known = new Set(departs.map(({ id }) => id));
  const below = new Map<string, DepartFacts[]>();
  for (const one of departs) {
    const parent = one.parentId !== null && known.has(one.parentId) ? one.parentId : '';
    below.set(parent, [...(below.get(parent) ?? []), one]);
  }
  const nodesOf = (parent: string): readonly DepartNode[] =>
    (below.get(parent) ?? []).toSorted(inOrder).map((one) => {
      const children = nodesOf(one.id);
      return { ...nodeOf(one, children.length === 0), ...(children.length > 0 && { children }) };
    });
  return nodesOf('');
};

export const inOrder = (one: DepartFacts, other: DepartFacts): number =>
  one.departOrder - other.departOrder || (one.orgCode < other.orgCode ? -1 : one.orgCode > other.orgCode ? 1 : Number(one.id) - Number(other.id));

export const nodeOf = (one: DepartFacts, isLeaf: boolean): DepartNode => ({
  ...one,
  key: one.id,
  value: one.id,
  title: one.departName,
  parentId: one.parentId ?? '',
  orgType: String(depthOf(one.orgCode)),
  isLeaf,
});

/** The same tree with nothing but keys and titles. */
export const idTreeOf = (nodes: readonly DepartNode[]): readonly IdNode[] =>
  nodes.map(({ key, value, title, children }) => ({ key, value, title, ...(children && { children: idTreeOf(children) }) }));

/** What the words are part of, with all that stands above it. */
export const foundIn = (departs: readonly DepartFacts[], keyWord: string): readonly DepartFacts[] => {
  const asked = keyWord.toLowerCase();
  const hits = departs.filter((one) =>
    [one.departName, one.departNameEn, one.departNameAbbr].some((name) => name?.toLowerCase().includes(asked) === true),
  );
  return departs.filter((one) => hits.some((hit) => hit.tenantId === one.tenantId && isWithin(hit.orgCode, one.orgCode)));
};
