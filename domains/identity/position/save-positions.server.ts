import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { user } from '../user/user.ts';
import { positionRefusals } from './position.labels.ts';
import { position } from './position.ts';

type PersonRow = Row<typeof user.fields>;

/** Writes a user and their positions; an input that is not given stays unchanged. Positions of a former tenant are removed. */
export const withPositions = async <I extends { readonly post?: string | null | undefined }>(
  ctx: Context,
  { post, ...others }: I,
  write: (others: Omit<I, 'post'>) => Promise<PersonRow>,
): Promise<PersonRow> => {
  const { id, tenantId } = await write(others);
  const db = ctx.db.withoutPlugins();
  await sql`delete from sys_user_position where user_id = ${id} and tenant_id is distinct from ${tenantId}::bigint`.execute(db);
  if (post !== undefined) {
    const ids = splitIds(post ?? '');
    const positions = await ctx.rows(position).findMany(ids);
    if (positions.length !== ids.length || positions.some((row) => row.tenantId !== tenantId)) throwRefusal(positionRefusals, 'position.foreign');
    await sql`delete from sys_user_position where user_id = ${id} and not position_id = any(${ids}::bigint[])`.execute(db);
    await sql`insert into sys_user_position (user_id, position_id, tenant_id)
      select ${id}::bigint, each, ${tenantId}::bigint from unnest(${ids}::bigint[]) as each on conflict do nothing`.execute(db);
  }
  return ctx.rows(user).get(id);
};
