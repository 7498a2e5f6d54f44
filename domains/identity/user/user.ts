import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, day, readOnly, id, image, instant, list, longText, onAdd, optional, phone, ref, secret, text } from '#kit/fields/field.ts';
import { withoutMasking } from '#kit/fields/personal.ts';
import { patterns } from '#kit/fields/patterns.ts';
import type { BulkRow } from '#kit/resource/bulk.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { bareRowsOf, endpoint, opaque, pageOf, rowOf, rowsOf, words } from '#kit/resource/endpoint.ts';
import { queryInput } from '#kit/resource/query/custom-list.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { sex } from '#domains/system/resources.ts';
import { mailAddress } from '../code/code.ts';
import { roleLevel } from '../role/levels.ts';

export const userStatus = codeTable({
  dictCode: 'user_status',
  title: ['用户状态', '使用者狀態', 'User state'],
  items: {
    normal: { value: 1, words: ['正常', '正常', 'Normal'], tone: 'good' },
    frozen: { value: 2, words: ['冻结', '凍結', 'Frozen'], tone: 'bad' },
  },
});

export const userIdentity = codeTable({
  dictCode: 'user_identity',
  title: ['用户身份', '使用者身分', 'Standing'],
  items: {
    ordinary: { value: 1, words: ['普通成员', '一般成員', 'Member'] },
    superior: { value: 2, words: ['上级', '上級', 'Director'] },
  },
});

/** The largest number of stations of a user. */
const STATIONS_MAX = 200;

/** A user who signs in. Tenant, agent, stations and customer are their assignment; the role decides how much of it they see. */
export const user = resource({
  name: 'user',
  sensitivity: 'personal',
  path: '/sys/user',
  table: 'sys_user',
  view: 'sys_user_view',
  key: 'id',
  title: 'username',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    id: readOnly(id()),
    username: onAdd(text({ unique: [], max: 32, filter: 'contains', pattern: patterns.account })),
    password: secret(onAdd(text({ min: 1, max: 128 }))),
    realname: text({ min: 1, max: 60, filter: 'contains' }),
    status: readOnly(choice(userStatus, { filter: 'equals', initial: userStatus.items.normal.value })),
    roleId: ref('role', { filter: 'equals' }),
    roleLevel: readOnly(choice(roleLevel)),
    tenantId: optional(ref('tenant', { filter: 'equals' })),
    agentId: optional(ref('agent', { filter: 'equals' })),
    stationIds: optional(list({ stationId: ref('station') }, { max: STATIONS_MAX })),
    custId: optional(ref('customer', { filter: 'equals' })),
    phone: optional(phone({ unique: ['tenantId'], line: 'mobile', filter: 'equals' })),
    telephone: optional(phone({ line: 'landline' })),
    email: optional({ ...mailAddress(), unique: ['tenantId'] }),
    sex: optional(choice(sex, { filter: 'equals' })),
    birthday: optional(day({ filter: 'between' })),
    avatar: optional(image()),
    workNo: optional(text({ unique: ['tenantId'], rule: 'user_work_no', max: 30 })),
    lastLoginTime: readOnly(optional(instant())),
    /** Ids of their departments, as clients of the product family send them. */
    selecteddeparts: optional(longText({ max: 4_000 })),
    /** Ids of the departments that they manage. */
    departIds: optional(longText({ max: 4_000 })),
    userIdentity: readOnly(choice(userIdentity)),
    /** Their current department. */
    orgCode: readOnly(optional(text({ max: 30 }))),
    /** The names of all their departments. */
    orgCodeTxt: readOnly(optional(longText({ max: 4_000 }))),
    /** Ids of their positions. */
    post: optional(longText({ max: 2_000 })),
    /** The names of these positions. */
    postTxt: readOnly(optional(longText({ max: 4_000 }))),
    /** Ids of the tenants in which they may work besides their own; only the platform reads and writes them. */
    relTenantIds: optional(longText({ max: 1_000 })),
  },
});

const { username, realname, status, sex: sexOf, birthday, phone: phoneOf, orgCode, orgCodeTxt, selecteddeparts } = user.fields;
/** The fields that a picker shows. */
export const pickedFields = {
  id: user.fields.id,
  username,
  realname,
  sex: sexOf,
  birthday,
  phone: phoneOf,
  status,
  orgCode,
  orgCodeTxt,
  selecteddeparts,
};
/** The fields that are returned for a known id. */
const namedFields = { id: user.fields.id, username, realname, orgCodeTxt };

const { avatar, telephone, email, version } = user.fields;
const ownFields = { id: user.fields.id, username, realname, avatar, sex: sexOf, birthday, telephone, phone: phoneOf, email, version };
/** The user's own fields, unmasked. */
export const ownShown = withoutMasking(ownFields);
/** The same as a noun, for the log; the user can change some of its fields. */
export const ownUser = { ...user, key: 'id', title: 'username', fields: ownFields } as const;
/** The user's own phone or mail address is changed with a code that was sent to the new one. */
const code = () => text({ min: 1, max: 64 });

/** Deleted users with their fields. */
export const binnedUser = { ...user, table: 'sys_user_bin', softDelete: false, sort: { column: 'updateTime', order: 'desc' } } as const;

/** The result of a call for several users. With `errorCount` above 0 the code is 201, as for an import with rejected rows. */
export interface BatchAnswer {
  readonly rows: readonly BulkRow[];
  readonly successCount: number;
  readonly errorCount: number;
  readonly msg: string;
}

const { exportTemplate: _exportTemplate, importExcel: _importExcel, ...standardEndpoints } = crud(user);
const requiredIds = () => longText({ min: 1, max: 8_000 });
const ownPath = `${user.path}/login/setting/`;

