import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The program's own codes as they stand in a list of SQL: written out, so that a partial index serves the statement whoever plans it. */
export const literals = (values: readonly (number | string)[]): RawBuilder<unknown> => sql.join(values.map((value) => sql.lit(value)));
