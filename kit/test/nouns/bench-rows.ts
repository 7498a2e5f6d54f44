/** Rows of a noun by the hundred thousand, written straight into its table. */
export interface BenchRows {
  /** How many there are of a noun of which nobody has many; default: `ROWS`. */
  readonly rows?: number;
  /** Statements in their order, after those of the nouns that it needs. Foreign keys are not checked. */
  readonly sql: readonly string[];
}

/** Rows of each noun: half of them the first tenant's, so that its lists are long, the others spread over as many tenants. */
export const ROWS = 100_000;

/** The rows of a statement, counted by `n` from 1. */
export const rowsOf = (count: number = ROWS): string => `from generate_series(1, ${count}) n`;

/** Whose row n is: even ones the first tenant's, under 500 of its agents. */
export const TENANT = `case when n % 2 = 0 then 1 else n end`;
export const AGENT = `case when n % 2 = 0 then 2 * (n % 500) + 2 else n end`;
/** Each a second later than the one before. */
export const AT = `timestamptz '2026-01-01' + n * interval '1 second'`;

/** The viewers whose lists are long in these rows. */
export const benchViewers = { tenant: '1', agents: ['2'], stations: ['1000', '2000', '3000'], customer: '2' } as const;