/** Clients of the product family send the role in a list, in addition to or in place of `roleId`. */
const selectedroles = optional(longText({ max: 1_000 }));

/** Fields that give a user permissions or a way to sign in. */
const ASSIGNING_FIELDS = [
  'roleId',
  'selectedroles',
  'tenantId',
  'agentId',
  'stationIds',
  'custId',
  'phone',
  'email',
  'selecteddeparts',
  'departIds',
  'relTenantIds',
] as const;

export const userApi = {
  ...standardEndpoints,
  ...personalApi(user),
  add: endpoint({
    ...standardEndpoints.add,
    proof: 'people',
    input: { ...standardEndpoints.add.input, roleId: optional(ref('role')), selectedroles },
  }),
  edit: endpoint({
    ...standardEndpoints.edit,
    proof: 'people',
    proofInputs: ASSIGNING_FIELDS,
    input: { ...standardEndpoints.edit.input, selectedroles },
  }),
  /** Freezes or unfreezes one user, or several. */
  ...stateApi(user, choice(userStatus)),
  /** The same list under the name that the user picker of the product family calls. */
  listWithRole: endpoint({
    method: 'GET',
    path: `${user.path}/listWithRole`,
    allow: 'user:list',
    input: {},
    listOf: user,
    output: pageOf(user.fields),
  }),
  /**
   * Users who can be picked: those who are not frozen, optionally of a department and those below it. `keyword` is part of a name. Like other
   * pickers it needs no permission to manage users.
   */
  queryUserComponentData: endpoint({
    method: 'GET',
    path: `${user.path}/queryUserComponentData`,
    allow: 'signedIn',
    input: { departId: optional(ref('depart')), keyword: optional(text({ max: 60 })) },
    listOf: user,
    output: pageOf(pickedFields),
  }),
  /** The same for one department, without pages. */
  queryUserByDepId: endpoint({
    method: 'GET',
    path: `${user.path}/queryUserByDepId`,
    allow: 'signedIn',
    input: { id: ref('depart'), realname: optional(text({ max: 60 })) },
    output: rowsOf(pickedFields),
  }),
  /** The users with the given ids or names, in one list of which each item is followed by a comma. */
  getMultiUser: endpoint({
    method: 'GET',
    path: `${user.path}/getMultiUser`,
    allow: 'signedIn',
    input: { id: optional(requiredIds()), username: optional(requiredIds()) },
    output: bareRowsOf(namedFields),
  }),
  /** Freezes or unfreezes users, and returns the result for each; frozen users are signed out everywhere. */
  frozenBatch: endpoint({
    method: 'PUT',
    path: `${user.path}/frozenBatch`,
    allow: 'user:edit',
    input: { ids: requiredIds(), status: choice(userStatus) },
    output: opaque<BatchAnswer>(),
  }),
  /** Whether a name, phone, mail address or staff number is free. Names are compared with those of all tenants and of the recycle bin. */
  checkOnlyUser: endpoint({
    method: 'GET',
    path: `${user.path}/checkOnlyUser`,
    allow: 'signedIn',
    checksAvailability: true,
    input: {
      id: optional(id()),
      username: optional(text({ max: 64 })),
      phone: optional(text({ max: 40 })),
      email: optional(text({ max: 100 })),
      workNo: optional(text({ max: 30 })),
    },
    output: opaque<boolean>(),
  }),
  /** Deleted users, the latest first, without pages. Their names stay taken until they are permanently deleted. */
  recycleBin: endpoint({
    method: 'GET',
    path: `${user.path}/recycleBin`,
    allow: 'user:delete',
    input: queryInput,
    queryOf: binnedUser,
    output: rowsOf(user.fields),
  }),
  putRecycleBin: endpoint({
    method: 'PUT',
    path: `${user.path}/putRecycleBin`,
    allow: 'user:delete',
    input: { userIds: requiredIds() },
    output: opaque<BatchAnswer>(),
  }),
  deleteRecycleBin: endpoint({
    method: 'DELETE',
    path: `${user.path}/deleteRecycleBin`,
    allow: 'user:delete',
    input: { userIds: requiredIds() },
    output: opaque<BatchAnswer>(),
  }),
  getUserData: endpoint({ method: 'GET', path: `${ownPath}getUserData`, allow: 'signedIn', input: {}, output: rowOf(ownShown) }),
  /** Changes the user's own profile. */
  userEdit: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: `${ownPath}userEdit`,
    allow: 'signedIn',
    sparse: true,
    input: { id: optional(id()), version: optional(count()), realname, avatar, sex: sexOf, birthday, telephone },
    output: rowOf(ownShown),
  }),
  /** Changes the user's own phone or mail address, confirmed by a code that was sent to it. */
  changeContact: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: `${ownPath}changeContact`,
    allow: 'signedIn',
    proof: 'keys',
    input: { phone: optional(phone({ line: 'mobile' })), email: optional(mailAddress()), smscode: code() },
    output: rowOf(ownShown),
  }),
  /** Sets another user's password and signs them out everywhere. */
  changePassword: endpoint({
    method: 'PUT',
    path: `${user.path}/changePassword`,
    allow: 'user:password',
    proof: 'people',
    input: { username: text({ min: 1, max: 64 }), password: text({ min: 1, max: 128 }), confirmpassword: optional(text({ max: 128 })) },
    output: words(),
  }),
  /** Removes another user's lost authenticator and signs them out everywhere. */
  resetSecondStep: endpoint({
    method: 'PUT',
    path: `${user.path}/resetSecondStep`,
    allow: 'user:password',
    proof: 'people',
    input: { username: text({ min: 1, max: 64 }) },
    output: words(),
  }),
};
