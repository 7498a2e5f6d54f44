/** A node of a permission tree, as far as checkboxes need it. */
export interface RightsNode {
  readonly id: string;
  readonly title: string;
  /** Codes, separated by commas; null for a group. */
  readonly perms: string | null;
  readonly children?: readonly RightsNode[] | undefined;
}

export const codesIn = ({ perms }: Pick<RightsNode, 'perms'>): readonly string[] => (perms === null || perms === '' ? [] : perms.split(','));

/** The codes of a node and its descendants. */
export const codesBelow = (node: RightsNode): readonly string[] => [...codesIn(node), ...(node.children ?? []).flatMap(codesBelow)];

/** The nodes of a tree in pre-order. */
export const flatten = <N extends { readonly children?: readonly N[] | undefined }>(nodes: readonly N[]): readonly N[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);

/** The state of a node's checkbox: of a group by its descendants, of a permission by itself. */
export const tickOf = (node: RightsNode, selected: ReadonlySet<string>): 'all' | 'some' | 'none' => {
  const ownCodes = codesIn(node);
  const codes = ownCodes.length > 0 ? ownCodes : codesBelow(node);
  const selectedCount = codes.filter((code) => selected.has(code)).length;
  return selectedCount === 0 ? 'none' : selectedCount === codes.length ? 'all' : 'some';
};

/**
 * The codes after a click: the node's own, or with `deep` and for groups also those of its descendants. Codes that cannot be granted stay
 * unchanged.
 */
export const toggleNode = (
  node: RightsNode,
  selected: ReadonlySet<string>,
  { on, deep, usable }: { readonly on: boolean; readonly deep: boolean; readonly usable: (code: string) => boolean },
): readonly string[] => {
  const ownCodes = codesIn(node);
  const codes = (deep || ownCodes.length === 0 ? codesBelow(node) : ownCodes).filter(usable);
  return on ? [...new Set([...selected, ...codes])] : [...selected].filter((code) => !codes.includes(code));
};

/** The nodes whose name or code contains a text, with their ancestors; a matching node keeps all its descendants. */
export const matchingRights = <N extends RightsNode & { readonly children?: readonly N[] | undefined }>(
  nodes: readonly N[],
  text: string,
): readonly N[] => {
  const needle = text.trim().toLowerCase();
  if (needle === '') return nodes;
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(needle) || node.perms?.toLowerCase().includes(needle)) return [node];
    const children = matchingRights(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
};

/** The codes that a save would grant and revoke. */
export const changesOf = (
  before: readonly string[],
  now: readonly string[],
): { readonly granted: readonly string[]; readonly revoked: readonly string[] } => ({
  granted: now.filter((code) => !before.includes(code)),
  revoked: before.filter((code) => !now.includes(code)),
});

/** The codes in a form value. */
export const listedCodes = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((code): code is string => typeof code === 'string') : [];

/** The ids of records whose codes are all among the given ones, as the calls that save permissions take them. */
export const heldIds = (nodes: readonly RightsNode[], codes: readonly string[]): readonly string[] =>
  flatten(nodes).flatMap((node) => {
    const ownCodes = codesIn(node);
    return ownCodes.length > 0 && ownCodes.every((code) => codes.includes(code)) ? [node.id] : [];
  });

/** The codes of some records. */
export const codesOfIds = (nodes: readonly RightsNode[], ids: readonly string[]): readonly string[] => [
  ...new Set(
    flatten(nodes)
      .filter(({ id }) => ids.includes(id))
      .flatMap(codesIn),
  ),
];
