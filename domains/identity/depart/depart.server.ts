import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { possibleKeys } from '#kit/server/lists/list-sql.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { requireMayAssign } from './may-assign.server.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { departRefusals } from './depart.labels.ts';
import { searchDeparts, idTreeOf, compareDeparts, isWithin, nextOrgCode, nodeOf, treeOf } from './depart.rules.ts';
import type { DepartFacts } from './depart.rules.ts';
import { depart, departApi } from './depart.ts';
import { clearLostOrgCode, departsOf } from './membership.server.ts';
import { departRole } from '../depart-role/depart-role.ts';
import { user } from '../user/user.ts';

type DepartRow = Row<typeof depart.fields>;
const standardHandlers = crudHandlers(depart);
/** The largest number of departments in a tree. */
const DEPARTS_MAX = 5_000;

export const departRoutes = ({ sessions }: { readonly sessions: Sessions }): readonly Route[] =>
  implement(departApi, {
    ...standardHandlers,
    add: async (ctx, draft) => {
      const parent = draft.parentId ? await ctx.rows(depart).find(draft.parentId) : undefined;
      if (draft.parentId && !parent) throwRefusal(departRefusals, 'depart.foreign');
      const tenantId = draft.tenantId ?? parent?.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null;
      const orgCode = await newOrgCode(ctx, { tenantId, parent });
      return ctx.rows(depart).insert({ ...draft, tenantId, orgCode });
    },
    // Members of a closed department lose what they hold through it.
    edit: (ctx, input, extras) => {
      ctx.afterCommit(sessions.notifyChanged);
      return standardHandlers.edit(ctx, input, extras);
    },
    delete: (ctx, { id }) => removeDeparts(ctx, [id]),
    deleteBatch: (ctx, { ids }) => removeDeparts(ctx, splitIds(ids)),
    queryTreeList: async (ctx, { ids }) => {
      const allDeparts = await visibleDeparts(ctx);
      if (!ids) return treeOf(allDeparts);
      const roots = allDeparts.filter(({ id }) => splitIds(ids).includes(id));
      return treeOf(allDeparts.filter((candidate) => roots.some((root) => isBelow(candidate, root))));
    },
    queryDepartTreeSync: async (ctx, { pid, ids, primaryKey }) => {
      const keys = ids ? splitIds(ids) : [];
      const keyOf = ({ id, orgCode }: DepartFacts) => (primaryKey === 'orgCode' ? orgCode : id);
      const allDeparts = await visibleDeparts(ctx);
      const parents = new Set(allDeparts.map(({ parentId }) => parentId));
      const isRequested =
        keys.length > 0 ? (candidate: DepartFacts) => keys.includes(keyOf(candidate)) : ({ parentId }: DepartFacts) => parentId === (pid ?? null);
      return allDeparts
        .filter(isRequested)
        .toSorted(compareDeparts)
        .map((candidate) => nodeOf(candidate, !parents.has(candidate.id)));
    },
    queryIdTree: async (ctx) => idTreeOf(treeOf(await visibleDeparts(ctx))),
    searchBy: async (ctx, { keyWord }) => {
      const matches = searchDeparts(await visibleDeparts(ctx), keyWord);
      return matches.length > 0 ? treeOf(matches) : throwRefusal(departRefusals, 'depart.notFound');
    },
    queryMyDeptTreeList: async (ctx) => {
      const directed = (await departsOf(ctx.db, ctx.viewer.userId)).filter(({ directs }) => directs);
      if (directed.length === 0) return { message: ORDINARY_MEMBER, result: [] };
      const allDeparts = await visibleDeparts(ctx);
      return { message: DEPART_HEAD, result: treeOf(allDeparts.filter((candidate) => directed.some((root) => isBelow(candidate, root)))) };
    },
    addUsers: async (ctx, { departId, userIds }) => {
      const { depart: row, people } = await departAndPeople(ctx, departId, userIds);
      if (people.some((person) => person.tenantId !== row.tenantId)) throwRefusal(departRefusals, 'depart.foreignUser');
      await requireMayAssign(ctx, [departId]);
      ctx.afterCommit(sessions.notifyChanged);
      await sql`insert into sys_user_depart (user_id, depart_id, tenant_id) select each, ${departId}::bigint, ${row.tenantId}::bigint
      from unnest(${people.map(({ id }) => id)}::bigint[]) as each on conflict do nothing`.execute(ctx.db.withoutPlugins());
      return ctx.say(kitWords.changed);
    },
    removeUsers: async (ctx, { departId, userIds }) => {
      const { people } = await departAndPeople(ctx, departId, userIds);
      const ids = people.map(({ id }) => id);
      ctx.afterCommit(sessions.notifyChanged);
      await sql`delete from sys_user_depart where depart_id = ${departId} and user_id = any(${ids}::bigint[])`.execute(ctx.db.withoutPlugins());
      await clearLostOrgCode(ctx, ids);
      return ctx.say(kitWords.changed);
    },
  });

