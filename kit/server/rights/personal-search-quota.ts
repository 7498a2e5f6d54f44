import type { Registry } from '../context/registry.ts';
import type { Viewer } from '../context/viewer.ts';

/** The different numbers that a viewer without the permission may search for in a day: enough for work, but too few for guessing. */
export const SEARCHES_PER_DAY_MAX = 100;
const DAY_MS = 86_400_000;
/** The number of users that are tracked at a time. */
const PEOPLE_MAX = 10_000;

/** The viewer of a search, and the registry to which the counters belong. */
export interface SearchQuotaSubject {
  readonly viewer: Viewer;
  readonly registry: Registry;
}

interface SearchedNumbers {
  readonly sinceMs: number;
  readonly numbers: Set<string>;
}
const quotasByRegistry = new WeakMap<Registry, Map<string, SearchedNumbers>>();

/** Counts a searched number; false when the quota is used up. Repeating a number is not counted. */
export const spendSearch = ({ viewer: { userId }, registry }: SearchQuotaSubject, number: string): boolean => {
  const quotas = quotasByRegistry.get(registry) ?? new Map<string, SearchedNumbers>();
  quotasByRegistry.set(registry, quotas);
  const nowMs = Date.now();
  const previous = quotas.get(userId);
  const quota = previous && nowMs - previous.sinceMs < DAY_MS ? previous : { sinceMs: nowMs, numbers: new Set<string>() };
  if (quota.numbers.has(number)) return true;
  if (quota.numbers.size >= SEARCHES_PER_DAY_MAX) return false;
  quota.numbers.add(number);
  if (quota !== previous) remember(quotas, userId, quota);
  return true;
};

/** The user who began longest ago is removed. */
const remember = (quotas: Map<string, SearchedNumbers>, userId: string, quota: SearchedNumbers): void => {
  quotas.delete(userId);
  const [oldest] = quotas.keys();
  if (quotas.size >= PEOPLE_MAX && oldest !== undefined) quotas.delete(oldest);
  quotas.set(userId, quota);
};

export const isQuotaSpent = ({ viewer, registry }: SearchQuotaSubject): boolean => {
  const quota = quotasByRegistry.get(registry)?.get(viewer.userId);
  return quota !== undefined && quota.numbers.size >= SEARCHES_PER_DAY_MAX && Date.now() - quota.sinceMs < DAY_MS;
};
