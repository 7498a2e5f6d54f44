import type { Context } from '#kit/server/context/context.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { levelOf } from '../role/grants.rules.ts';
import { permission } from './permission.ts';
import type { PermissionTree } from './permission.ts';
import { codesOf, treeOf } from './records.rules.ts';
import type { PermissionRow } from './records.rules.ts';

/** A limit far above the number of records in practice. */
const RECORDS_MAX = 5_000;

/** All records of the viewer's tenant, each level in its order. */
export const readRecords = (ctx: Context): Promise<readonly PermissionRow[]> =>
  ctx.rows(permission).page({ conditions: [], sort: { column: 'sortNo', order: 'asc' }, pageNo: 1, pageSize: RECORDS_MAX });

/** All permission codes: the program's, and those of records that users created. */
export const knownCodes = async (ctx: Context): Promise<readonly string[]> => [
  ...new Set([...ctx.registry.permissions, ...(await readRecords(ctx)).flatMap(codesOf)]),
];

/** The query for a tree of records: the viewer's language and permissions. */
export const treeQuery = ({ viewer, registry }: Context): Parameters<typeof treeOf>[1] => ({
  may: (code) => hasPermission(viewer, code),
  language: viewer.language,
  levelOf: (code) => levelOf(code, registry),
});

/** Some records as a tree, in the viewer's language, marked with the permissions that the viewer holds. */
export const permissionTree = (ctx: Context, rows: readonly PermissionRow[]): PermissionTree => ({
  treeList: treeOf(rows, treeQuery(ctx)),
  ids: rows.map(({ id }) => id),
});
