import type { Dialect } from './dialect.ts';
import { recordDialect } from './records/dialect.ts';
import { typedDialect } from './typed-dialect.ts';

/** The variant of a version byte; undefined for any other version. */
export const dialectOf = (version: number): Dialect | undefined => [typedDialect, recordDialect].find((dialect) => dialect.version === version);
