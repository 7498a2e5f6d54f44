import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { categoryRefusals } from './category.labels.ts';
import { nextCode } from './category.rules.ts';
import { category } from './category.ts';

export type CategoryRow = Row<typeof category.fields>;

/** The length of the longest code. */
export const CODE_MAX = 60;
/** The largest number of nodes in one answer. */
const NODES_MAX = 5_000;

export const hasParent = (pid: string): Condition => ({ field: 'pid', is: 'in', values: [pid] });

export const rowsWhere = (ctx: Context, conditions: readonly Condition[]): Promise<readonly CategoryRow[]> =>
  ctx.rows(category).page({ conditions, sort: { column: 'code', order: 'asc' }, pageNo: 1, pageSize: NODES_MAX });

/** Only the platform can change its own categories. */
export const checkMayChange = (ctx: Context, row: { readonly tenantId: string | null }): void => {
  if (row.tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(categoryRefusals, 'category.platformOwn');
};

/** The next free code below a parent. */
export const freeCode = async (ctx: Context, pid: string, parentCode: string): Promise<string> => {
  // Parallel calls must not return the same code.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sys_category ${pid}`}, 0))`.execute(ctx.db);
  const siblings = (await rowsWhere(ctx, [hasParent(pid)])).map(({ code }) => code ?? '');
  const code = nextCode(parentCode, siblings);
  return code === undefined || code.length > CODE_MAX ? throwRefusal(categoryRefusals, 'category.tooDeep') : code;
};
