import type { WireInput, FieldShape } from '#kit/fields/field.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import { ApiRefusal, type Api } from './api.ts';

/** Calls `work` for every item, with a few calls at a time; keeps the order of the results. */
export const mapConcurrently = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < items.length; index = next) {
      next = index + 1;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
  return results;
};

/**
 * The rows of a noun by their names in the plan; missing ones are added. With `onSkipped`, a row that the platform refuses to add (perhaps a deleted
 * row still has its name) is skipped and reported; without it, the refusal ends the set-up.
 */
export const ensure = async <P, I extends FieldShape, W>(
  api: Api,
  noun: { readonly list: Endpoint<{}, unknown, Page<W>>; readonly add: Endpoint<I, unknown, W>; readonly nameOf: (row: W) => string },
  plan: {
    readonly planned: readonly P[];
    readonly nameOf: (item: P) => string;
    readonly draftOf: (item: P) => WireInput<I>;
    readonly onSkipped?: SkippedCallback;
  },
): Promise<EnsuredRows<W>> => {
  const byName = new Map((await api.listAll(noun.list)).map((row) => [noun.nameOf(row), row]));
  const isNew = new Set<string>();
  const missingItems = plan.planned.filter((item) => !byName.has(plan.nameOf(item)));
  await mapConcurrently(missingItems, async (item) => {
    const name = plan.nameOf(item);
    try {
      byName.set(name, await api.call(noun.add, plan.draftOf(item)));
      isNew.add(name);
    } catch (error) {
      if (!plan.onSkipped || !(error instanceof ApiRefusal)) throw error;
      plan.onSkipped(name, error);
    }
  });
  return { find: (name) => byName.get(name), isNew, get: (name) => byName.get(name) ?? throwMissing(name) };
};

/** Called for a row that could not be added. */
export type SkippedCallback = (name: string, refusal: ApiRefusal) => void;

export interface EnsuredRows<W> {
  /** The names of the rows that this call added. */
  readonly isNew: ReadonlySet<string>;
  find(name: string): W | undefined;
  /** Throws if there is no row of this name. */
  get(name: string): W;
}

const throwMissing = (name: string): never => {
  throw new Error(`${name} is named and not there`);
};

/** The number of requests at the same time. */
const CONCURRENCY = 6;
