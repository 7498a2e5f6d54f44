import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, readOnly, id, longText, onAdd, optional, phone, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, withMessage, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

export const orgCategory = codeTable({
  dictCode: 'org_category',
  title: ['机构类型', '機構類型', 'Kind of department'],
  items: {
    company: { value: 1, words: ['公司', '公司', 'Company'] },
    department: { value: 2, words: ['部门', '部門', 'Department'] },
    team: { value: 3, words: ['班组', '班組', 'Team'] },
  },
});

export const departStatus = codeTable({
  dictCode: 'depart_status',
  title: ['部门状态', '部門狀態', 'Department state'],
  items: {
    active: { value: 1, words: ['启用', '啟用', 'Active'], tone: 'good' },
    closed: { value: 0, words: ['停用', '停用', 'Closed'], tone: 'bad' },
  },
});

/** A department of a tenant or of the platform. `orgCode` shows its position: `A01A03` is the third below `A01`. */
export const depart = resource({
  name: 'depart',
  path: '/sys/sysDepart',
  table: 'sys_depart',
  key: 'id',
  title: 'departName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    tenantId: onAdd(optional(ref('tenant', { filter: 'equals' }))),
    parentId: onAdd(optional(ref('depart', { filter: 'equals' }))),
    orgCode: readOnly(text({ max: 30 })),
    departName: text({ unique: ['tenantId', 'parentId'], min: 1, max: 60, filter: 'contains' }),
    departNameEn: optional(text({ max: 100 })),
    departNameAbbr: optional(text({ max: 30 })),
    departOrder: count({ max: 9_999 }),
    orgCategory: choice(orgCategory, { filter: 'equals', initial: orgCategory.items.department.value }),
    status: choice(departStatus, { filter: 'equals', initial: departStatus.items.active.value }),
    /** The phone number of the office. */
    mobile: optional(phone({ published: true })),
    address: optional(text({ max: 255 })),
    memo: optional(longText({ max: 500 })),
  },
});

/** A department in the tree, with the names of the product family. */
export interface DepartNode {
  readonly key: string;
  readonly value: string;
  readonly id: string;
  readonly title: string;
  readonly departName: string;
  readonly departNameEn: string | null;
  readonly departNameAbbr: string | null;
  readonly parentId: string;
  readonly tenantId: string | null;
  readonly orgCode: string;
  /** The depth; 1 for a root. */
  readonly orgType: string;
  readonly orgCategory: number;
  readonly departOrder: number;
  readonly status: number;
  readonly isLeaf: boolean;
  readonly children?: readonly DepartNode[];
}
export interface IdNode {
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children?: readonly IdNode[];
}

const { exportXls: _exportXls, exportTemplate: _exportTemplate, importExcel: _importExcel, ...plain } = crud(depart);
const ids = optional(longText({ max: 8_000 }));

export const departApi = {
  ...plain,
  /** The whole tree, or the departments in `ids` with those below them. */
  queryTreeList: endpoint({
    method: 'GET',
    path: `${depart.path}/queryTreeList`,
    allow: 'signedIn',
    input: { ids },
    output: opaque<readonly DepartNode[]>(),
  }),
  /** One level: the children of `pid`, the departments in `ids`, or the roots. `primaryKey` is `orgCode` when `ids` contains codes. */
  queryDepartTreeSync: endpoint({
    method: 'GET',
    path: `${depart.path}/queryDepartTreeSync`,
    allow: 'signedIn',
    input: { pid: optional(ref('depart')), ids, primaryKey: optional(text({ max: 20 })) },
    output: opaque<readonly DepartNode[]>(),
  }),
  queryIdTree: endpoint({
    method: 'GET',
    path: `${depart.path}/queryIdTree`,
    allow: 'signedIn',
    input: {},
    output: opaque<readonly IdNode[]>(),
  }),
  /** The departments that match the search text, with their ancestors. */
  searchBy: endpoint({
    method: 'GET',
    path: `${depart.path}/searchBy`,
    allow: 'signedIn',
    input: { keyWord: text({ min: 1, max: 60 }) },
    output: opaque<readonly DepartNode[]>(),
  }),
  /** The message is `1` for an ordinary member and `2` for a manager of departments, who also gets their tree. */
  queryMyDeptTreeList: endpoint({
    method: 'GET',
    path: `${depart.path}/queryMyDeptTreeList`,
    allow: 'signedIn',
    input: {},
    output: withMessage<readonly DepartNode[]>(),
  }),
  /** Adds users to a department, in addition to their other ones, or removes them. */
  addUsers: endpoint({
    method: 'POST',
    path: `${depart.path}/addUsers`,
    allow: 'depart:edit',
    input: { departId: ref('depart'), userIds: longText({ min: 1, max: 8_000 }) },
    output: words(),
  }),
  removeUsers: endpoint({
    method: 'POST',
    path: `${depart.path}/removeUsers`,
    allow: 'depart:edit',
    input: { departId: ref('depart'), userIds: longText({ min: 1, max: 8_000 }) },
    output: words(),
  }),
};
