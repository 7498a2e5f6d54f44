/** Hundreds of thousands of rows of a noun, inserted directly into its table. */
export interface BenchRows {
  /** The number of rows for a noun of which there are never many; `ROWS` by default. */
  readonly rows?: number;
  /** Statements in their order, after those of the nouns that it needs. Foreign keys are not checked. */
  readonly sql: readonly string[];
}

/**
 * The number of rows of a noun: half of them belong to the first tenant, so that its lists are long, and the others to as many different tenants.
 */
export const ROWS = 100_000;

/** The rows of a statement, numbered by `n` from 1. */
export const rowsOf = (count: number = ROWS): string => `from generate_series(1, ${count}) n`;

/** The tenant of row n: the first tenant for even numbers, with the rows spread over 500 of its agents. */
export const TENANT = `case when n % 2 = 0 then 1 else n end`;
export const AGENT = `case when n % 2 = 0 then 2 * (n % 500) + 2 else n end`;
/** Each row is a second later than the one before. */
export const AT = `timestamptz '2026-01-01' + n * interval '1 second'`;

/** The viewers whose lists are long with these rows. */
export const benchViewers = { tenant: '1', agents: ['2'], stations: ['1000', '2000', '3000'], customer: '2' } as const;
