import type { GivenWire, Shape } from '#kit/fields/field.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import type { Api } from './api.ts';

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

/** The rows of a noun by their name in the plan; what the platform does not have yet is added. */
export const ensure = async <P, I extends Shape, W>(
  api: Api,
  noun: { readonly list: Endpoint<{}, unknown, Page<W>>; readonly add: Endpoint<I, unknown, W>; readonly nameOf: (row: W) => string },
  plan: { readonly wanted: readonly P[]; readonly nameOf: (wanted: P) => string; readonly draftOf: (wanted: P) => GivenWire<I> },
): Promise<Ensured<W>> => {
  const known = new Map((await api.all(noun.list)).map((row) => [noun.nameOf(row), row]));
  const isNew = new Set<string>();
  const rows = await each(plan.wanted, async (wanted): Promise<readonly [string, W]> => {
    const name = plan.nameOf(wanted);
    const row = known.get(name);
    if (row !== undefined) return [name, row];
    isNew.add(name);
    return [name, await api.call(noun.add, plan.draftOf(wanted))];
  });
  const byName = new Map(rows);
  return { byName, isNew, get: (name) => byName.get(name) ?? missing(name) };
};

export interface Ensured<W> {
  readonly byName: ReadonlyMap<string, W>;
  /** Added just now. */
  readonly isNew: ReadonlySet<string>;
  /** Throws for a name that is not in the plan. */
  get(name: string): W;
}

const missing = (name: string): never => {
  throw new Error(`the plan names ${name}, which it does not set up`);
};

/** Requests under way at the same time. */
const AT_ONCE = 6;
