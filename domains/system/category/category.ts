import { readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, pageOf, rowOf, rowsOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

/** The parent of the first level; it has no row. */
export const CATEGORY_ROOT = '0';

/** A node of a category tree as tree pickers read it. */
export interface CategoryNode {
  readonly key: string;
  readonly title: string;
  readonly code: string;
  readonly parentId: string;
  /** Nothing below it. */
  readonly leaf: boolean;
  readonly value: string;
  readonly children?: readonly CategoryNode[];
}

/** Things sorted into a tree by people. Row security shows the tenant's own and the platform's. */
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
    /** Begins with the parent's; made by the server when it is left out. */
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
  /** `async` false answers every level at once. */
  loadTreeRoot: endpoint({
    ...readable,
    path: `${base}loadTreeRoot`,
    input: { async: optional(text({ max: 5 })), pcode },
    output: opaque<readonly CategoryNode[]>(),
  }),
  loadTreeChildren: endpoint({ ...readable, path: `${base}loadTreeChildren`, input: { pid: id() }, output: opaque<readonly CategoryNode[]>() }),
  /** The nodes under a parent, named by its id or, without one, by its code. */
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
  /** The name of each id, in order; the id itself where nothing has it. */
  loadDictItem: endpoint({
    ...readable,
    path: `${base}loadDictItem`,
    input: { ids: longText({ min: 1, max: 4_000 }) },
    output: opaque<readonly string[]>(),
  }),
  /** Hangs one with all below it under another; codes begin with the new parent's from then on. */
  move: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    allow: 'category:edit',
    path: `${base}move`,
    input: { id: id(), pid: id() },
    output: rowOf(category.fields),
  }),
  /** Whether a code may stand under a parent. */
  checkCode: endpoint({ ...readable, path: `${base}checkCode`, input: { pid, code: text({ min: 1, max: 60 }) }, output: opaque<boolean>() }),
};
