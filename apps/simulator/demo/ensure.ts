import type { WireInput, FieldShape } from '#kit/fields/field.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import { ApiRefusal, type Api } from './api.ts';

/** Does `work` for every item, a few at a time, and keeps the order of the results. */
export const each = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < items.length; index = next) {
      next = index + 1;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
};

/**
 * The rows of a noun by their name in the plan; what the platform does not have yet is added. With `left`, a row the platform
 * refuses to add (perhaps somebody deleted it and its name stays taken) is left out and told; without, it ends the set-up.
 */
export const ensure = async <P, I extends FieldShape, W>(
  api: Api,
  noun: { readonly list: Endpoint<{}, unknown, Page<W>>; readonly add: Endpoint<I, unknown, W>; readonly nameOf: (row: W) => string },
  plan: {
    readonly wanted: readonly P[];
    readonly nameOf: (wanted: P) => string;
    readonly draftOf: (wanted: P) => WireInput<I>;
    readonly left?: SkippedCallback;
  },
): Promise<EnsuredRows<W>> => {
  const byName = new Map((await api.all(noun.list)).map((row) => [noun.nameOf(row), row]));
  const isNew = new Set<string>();
  const absent = plan.wanted.filter((wanted) => !byName.has(plan.nameOf(wanted)));
  await each(absent, async (wanted) => {
    const name = plan.nameOf(wanted);
    try {
      byName.set(name, await api.call(noun.add, plan.draftOf(wanted)));
      isNew.add(name);
    } catch (error) {
      if (!plan.left || !(error instanceof ApiRefusal)) throw error;
      plan.left(name, error);
    }
  });
  return { find: (name) => byName.get(name), isNew, get: (name) => byName.get(name) ?? missing(name) };
};

/** Told of a row that could not be added. */
export type SkippedCallback = (name: string, refusal: ApiRefusal) => void;

export interface EnsuredRows<W> {
  /** Added just now. */
  readonly isNew: ReadonlySet<string>;
  find(name: string): W | undefined;
  /** Throws for a name that is not there. */
  get(name: string): W;
}

const missing = (name: string): never => {
  throw new Error(`${name} is named and not there`);
};

/** Requests under way at the same time. */
const AT_ONCE = 6;
