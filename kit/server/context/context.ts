import type { Database, Tx } from '#kit/db/index.ts';
import type { AfterCommit } from '#kit/db/transactions/after-commit.ts';
import type { Row, FieldShape } from '#kit/fields/field.ts';
import type { Args, Words } from '#kit/fields/words.ts';
import type { RowsAnswer } from '#kit/resource/endpoint.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { Trail } from './change-trail.ts';
import type { Condition } from './condition.ts';
import type { Registry } from './registry.ts';
import type { Viewer } from './viewer.ts';

/**
 * The viewer, the transaction and the time of a request. It is the only access of a handler to the database and to the rest of the program. `db`
 * runs under the viewer's row-level security; `rows` adds the viewer's agent and station scope to each query.
 */
export interface Context {
  readonly viewer: Viewer;
  readonly now: Date;
  readonly registry: Registry;
  readonly db: Tx;
  rows<F extends FieldShape>(noun: Resource<F>): Rows<Row<F>>;
  anyRows(noun: AnyResource): Rows<Readonly<Record<string, unknown>>>;
  /** Runs a task after the commit; a failure is logged and does not change the answer. The same as `db.afterCommit`. */
  readonly afterCommit: AfterCommit['afterCommit'];
  say(words: Words, args?: Args): string;
  /** The changes of the request so far. `rows` records its changes itself; handlers with their own SQL may add theirs. */
  readonly trail: Trail;
}

/** The parts of a context that do not depend on the viewer. */
export interface ContextDeps {
  readonly database: Database;
  readonly registry: Registry;
  readonly clock: () => Date;
}

/** The conditions and the order of a list. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly sort: { readonly column: string; readonly order: 'asc' | 'desc' };
  readonly pageNo: number;
  readonly pageSize: number;
}

/** The rows of a noun within the viewer's scope. A row outside the scope is treated as one that does not exist. */
export interface Rows<R> {
  find(key: string): Promise<(R & Texts) | undefined>;
  /** Like `find`, but throws a refusal when there is no row. */
  get(key: string): Promise<R & Texts>;
  findMany(keys: readonly string[]): Promise<readonly (R & Texts)[]>;
  /** Locks these rows until the end of the transaction, so that what is read after it stays true. */
  lock(keys: readonly string[]): Promise<void>;
  list(query: ListQuery): Promise<{ readonly records: readonly (R & Texts)[]; readonly total: number; readonly totalCapped: boolean }>;
  /** The rows of one page and of following ones up to `pageSize`, without a count, for exports. */
  page(query: ListQuery): Promise<readonly (R & Texts)[]>;
  /** Whether more than `max` rows match. */
  exceeds(conditions: ListQuery['conditions'], max: number): Promise<boolean>;
  /** All rows of a query without pages: as an array, or as a stream when they are many. */
  all(query: Pick<ListQuery, 'conditions' | 'sort'>): Promise<RowsAnswer<R & Texts>>;
  /** All rows of a query, at most `max`, as a stream. They are those of the moment in which the first was read. */
  stream(query: Pick<ListQuery, 'conditions' | 'sort'>, max: number): AsyncGenerator<R & Texts>;
  /** Checks that all references are within the scope, and inserts the row. Returns the whole row. */
  insert(values: Partial<R>): Promise<R & Texts>;
  /** `version` is the version that the editor read. If the row has another one, the change is refused with the current row. */
  change(key: string, patch: Partial<R>, version?: number): Promise<R & Texts>;
  /** Marks the rows as deleted. */
  remove(keys: readonly string[]): Promise<void>;
}
/** The display text of each reference, as `<ref>_dictText`. */
export type Texts = { readonly [name: `${string}_dictText`]: string | null };
