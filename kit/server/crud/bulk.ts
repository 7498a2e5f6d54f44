import { bulkApi } from '#kit/resource/bulk.ts';
import type { BulkRow } from '#kit/resource/bulk.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { tryInSavepoint } from '../context/savepoint.ts';
import type { Context } from '../context/context.ts';
import { splitIds } from './split-ids.ts';
import { limitInput } from '../rights/field-limits.ts';
import { readInput } from '../http/input.ts';
import { kitRefusals } from '../refusals.ts';
import { requireProof } from '../rights/step-up.ts';
import { implement } from '../context/route.ts';
import type { Route } from '../context/route.ts';
import { hasPermission } from '../context/viewer.ts';

/** A verb for one row, found among the routes of its feature. */
interface BulkVerb {
  /** The noun of the rows. */
  readonly noun: AnyResource;
  readonly route: Route;
  readonly inputOf: (row: SelectedRow) => Readonly<Record<string, unknown>>;
}

/** A requested row. One outside the scope has only its id, like one that does not exist. */
interface SelectedRow {
  readonly id: string;
  /** The title of the row. */
  readonly title: string;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Applies one verb to many rows. Each row is processed by the handler that serves it alone, in its own savepoint, so that a refused row does not
 * affect the others. A preview does the same and rolls every row back.
 */
export const bulkRoutes = (routes: readonly Route[]): readonly Route[] =>
  implement(bulkApi, {
    run: async (ctx, input, extras) => {
      const { noun, route, inputOf } = findVerb(ctx, routes, input);
      const selected = new Map((await selectedRowsOf(ctx, noun, splitIds(input.rowIds))).map((row) => [row.id, row]));
      const perform = async (id: string): Promise<unknown> => {
        const { endpoint } = route;
        const limited = await limitInput(ctx, { endpoint, noun }, readInput(endpoint, inputOf(selected.get(id) ?? unknownRow(id)), ctx));
        return route.handle(ctx, limited as never, extras); // readInput has checked it
      };
      const titles = [...selected.values()].map(({ id, title }): IdAndTitle => [id, title]);
      return { rows: await eachRow(ctx, titles, { keepChanges: input.preview !== 1, perform }) };
    },
  });

/** The id of a row with its title. */
type IdAndTitle = readonly [id: string, title: string];

interface RowWork {
  /** False rolls every row back, as a preview. */
  readonly keepChanges: boolean;
  readonly perform: (id: string) => Promise<unknown>;
}

/**
 * Does the same for many rows, each in its own savepoint, and returns the result for each. Refused rows are tried again after others succeeded:
 * when a branch is deleted with its leaves, the leaves have to go first, in whatever order they were selected. A preview runs in the same way
 * before it is rolled back, so its results are reliable.
 */
export const eachRow = async (ctx: Context, titles: readonly IdAndTitle[], { keepChanges, perform }: RowWork): Promise<readonly BulkRow[]> => {
  const outcomes = new Map<string, RowOutcome>();
  const performAll = async (): Promise<void> => {
    let pending = titles.map(([id]) => id);
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      for (const id of pending) outcomes.set(id, await tryRow(ctx, id, perform));
      const refusedIds = pending.filter((id) => outcomes.get(id)?.outcome === 'refused');
      if (refusedIds.length === 0 || refusedIds.length === pending.length) return;
      pending = refusedIds;
    }
  };
  if (keepChanges) await performAll();
  else await tryInSavepoint(ctx, { keepChanges }, performAll);
  return titles.map(([id, title]) => ({ id, title, ...(outcomes.get(id) ?? notPerformed) }));
};

type RowOutcome = Pick<BulkRow, 'outcome' | 'reason'>;
const notPerformed: RowOutcome = { outcome: 'refused', reason: '' };
/** No tree is deeper than this. */
const PASSES_MAX = 30;

interface BulkRequest {
  readonly noun: string;
  readonly verb: string;
  readonly state?: string | null;
  readonly shared?: unknown;
}

const findVerb = (ctx: Context, routes: readonly Route[], request: BulkRequest): BulkVerb => {
  const feature = ctx.registry.feature(request.noun);
  const endpoint = feature && Object.hasOwn(feature.api, request.verb) ? feature.api[request.verb] : undefined;
  const route = endpoint && routes.find((candidate) => candidate.endpoint === endpoint);
  const nounName = endpoint?.bulk?.of;
  const noun = nounName === undefined ? feature?.resource : ctx.registry.resource(nounName);
  const inputOf = endpoint && inputFor(endpoint, request);
  if (!feature || !noun || !route || route.endpoint.method === 'GET' || route.endpoint.noTransaction || !inputOf)
    return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const { allow } = route.endpoint;
  if (allow !== 'signedIn' && !hasPermission(ctx.viewer, allow))
    return throwRefusal(kitRefusals, 'forbidden', { permission: allow }, { status: 403, detail: { permission: allow } });
  requireProof({ endpoint: route.endpoint, viewer: ctx.viewer, now: ctx.now, input: {}, owner: { feature, name: request.verb } });
  return { noun, route, inputOf };
};

/** The input of the verb for each row; undefined when the endpoint does not support many rows. */
const inputFor = ({ input, bulk }: Endpoint, { state, shared }: BulkRequest): BulkVerb['inputOf'] | undefined => {
  const inputs = Object.keys(input).toSorted().join();
  if (inputs === 'id') return ({ id }) => ({ id });
  if (inputs === 'entityId,setState') return ({ id }) => ({ entityId: id, setState: state });
  if (!bulk) return undefined;
  const sharedInput = Object.fromEntries(Object.entries(shared ?? {}).filter(([name]) => bulk.shared.includes(name)));
  return ({ row }) => ({ ...sharedInput, [bulk.row]: (row ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 }))[bulk.row] });
};

const selectedRowsOf = async (ctx: Context, noun: AnyResource, ids: readonly string[]): Promise<readonly SelectedRow[]> => {
  const rows = await ctx.anyRows(noun).findMany(ids);
  const rowsById = new Map(rows.map((row) => [String(row[noun.key]), { title: String(row[noun.title] ?? row[noun.key]), row }]));
  return ids.map((id) => ({ ...unknownRow(id), ...rowsById.get(id) }));
};
const unknownRow = (id: string): SelectedRow => ({ id, title: id, row: undefined });

const tryRow = async (ctx: Context, id: string, perform: RowWork['perform']): Promise<RowOutcome> => {
  const refusal = await tryInSavepoint(ctx, { keepChanges: true }, () => perform(id));
  return refusal ? { outcome: 'refused', reason: refusal.in(ctx.viewer.language) } : { outcome: 'done', reason: '' };
};
