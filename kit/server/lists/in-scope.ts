import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Condition } from '../context/condition.ts';
import type { Context } from '../context/context.ts';
import { whereClauses } from './list-sql.ts';

/** The condition that a row `t` of a noun is not deleted, lies in the viewer's scope and matches the filter of a list; `true` where nothing limits it. */
export const inScope = (ctx: Pick<Context, 'viewer' | 'registry'>, noun: AnyResource, conditions: readonly Condition[] = []): RawBuilder<SqlBool> => {
  const clauses = whereClauses({ noun, viewer: ctx.viewer, registry: ctx.registry, conditions });
  return clauses.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(clauses, sql` and `)}`;
};
