import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { userLabels, userRefusals } from './user.labels.ts';
import { user } from './user.ts';

interface UniqueValues {
  /** The user whose own values are ignored. */
  readonly id?: string | null;
  readonly username?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly workNo?: string | null;
}

/** Refuses the first value that is taken. Only viewers who may add or change users need to know. */
export const requireUniqueUser = async (database: Database, ctx: Context, values: UniqueValues): Promise<true> => {
  if (!hasPermission(ctx.viewer, 'user:add') && !hasPermission(ctx.viewer, 'user:edit'))
    throwRefusal(kitRefusals, 'forbidden', { permission: 'user:add' }, { status: 403 });
  const ownId = values.id ?? '0';
  // User names are unique across all tenants, because users sign in by name alone.
  if (values.username) {
    const { rows } = await sql`select 1 from sys_user where lower(username) = lower(${values.username}) and id <> ${ownId}`.execute(database.system);
    if (rows.length > 0) await refuseDeletedName(ctx, values.username).then(() => refuseTaken(ctx, 'username'));
  }
  for (const [name, ownCode, otherCode] of [
    ['phone', sql`plain_phone(${values.phone})`, sql`plain_phone(t.phone)`],
    ['email', sql`lower(${values.email})`, sql`lower(t.email)`],
    ['workNo', sql`${values.workNo}`, sql`t.work_no`],
  ] as const) {
    if (!values[name]) continue;
    const scopeSql = scopeClauses(user, ctx.viewer, 't').map((clause) => sql`and ${clause}`);
    const { rows } =
      await sql`select 1 from sys_user t where not t.is_delete and t.id <> ${ownId} and ${otherCode} = ${ownCode} ${sql.join(scopeSql, sql` `)}
      limit 1`.execute(ctx.db.withoutPlugins());
    if (rows.length > 0) refuseTaken(ctx, name);
  }
  return true;
};

const refuseTaken = (ctx: Context, name: 'username' | 'phone' | 'email' | 'workNo'): never =>
  throwRefusal(kitRefusals, 'duplicate', { label: ctx.say(userLabels.fields[name]) });

/** Refuses a name that belongs to a user in the viewer's own recycle bin, and says so. */
export const refuseDeletedName = async (ctx: Context, username: string): Promise<void> => {
  const scopeSql = scopeClauses(user, ctx.viewer, 't').map((clause) => sql`and ${clause}`);
  const { rows } = await sql`select 1 from sys_user_bin t where lower(t.username) = lower(${username}) ${sql.join(scopeSql, sql` `)}`.execute(
    ctx.db.withoutPlugins(),
  );
  if (rows.length > 0) throwRefusal(userRefusals, 'user.nameInBin', { name: username });
};
