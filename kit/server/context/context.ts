import type { Shape, Row } from '#kit/fields/field.ts';
import type { Words, Args, Language } from '#kit/fields/words.ts';
import { say } from '#kit/fields/words.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import { createPendingTasks } from '#kit/db/after-commit.ts';
import type { AfterCommit } from '#kit/db/after-commit.ts';
import { inScope } from '#kit/db/index.ts';
import type { Database, RowScope, Tx } from '#kit/db/index.ts';
import type { Registry } from './registry.ts';
import { createRows } from '../rows/rows.ts';
import type { Rows } from '../rows/rows.ts';
import { createTrail } from './change-trail.ts';
import type { Trail } from './change-trail.ts';
import type { Sees, Viewer } from './viewer.ts';

/**
 * Who asks, in which transaction, at what instant: the only door a handler has to the world. `db` runs under the viewer's
 * row-level security; `rows` adds the viewer's agent and station scope to every query.
 */
export interface Context {
  readonly viewer: Viewer;
  readonly now: Date;
  readonly registry: Registry;
  readonly db: Tx;
  rows<F extends Shape>(noun: Resource<F>): Rows<Row<F>>;
  anyRows(noun: AnyResource): Rows<Readonly<Record<string, unknown>>>;
  /** Runs when the transaction has committed; a failure is logged and changes no answer. The same as `db.afterCommit`. */
  readonly afterCommit: AfterCommit['afterCommit'];
  say(words: Words, args?: Args): string;
  /** What has been changed so far. `rows` notes it by itself; SQL of one's own may. */
  readonly trail: Trail;
}

export interface Door {
  readonly database: Database;
  readonly registry: Registry;
  readonly clock: () => Date;
}

/** Runs a handler's work in one transaction under the viewer's scope; again after a conflict, so it must be repeatable. */
export const withContext = async <T>(door: Door, viewer: Viewer, work: (ctx: Context) => Promise<T>): Promise<T> =>
  inScope(door.database, rowScope(viewer), (db) => work(createContext(door, viewer, db)));

/** Runs a handler's work without a transaction: what it needs of the database it gets from its domain's own services. */
export const withoutTransaction = async <T>(door: Door, viewer: Viewer, work: (ctx: Context) => Promise<T>): Promise<T> => {
  const pending = createPendingTasks(door.database);
  const answer = await work(createContext(door, viewer, closed(pending)));
  pending.run();
  return answer;
};

/** Takes what is to happen afterwards, and no statement. */
const closed = ({ afterCommit, wake }: AfterCommit): Tx =>
  new Proxy({ afterCommit, wake } as Tx, {
    get: (target, name) => {
      if (name !== 'afterCommit' && name !== 'wake') throw new Error('an endpoint declared `outside` has no transaction');
      return target[name];
    },
  });

const rowScope = (viewer: Viewer): RowScope => {
  const listed = (sees: Sees) => (sees === 'all' ? sees : sees.map(BigInt));
  return { tenants: listed(viewer.sees.tenant), agents: listed(viewer.sees.agent), stations: listed(viewer.sees.station) };
};

const createContext = (door: Door, viewer: Viewer, db: Tx): Context => {
  const language: Language = viewer.language;
  const ctx: Context = {
    viewer,
    now: door.clock(),
    registry: door.registry,
    db,
    rows: <F extends Shape>(noun: Resource<F>) => createRows(ctx, noun) as unknown as Rows<Row<F>>, // rows are decoded by the noun's own fields
    anyRows: (noun) => createRows(ctx, noun),
    afterCommit: db.afterCommit,
    say: (words, args) => say(words, language, args),
    trail: createTrail(),
  };
  return ctx;
};
