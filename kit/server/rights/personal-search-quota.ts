import type { Registry } from '../context/registry.ts';
import type { Viewer } from '../context/viewer.ts';

/** Different numbers that somebody who may not see them in full searches for in a day: plenty for work, little of the thousands that guessing takes. */
export const NUMBERS_MAX = 100;
const DAY_MS = 86_400_000;
/** People remembered at a time. */
const PEOPLE_MAX = 10_000;

/** Who asks, and where it is remembered. */
export interface SearchQuotaSubject {
  readonly viewer: Viewer;
  readonly registry: Registry;
}

interface SearchedNumbers {
  readonly sinceMs: number;
  readonly numbers: Set<string>;
}
const books = new WeakMap<Registry, Map<string, SearchedNumbers>>();

/** Counts a whole number that is searched for; false for one too many. The same number again costs nothing. */
export const countNumber = ({ viewer: { userId }, registry }: SearchQuotaSubject, number: string): boolean => {
  const book = books.get(registry) ?? new Map<string, SearchedNumbers>();
  books.set(registry, book);
  const nowMs = Date.now();
  const before = book.get(userId);
  const mine = before && nowMs - before.sinceMs < DAY_MS ? before : { sinceMs: nowMs, numbers: new Set<string>() };
  if (mine.numbers.has(number)) return true;
  if (mine.numbers.size >= NUMBERS_MAX) return false;
  mine.numbers.add(number);
  if (mine !== before) remember(book, userId, mine);
  return true;
};

/** Who began longest ago makes room. */
const remember = (book: Map<string, SearchedNumbers>, userId: string, mine: SearchedNumbers): void => {
  book.delete(userId);
  const [oldest] = book.keys();
  if (book.size >= PEOPLE_MAX && oldest !== undefined) book.delete(oldest);
  book.set(userId, mine);
};

export const isSpent = ({ viewer, registry }: SearchQuotaSubject): boolean => {
  const mine = books.get(registry)?.get(viewer.userId);
  return mine !== undefined && mine.numbers.size >= NUMBERS_MAX && Date.now() - mine.sinceMs < DAY_MS;
};
