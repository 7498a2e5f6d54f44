import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Codes of the program as literals of an SQL list. With literals instead of parameters, the planner can always use a partial index. */
export const literals = (values: readonly (number | string)[]): RawBuilder<unknown> => sql.join(values.map((value) => sql.lit(value)));
