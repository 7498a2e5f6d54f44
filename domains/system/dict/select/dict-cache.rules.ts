import type { AllDictItems } from '../dict.ts';

/** The dictionaries as the browser stores them. */
export interface CachedDictionaries {
  /** The user and the language to which they belong. */
  readonly owner: string;
  readonly version: string;
  readonly items: AllDictItems;
}

export const DICT_CACHE_MS = 604_800_000;

/** Parses the stored dictionaries; undefined when they belong to another user, are too old, or are invalid. */
export const decodeDictCache = (
  text: string | null,
  expected: { readonly owner: string; readonly nowMs: number },
): CachedDictionaries | undefined => {
  const entry = parseJson(text);
  if (!isRecord(entry)) return undefined;
  const { owner, version, untilMs, items } = entry;
  if (owner !== expected.owner || typeof version !== 'string' || typeof untilMs !== 'number' || !isDictionaries(items)) return undefined;
  return untilMs > expected.nowMs && untilMs <= expected.nowMs + DICT_CACHE_MS ? { owner: expected.owner, version, items } : undefined;
};

export const encodeDictCache = (dictionaries: CachedDictionaries, nowMs: number): string =>
  JSON.stringify({ ...dictionaries, untilMs: nowMs + DICT_CACHE_MS });

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isItem = (value: unknown): boolean => isRecord(value) && typeof value['value'] === 'string' && typeof value['text'] === 'string';
const isDictionaries = (value: unknown): value is AllDictItems =>
  isRecord(value) && Object.values(value).every((items) => Array.isArray(items) && items.every(isItem));
