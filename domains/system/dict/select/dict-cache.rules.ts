import type { AllDictItems } from '../dict.ts';

/** The dictionaries as a browser keeps them. */
export interface CachedDictionaries {
  /** Whose words in which language. */
  readonly owner: string;
  readonly version: string;
  readonly items: AllDictItems;
}

export const KEPT_MS = 604_800_000;

/** What was kept, when it is this owner's and not too old; what an earlier version or a curious person left there is nothing. */
export const readKept = (text: string | null, asked: { readonly owner: string; readonly nowMs: number }): CachedDictionaries | undefined => {
  const found = parsed(text);
  if (!isRecord(found)) return undefined;
  const { owner, version, untilMs, items } = found;
  if (owner !== asked.owner || typeof version !== 'string' || typeof untilMs !== 'number' || !isDictionaries(items)) return undefined;
  return untilMs > asked.nowMs && untilMs <= asked.nowMs + KEPT_MS ? { owner: asked.owner, version, items } : undefined;
};

export const writeKept = (kept: CachedDictionaries, nowMs: number): string => JSON.stringify({ ...kept, untilMs: nowMs + KEPT_MS });

const parsed = (text: string | null): unknown => {
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
