import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { exceptionConfRefusals } from './exception-conf.labels.ts';
import { exceptionConf, exceptionConfApi } from './exception-conf.ts';
import type { ExceptionLevelValue, ExceptionTypeValue } from './exception-conf.ts';

const { importExcel: _i, exportTemplate: _t, ...standardHandlers } = crudHandlers(exceptionConf);

export const exceptionConfRoutes = implement(exceptionConfApi, {
  ...standardHandlers,
  add: async (ctx, draft) => {
    const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
    if (tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(exceptionConfRefusals, 'exceptionConf.platformOwn');
    const { rows } =
      await sql`select from exception_conf where tenant_id is not distinct from ${tenantId}::int8 and exception_type = ${draft.exceptionType}
      and exception_code = ${draft.exceptionCode} and not is_delete`.execute(ctx.db);
    if (rows.length > 0) throwRefusal(exceptionConfRefusals, 'exceptionConf.exists');
    return ctx.rows(exceptionConf).insert({ ...draft, tenantId });
  },
  edit: async (ctx, input, extras) => {
    checkMayChange(ctx, await ctx.rows(exceptionConf).get(String(input.exceptionConfId)));
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(exceptionConf, async (ctx, row) => checkMayChange(ctx, row)),
  getExceptionConf: async (ctx, { exceptionType }) => {
    const { rows } = await sql<{
      exceptionConfId: bigint;
      exceptionType: ExceptionTypeValue;
      exceptionCode: number;
      exceptionConfDesc: string;
      exceptionLevel: ExceptionLevelValue;
    }>`select distinct on (exception_type, exception_code) exception_conf_id, exception_type, exception_code, exception_conf_desc, exception_level from exception_conf
      where not is_delete and (${exceptionType ?? null}::int is null or exception_type = ${exceptionType ?? null})
      order by exception_type, exception_code, tenant_id nulls last`.execute(ctx.db);
    return rows.map((row) => ({ ...row, exceptionConfId: String(row.exceptionConfId) }));
  },
});

/** Tenants see the rows of the platform, and do not change them. */
const checkMayChange = ({ viewer }: Context, row: { readonly tenantId: string | null }): void => {
  if (row.tenantId === null && viewer.sees.tenant !== 'all') throwRefusal(exceptionConfRefusals, 'exceptionConf.platformOwn');
};
