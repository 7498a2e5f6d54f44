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
 * Who asks, in which transaction, at what instant: the only access a handler has to the database and to the rest of the program. `db` runs under the viewer's
 * row-level security; `rows` adds the viewer's agent and station scope to every query.
 */
export interface Context {
  readonly viewer: Viewer;
  readonly now: Date;
  readonly registry: Registry;
  readonly db: Tx;
  rows<F extends FieldShape>(noun: Resource<F>): Rows<Row<F>>;
  anyRows(noun: AnyResource): Rows<Readonly<Record<string, unknown>>>;
  /** Runs when the transaction has committed; a failure is logged and changes no answer. The same as `db.afterCommit`. */
  readonly afterCommit: AfterCommit['afterCommit'];
  say(words: Words, args?: Args): string;
  /** What has been changed so far. `rows` notes it by itself; SQL of one's own may. */
  readonly trail: Trail;
}

/** What a context is made of, whoever asks. */
export interface ContextDeps {
  readonly database: Database;
  readonly registry: Registry;
  readonly clock: () => Date;
}

/** Which rows of a noun are read, and in which order. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly sort: { readonly column: string; readonly order: 'asc' | 'desc' };
  readonly pageNo: number;
  readonly pageSize: number;
}

/** A noun's rows inside the viewer's scope. What lies outside it does not exist here. */
export interface Rows<R> {
  find(key: string): Promise<(R & Texts) | undefined>;
  /** Like find, but refuses when there is none. */
  get(key: string): Promise<R & Texts>;
  findMany(keys: readonly string[]): Promise<readonly (R & Texts)[]>;
  /** Keeps the rows of these keys from others until the transaction ends, so that what is read next still holds when it is acted on. */
  lock(keys: readonly string[]): Promise<void>;
  list(query: ListQuery): Promise<{ readonly records: readonly (R & Texts)[]; readonly total: number; readonly totalCapped: boolean }>;
  /** Rows from one page on, for exports: as many as `pageSize`, without a count. */
  page(query: ListQuery): Promise<readonly (R & Texts)[]>;
  /** Whether there are more rows than that. */
  exceeds(conditions: ListQuery['conditions'], max: number): Promise<boolean>;
  /** All rows of a question without pages: at once, or as they are read where there are many. */
  all(query: Pick<ListQuery, 'conditions' | 'sort'>): Promise<RowsAnswer<R & Texts>>;
  /** All rows of a question, at most `max`, some at a time as they are taken, as they were when the first was. */
  stream(query: Pick<ListQuery, 'conditions' | 'sort'>, max: number): AsyncGenerator<R & Texts>;
  /** Checks that all it refers to lies inside the scope, then writes. Answers the whole row. */
  insert(values: Partial<R>): Promise<R & Texts>;
  /** `version`: the one the editor read; another one by now is refused with the row as it is. */
  change(key: string, patch: Partial<R>, version?: number): Promise<R & Texts>;
  /** Marks as deleted. */
  remove(keys: readonly string[]): Promise<void>;
}
/** `<ref>_dictText` of each reference. */
export type Texts = { readonly [name: `${string}_dictText`]: string | null };
