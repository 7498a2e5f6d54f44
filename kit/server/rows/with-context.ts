import { createPendingTasks } from '#kit/db/transactions/after-commit.ts';
import type { AfterCommit } from '#kit/db/transactions/after-commit.ts';
import { inScope } from '#kit/db/index.ts';
import type { RowScope, Tx } from '#kit/db/index.ts';
import type { Row, FieldShape } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import type { Resource } from '#kit/resource/resource.ts';
import { createTrail } from '../context/change-trail.ts';
import type { Context, ContextDeps, Rows } from '../context/context.ts';
import type { VisibleIds, Viewer } from '../context/viewer.ts';
import { createRows } from './rows.ts';

/** Runs a handler in one transaction under the viewer's scope. It runs again after a conflict, so it must be repeatable. */
export const withContext = async <T>(deps: ContextDeps, viewer: Viewer, work: (ctx: Context) => Promise<T>): Promise<T> =>
  inScope(deps.database, rowScope(viewer), (db) => work(createContext(deps, viewer, db)));

/** Runs a handler without a transaction. Services of its domain give it access to the database. */
export const withoutTransaction = async <T>(deps: ContextDeps, viewer: Viewer, work: (ctx: Context) => Promise<T>): Promise<T> => {
  const pending = createPendingTasks(deps.database);
  const answer = await work(createContext(deps, viewer, withoutStatements(pending)));
  pending.run();
  return answer;
};

/** A transaction object that accepts after-commit tasks but no statements. */
const withoutStatements = ({ afterCommit, wake }: AfterCommit): Tx =>
  new Proxy({ afterCommit, wake } as Tx, {
    get: (target, name) => {
      if (name !== 'afterCommit' && name !== 'wake') throw new Error('an endpoint declared `outside` has no transaction');
      return target[name];
    },
  });

const rowScope = (viewer: Viewer): RowScope => {
  const listed = (visibleIds: VisibleIds) => (visibleIds === 'all' ? visibleIds : visibleIds.map(BigInt));
  return { tenants: listed(viewer.sees.tenant), agents: listed(viewer.sees.agent), stations: listed(viewer.sees.station) };
};

const createContext = (deps: ContextDeps, viewer: Viewer, db: Tx): Context => {
  const language: Language = viewer.language;
  const ctx: Context = {
    viewer,
    now: deps.clock(),
    registry: deps.registry,
    db,
    rows: <F extends FieldShape>(noun: Resource<F>) => createRows(ctx, noun) as unknown as Rows<Row<F>>, // rows are decoded by the fields of the noun
    anyRows: (noun) => createRows(ctx, noun),
    afterCommit: db.afterCommit,
    say: (words, args) => say(words, language, args),
    trail: createTrail(),
  };
  return ctx;
};