/** The codes of the two kinds of members in the product family. */
const ORDINARY_MEMBER = '1';
const DEPART_HEAD = '2';

const isBelow = (candidate: DepartFacts, root: { readonly orgCode: string; readonly tenantId: string | null }): boolean =>
  candidate.tenantId === root.tenantId && isWithin(candidate.orgCode, root.orgCode);

/** All departments within the viewer's scope. */
const visibleDeparts = async (ctx: Context): Promise<readonly DepartFacts[]> => {
  const rows = await ctx.rows(depart).page({ conditions: [], sort: { column: 'id', order: 'asc' }, pageNo: 1, pageSize: DEPARTS_MAX });
  return rows.map(factsOf);
};

const factsOf = (row: DepartRow): DepartFacts => {
  const { id, tenantId, parentId, orgCode, departName, departNameEn, departNameAbbr, departOrder, orgCategory, status } = row;
  return { id, tenantId, parentId, orgCode, departName, departNameEn, departNameAbbr, departOrder, orgCategory, status };
};

const departAndPeople = async (ctx: Context, departId: string, userIds: string) => {
  const row = (await ctx.rows(depart).find(departId)) ?? throwRefusal(departRefusals, 'depart.foreign');
  const ids = splitIds(userIds);
  const people = await ctx.rows(user).findMany(possibleKeys(user, ids));
  if (people.length !== ids.length) throwRefusal(departRefusals, 'depart.foreignUser');
  return { depart: row, people };
};

/** Runs one at a time for each tenant, so that codes are unique. */
const newOrgCode = async (ctx: Context, position: { readonly tenantId: string | null; readonly parent: DepartRow | undefined }): Promise<string> => {
  const { tenantId, parent } = position;
  await sql`select pg_advisory_xact_lock(hashtext(${`depart ${tenantId ?? '-'}`}))`.execute(ctx.db);
  const { rows } = await sql<{ last: string | null }>`select max(org_code) as last from sys_depart
    where tenant_id is not distinct from ${tenantId}::bigint and parent_id is not distinct from ${parent?.id ?? null}::bigint`.execute(ctx.db);
  const verdict = nextOrgCode(parent?.orgCode ?? '', rows[0]?.last ?? undefined);
  return verdict.ok ? verdict.next : throwRefusal(departRefusals, verdict.refusal, verdict.args);
};

/** Deletes all departments or none; a department with children is deleted only when they are named too. */
const removeDeparts = async (ctx: Context, ids: readonly string[]): Promise<string> => {
  const rows = await ctx.rows(depart).findMany(ids);
  const allDeparts = await visibleDeparts(ctx);
  for (const row of rows) {
    const name = row.departName;
    if (allDeparts.some(({ id, parentId }) => parentId === row.id && !ids.includes(id))) throwRefusal(departRefusals, 'depart.hasChildren', { name });
    const count = await countPeople(ctx, row.id);
    if (count > 0) throwRefusal(departRefusals, 'depart.hasPeople', { name, count });
  }
  const roles = await ctx.rows(departRole).page({
    conditions: [{ field: 'departId', is: 'in', values: rows.map(({ id }) => id) }],
    sort: { column: 'createTime', order: 'asc' },
    pageNo: 1,
    pageSize: DEPARTS_MAX,
  });
  await ctx.rows(departRole).remove(roles.map(({ id }) => id));
  await ctx.rows(depart).remove(ids);
  return ctx.say(kitWords.deleted);
};

const countPeople = async (ctx: Context, departId: string): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int4 as count from sys_user_depart m join sys_user u on u.id = m.user_id and not u.is_delete
    where m.depart_id = ${departId}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
};
