import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#kit/db/tables.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { departRefusals } from './depart.labels.ts';
import { user } from '../user/user.ts';
import { depart, departStatus } from './depart.ts';
import { requireMayAssign } from './may-assign.server.ts';
import { recordControl } from '../user/two-persons.server.ts';

/** A department of a user. */
export interface Membership {
  readonly id: string;
  readonly departName: string;
  readonly orgCode: string;
  readonly parentId: string | null;
  readonly tenantId: string | null;
  /** Manages the department and those below it. */
  readonly directs: boolean;
}

/** The active departments of a user, in the order of the tree. */
export const departsOf = async (db: Kysely<Tables>, userId: string): Promise<readonly Membership[]> => {
  const { rows } = await sql<Omit<Membership, 'id' | 'parentId' | 'tenantId'> & { id: bigint; parentId: bigint | null; tenantId: bigint | null }>`
    select d.id, d.depart_name, d.org_code, d.parent_id, d.tenant_id, m.directs
    from sys_user_depart m join sys_depart d on d.id = m.depart_id and not d.is_delete and d.status = ${sql.lit(departStatus.items.active.value)}
    join sys_user u on u.id = m.user_id and u.tenant_id is not distinct from d.tenant_id
    where m.user_id = ${userId} order by d.org_code`.execute(db);
  return rows.map((row) => ({ ...row, id: String(row.id), parentId: digits(row.parentId), tenantId: digits(row.tenantId) }));
};

const digits = (id: bigint | null): string | null => (id === null ? null : String(id));

/** The inputs of a form about departments, besides the fields of the row. */
interface MembershipInput {
  readonly selecteddeparts?: string | null | undefined;
  readonly departIds?: string | null | undefined;
}

/** Writes a user and their departments, and returns the user with both. */
export const withDeparts = async <I extends MembershipInput>(
  ctx: Context,
  { selecteddeparts, departIds, ...others }: I,
  write: (rest: Omit<I, keyof MembershipInput>) => Promise<PersonRow>,
): Promise<PersonRow> => {
  const { id, tenantId } = await write(others);
  await saveMemberships(ctx, { userId: id, tenantId, departIds: selecteddeparts, directedIds: departIds });
  return ctx.rows(user).get(id);
};
type PersonRow = Row<typeof user.fields>;

/** The changes of a user's departments; inputs that are not given stay unchanged. */
interface MembershipChange {
  readonly userId: string;
  readonly tenantId: string | null;
  readonly departIds: string | null | undefined;
  readonly directedIds: string | null | undefined;
}

/** Writes the departments of a user. Departments of another tenant are refused, and those of a former tenant are removed. */
const saveMemberships = async (ctx: Context, change: MembershipChange): Promise<void> => {
  const { userId, tenantId } = change;
  const db = ctx.db.withoutPlugins();
  await sql`delete from sys_user_depart where user_id = ${userId} and tenant_id is distinct from ${tenantId}::bigint`.execute(db);
  if (change.departIds !== undefined || change.directedIds !== undefined) {
    const headedIds = change.directedIds === undefined ? undefined : splitIds(change.directedIds ?? '');
    const memberIds = change.departIds === undefined ? await storedDepartIds(ctx, userId) : splitIds(change.departIds ?? '');
    const allIds = [...new Set([...memberIds, ...(headedIds ?? [])])];
    await checkDeparts(ctx, allIds, tenantId);
    const storedIds = await storedDepartIds(ctx, userId);
    await requireMayAssign(
      ctx,
      allIds.filter((departId) => !storedIds.includes(departId)),
    );
    await sql`delete from sys_user_depart where user_id = ${userId} and not depart_id = any(${allIds}::bigint[])`.execute(db);
    await sql`insert into sys_user_depart as m (user_id, depart_id, tenant_id, directs)
      select ${userId}::bigint, each, ${tenantId}::bigint, each = any(${headedIds ?? []}::bigint[]) from unnest(${allIds}::bigint[]) as each
      on conflict (user_id, depart_id) do update set directs = case when ${headedIds !== undefined} then excluded.directs else m.directs end`.execute(
      db,
    );
    if (allIds.some((departId) => !storedIds.includes(departId))) await recordControl(ctx, [userId]);
  }
  await clearLostOrgCode(ctx, [userId]);
};

/** Clears the current department of users who are no longer members of it. */
export const clearLostOrgCode = async (ctx: Context, userIds: readonly string[]): Promise<void> => {
  await sql`update sys_user set org_code = null where id = any(${userIds}::bigint[]) and org_code is not null and not exists (
    select from sys_user_depart m join sys_depart d on d.id = m.depart_id where m.user_id = sys_user.id and d.org_code = sys_user.org_code)`.execute(
    ctx.db.withoutPlugins(),
  );
};

const storedDepartIds = async (ctx: Context, userId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ departId: bigint }>`select depart_id from sys_user_depart where user_id = ${userId}`.execute(ctx.db);
  return rows.map(({ departId }) => String(departId));
};

const checkDeparts = async (ctx: Context, ids: readonly string[], tenantId: string | null): Promise<void> => {
  const departs = await ctx.rows(depart).findMany(ids);
  if (departs.length !== ids.length || departs.some((row) => row.tenantId !== tenantId)) throwRefusal(departRefusals, 'depart.foreign');
};
