import { count, longText, optional, text } from '#kit/fields/field.ts';
import { duplicateCheck } from '#kit/resource/shared-endpoints/duplicate-check.ts';
import { endpoint, opaque, PAGE_SIZE_MAX, plainRows } from '#kit/resource/endpoint.ts';

const name = text({ min: 1, max: 60 });
const readable = { method: 'GET', allow: 'signedIn' } as const;
const dict = text({ min: 1, max: 200 });

/** A source whose rows form a tree, with the names of the product family. */
const treeNames = { tableName: name, text: name, code: name, pidField: name, hasChildField: optional(name) };

/** A row of a source as an option. */
export interface LookupItem {
  readonly value: string;
  readonly text: string;
  readonly title: string;
  readonly label: string;
}

export interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly value: string;
  readonly leaf: boolean;
  readonly isLeaf: boolean;
  readonly parentId: string;
}

/**
 * Calls of the product family that name tables and columns. Here a name is looked up among the sources that nouns offer (`lookup` of a feature);
 * others do not exist, and no requested name ever becomes SQL.
 */
export const lookupApi = {
  check: duplicateCheck,
  /** `table,text,code`: the rows whose text contains the keyword. */
  loadDict: endpoint({
    ...readable,
    path: '/sys/dict/loadDict/:dict',
    input: {
      dict,
      keyword: optional(text({ max: 60 })),
      pageNo: { ...count({ min: 1, max: 1_000 }), initial: 1 },
      pageSize: { ...count({ min: 1, max: PAGE_SIZE_MAX }), initial: 10 },
    },
    output: plainRows<LookupItem>(),
  }),
  /** The text of each key in order; the key itself where it is unknown. `dict` may also be the code of a dictionary. */
  loadDictItem: endpoint({
    ...readable,
    path: '/sys/dict/loadDictItem/:dict',
    input: { dict, key: longText({ min: 1, max: 4_000 }) },
    output: opaque<readonly string[]>(),
  }),
  loadTreeData: endpoint({
    ...readable,
    path: '/sys/dict/loadTreeData',
    input: { pid: optional(text({ max: 64 })), ...treeNames, condition: optional(longText({ max: 500 })) },
    output: plainRows<TreeNode>(),
  }),
  /** The nodes from the first level down to each key, in order; empty for an unknown key. */
  loadTreePath: endpoint({
    ...readable,
    path: '/sys/dict/loadTreePath',
    input: { ...treeNames, key: longText({ min: 1, max: 4_000 }) },
    output: opaque<readonly (readonly TreeNode[])[]>(),
  }),
};
