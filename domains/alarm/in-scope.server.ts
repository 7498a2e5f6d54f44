import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '#kit/server/context/context.ts';
import { whereClauses } from '#kit/server/lists/list-sql.ts';

/** Whether a row `t` of a noun lies in the viewer's scope; true for a viewer without bounds. */
export const inScope = (ctx: Context, noun: AnyResource): RawBuilder<unknown> => {
  const clauses = whereClauses({ noun, viewer: ctx.viewer, registry: ctx.registry, conditions: [] });
  return clauses.length === 0 ? sql`true` : sql.join(clauses, sql` and `);
};
