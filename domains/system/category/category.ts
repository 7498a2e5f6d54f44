import { readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, pageOf, rowOf, rowsOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

/** The parent of the first level, which has no row. */
export const CATEGORY_ROOT = '0';

/** A node of a category tree, as tree pickers read it. */
export interface CategoryNode {
  readonly key: string;
  readonly title: string;
  readonly code: string;
  readonly parentId: string;
  /** The node has no children. */
  readonly leaf: boolean;
  readonly value: string;
  readonly children?: readonly CategoryNode[];
}

/** Categories that users arrange in a tree. Row-level security shows those of the tenant and of the platform. */
export const category = resource({
  name: 'category',
  path: '/sys/category',
  table: 'sys_category',
  view: 'sys_category_view',
  key: 'id',
  title: 'name',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared', customer: 'shared' },
  sort: { column: 'code', order: 'asc' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    pid: onAdd(id({ filter: 'equals' })),
    name: text({ min: 1, max: 100, filter: 'contains' }),
    /** Begins with the code of the parent; the server generates it when it is left out. */
    code: onAdd(
      optional(
        text({ unique: ['tenantId'], max: 60, filter: 'contains', sort: true, pattern: { source: '^[A-Za-z0-9_-]+$', problem: 'badPileCode' } }),
      ),
    ),
    /** "1": there are categories below. */
    hasChild: readOnly(text({})),
  },
});

const {
  exportXls: _exportXls,
  exportTemplate: _exportTemplate,
  importExcel: _importExcel,
  queryList: _queryList,
  ...standardEndpoints
} = crud(category);

const base = `${category.path}/`;
const readable = { method: 'GET', allow: 'signedIn' } as const;
const pid = optional(id());
const pcode = optional(text({ max: 60 }));

export const categoryApi = {
  ...standardEndpoints,
  rootList: endpoint({
    method: 'GET',
    allow: 'category:list',
    path: `${base}rootList`,
    input: {},
    listOf: category,
    output: pageOf(category.fields),
  }),
  childList: endpoint({ method: 'GET', allow: 'category:list', path: `${base}childList`, input: { pid: id() }, output: rowsOf(category.fields) }),
  /** With `async` false the answer contains all levels. */
  loadTreeRoot: endpoint({
    ...readable,
    path: `${base}loadTreeRoot`,
    input: { async: optional(text({ max: 5 })), pcode },
    output: opaque<readonly CategoryNode[]>(),
  }),
  loadTreeChildren: endpoint({ ...readable, path: `${base}loadTreeChildren`, input: { pid: id() }, output: opaque<readonly CategoryNode[]>() }),
  /** The children of a parent, given by its id or otherwise by its code. */
  loadTreeData: endpoint({
    ...readable,
    path: `${base}loadTreeData`,
    input: { pid, pcode, condition: optional(longText({ max: 500 })) },
    output: opaque<readonly CategoryNode[]>(),
  }),
  loadOne: endpoint({
    ...readable,
    path: `${base}loadOne`,
    input: { field: text({ min: 1, max: 60 }), val: text({ min: 1, max: 100 }) },
    output: rowOf(category.fields),
  }),
  /** The name of each id, in order; the id itself where it is unknown. */
  loadDictItem: endpoint({
    ...readable,
    path: `${base}loadDictItem`,
    input: { ids: longText({ min: 1, max: 4_000 }) },
    output: opaque<readonly string[]>(),
  }),
  /** Moves a category with its descendants below another; their codes then begin with the code of the new parent. */
  move: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    allow: 'category:edit',
    path: `${base}move`,
    input: { id: id(), pid: id() },
    output: rowOf(category.fields),
  }),
  /** Whether a code is allowed below a parent. */
  checkCode: endpoint({ ...readable, path: `${base}checkCode`, input: { pid, code: text({ min: 1, max: 60 }) }, output: opaque<boolean>() }),
};
