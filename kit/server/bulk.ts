import { bulkApi } from '#kit/resource/bulk.ts';
import type { BulkRow } from '#kit/resource/bulk.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { attempt } from './attempt.ts';
import type { Context } from './context.ts';
import { splitIds } from './crud.ts';
import { limitInput } from './field-limits.ts';
import { readInput } from './input.ts';
import { kitRefusals } from './refusals.ts';
import { demandProof } from './proof.ts';
import { implement } from './route.ts';
import type { Route } from './route.ts';
import { may } from './viewer.ts';

/** A verb for one row, found among the routes of its noun. */
interface Verb {
  readonly noun: AnyResource;
  readonly route: Route;
  readonly inputOf: (id: string) => Readonly<Record<string, unknown>>;
}

/**
 * One verb for many rows. Each row goes through the very handler that serves it alone, in a savepoint of its own, so one that is
 * refused keeps no other from being done; a preview does the same and takes every row back.
 */
export const bulkRoutes = (routes: readonly Route[]): readonly Route[] =>
  implement(bulkApi, {
    run: async (ctx, input, extras) => {
      const { noun, route, inputOf } = findVerb(ctx, routes, input);
      const titled = await titlesOf(ctx, noun, splitIds(input.rowIds));
      const perform = async (alone: Context, id: string): Promise<unknown> => {
        const { endpoint } = route;
        const limited = await limitInput(alone, { endpoint, noun }, readInput(endpoint, inputOf(id), ctx));
        return route.handle(alone, limited as never, extras); // readInput made it fit
      };
      return { rows: await eachRow(ctx, titled, { keeps: input.preview !== 1, perform }) };
    },
  });

/** A row with what people call it. */
type Titled = readonly [id: string, title: string];

interface Work {
  /** False takes every row back: a preview. */
  readonly keeps: boolean;
  readonly perform: (alone: Context, id: string) => Promise<unknown>;
}

/**
 * Performs the same for many rows, each in a savepoint of its own, and says of each what came of it. What was refused is tried again once others are
 * through: of a branch that is deleted with all its leaves the leaves go first, in whatever order they were ticked. A preview goes the whole way before
 * it is taken back, so it tells what will come.
 */
export const eachRow = async (ctx: Context, titled: readonly Titled[], { keeps, perform }: Work): Promise<readonly BulkRow[]> => {
  const came = new Map<string, Came>();
  const all = async (within: Context): Promise<void> => {
    let waiting = titled.map(([id]) => id);
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      for (const id of waiting) came.set(id, await tryRow(within, id, perform));
      const refused = waiting.filter((id) => came.get(id)?.outcome === 'refused');
      if (refused.length === 0 || refused.length === waiting.length) return;
      waiting = refused;
    }
  };
  if (keeps) await all(ctx);
  else await attempt(ctx, { keeps }, all);
  return titled.map(([id, title]) => ({ id, title, ...(came.get(id) ?? never) }));
};

type Came = Pick<BulkRow, 'outcome' | 'reason'>;
const never: Came = { outcome: 'refused', reason: '' };
/** More than any tree is deep. */
const PASSES_MAX = 30;

interface Asked {
  readonly noun: string;
  readonly verb: string;
  readonly state?: string | null;
}

const findVerb = (ctx: Context, routes: readonly Route[], asked: Asked): Verb => {
  const feature = ctx.registry.feature(asked.noun);
  const endpoint = feature && Object.hasOwn(feature.api, asked.verb) ? feature.api[asked.verb] : undefined;
  const route = endpoint && routes.find((one) => one.endpoint === endpoint);
  const inputs = Object.keys(endpoint?.input ?? {})
    .toSorted()
    .join();
  const noun = feature?.resource;
  const isOfOneRow = inputs === 'id' || inputs === 'entityId,setState';
  if (!feature || !noun || !route || route.endpoint.method === 'GET' || route.endpoint.outside || !isOfOneRow)
    return refuse(kitRefusals, 'missing', {}, { status: 404 });
  const { allow } = route.endpoint;
  if (allow !== 'signedIn' && !may(ctx.viewer, allow))
    return refuse(kitRefusals, 'forbidden', { permission: allow }, { status: 403, detail: { permission: allow } });
  demandProof({ endpoint: route.endpoint, viewer: ctx.viewer, now: ctx.now, input: {}, place: { feature, name: asked.verb } });
  return { noun, route, inputOf: (id) => (inputs === 'id' ? { id } : { entityId: id, setState: asked.state }) };
};

/** Each id with what people call the row; a row outside the scope has only its id, like one that does not exist. */
const titlesOf = async (ctx: Context, noun: AnyResource, ids: readonly string[]): Promise<readonly Titled[]> => {
  const rows = await ctx.anyRows(noun).findMany(ids);
  const titles = new Map(rows.map((row) => [String(row[noun.key]), String(row[noun.title] ?? row[noun.key])]));
  return ids.map((id) => [id, titles.get(id) ?? id]);
};

const tryRow = async (ctx: Context, id: string, perform: Work['perform']): Promise<Came> => {
  const refused = await attempt(ctx, { keeps: true }, (alone) => perform(alone, id));
  return refused ? { outcome: 'refused', reason: refused.in(ctx.viewer.language) } : { outcome: 'done', reason: '' };
};
