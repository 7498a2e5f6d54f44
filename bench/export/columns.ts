import { readable } from '#kit/resource/resource.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { registry } from '../lists/bench-database.ts';

/** The database columns of an export of a noun. */
export const exportColumnsOf = (noun: string): readonly string[] =>
  readable(registry.resource(noun))
    .filter(([name, field]) => name !== 'version' && field.kind !== 'list' && field.kind !== 'json')
    .map(([name]) => columnOf(name));
