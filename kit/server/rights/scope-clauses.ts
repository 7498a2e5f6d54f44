import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AnyResource } from '#kit/resource/resource.ts';
import { columnOf } from '../values/column-name.ts';
import { singleId, scopeLevels } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

/**
 * The conditions that restrict a query over `alias` to the viewer's tenants, agents, stations and customers. Row-level security checks all but the
 * customer again.
 */
export const scopeClauses = (noun: AnyResource, viewer: Pick<Viewer, 'sees'>, alias: string): readonly RawBuilder<SqlBool>[] =>
  scopeLevels.flatMap((level) => {
    const visibleIds = viewer.sees[level];
    const column = noun.scope[level] ?? 'hidden';
    if (visibleIds === 'all' || column === 'shared') return [];
    if (column === 'hidden') return [sql<SqlBool>`false`];
    const at = sql.ref(`${alias}.${columnOf(column)}`);
    const single = singleId(visibleIds);
    // A single id is compared by equality, because only then does an index return its rows in order.
    return [single === undefined ? sql<SqlBool>`${at} = any(${visibleIds}::int8[])` : sql<SqlBool>`${at} = ${single}::int8`];
  });
