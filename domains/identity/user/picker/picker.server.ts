import { sql } from 'kysely';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { mapRows } from '#kit/server/values/row-stream.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import { possibleKeys } from '#kit/server/lists/list-sql.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { departRefusals } from '../../depart/depart.labels.ts';
import { depart } from '../../depart/depart.ts';
import { user, userStatus } from '../user.ts';
import type { userApi } from '../user.ts';

const standardHandlers = crudHandlers(user);
const byAge = { column: 'createTime', order: 'asc' } as const;
const active: Condition = { field: 'status', is: 'in', values: [valuesOf(userStatus).normal] };

type PickerApi = Pick<typeof userApi, 'queryUserComponentData' | 'queryUserByDepId' | 'getMultiUser'>;

/** The handlers of the user pickers. */
export const pickerHandlers: Handlers<PickerApi> = {
  queryUserComponentData: async (ctx, { departId, keyword }, extras) => {
    const { list } = extras;
    const conditions = [
      ...list.conditions,
      active,
      ...(departId ? [await inDepart(ctx, departId)] : []),
      ...(keyword ? [nameContains(keyword)] : []),
    ];
    const page = await standardHandlers.list(ctx, {}, { ...extras, list: { ...list, conditions } });
    return { ...page, records: page.records.map(pickerRow) };
  },
  queryUserByDepId: async (ctx, { id, realname }) => {
    const nameConditions: Condition[] = realname ? [{ field: 'realname', is: 'contains', text: realname }] : [];
    return mapRows(await ctx.rows(user).all({ conditions: [active, await inDepart(ctx, id), ...nameConditions], sort: byAge }), pickerRow);
  },
  getMultiUser: async (ctx, { id, username }) => {
    const keyFilter = id ? { field: 'id', values: possibleKeys(user, splitIds(id)) } : { field: 'username', values: splitIds(username ?? '') };
    const rows = await ctx.rows(user).page({ conditions: [active, { ...keyFilter, is: 'in' }], sort: byAge, pageNo: 1, pageSize: BATCH_MAX });
    return rows.map(({ id: key, username: name, realname, orgCodeTxt }) => ({ id: key, username: name, realname, orgCodeTxt }));
  },
};

/** Only the fields that a picker shows. */
const pickerRow = ({ id, username, realname, sex, birthday, phone, status, orgCode, orgCodeTxt, selecteddeparts }: Row<typeof user.fields>) => ({
  id,
  username,
  realname,
  sex,
  birthday,
  phone,
  status,
  orgCode,
  orgCodeTxt,
  selecteddeparts,
});

const nameContains = (text: string): Condition => ({
  is: 'any',
  of: [
    { field: 'username', is: 'contains', text },
    { field: 'realname', is: 'contains', text },
  ],
});

/** The members of a department and those below it, without duplicates. */
const inDepart = async (ctx: Context, departId: string): Promise<Condition> => {
  const { orgCode, tenantId } = (await ctx.rows(depart).find(departId)) ?? throwRefusal(departRefusals, 'depart.foreign');
  const { rows } = await sql<{
    userId: bigint;
  }>`select distinct m.user_id from sys_user_depart m join sys_depart d on d.id = m.depart_id and not d.is_delete
    where d.tenant_id is not distinct from ${tenantId}::bigint and starts_with(d.org_code, ${orgCode})`.execute(ctx.db);
  return { field: 'id', is: 'in', values: rows.map(({ userId }) => String(userId)) };
};
