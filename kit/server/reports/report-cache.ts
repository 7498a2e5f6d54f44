import { jsonText } from '#kit/fields/json-text.ts';
import { REPORT_CACHE_MS } from '#kit/resource/report.ts';
import type { Viewer } from '../context/viewer.ts';

/** The largest number of cached answers; a page of a hundred rows has about 50 KB. */
const ANSWERS_MAX = 300;

interface CachedReport {
  readonly untilMs: number;
  readonly answer: unknown;
}

/** Caches answers of reports for as long as the product family's clients do. Answers of different scopes are separate entries. */
export interface ReportCache {
  readonly getOrRead: <T>(query: { readonly viewer: Viewer; readonly now: Date; readonly query: unknown }, read: () => Promise<T>) => Promise<T>;
}

export const createReportCache = (): ReportCache => {
  const entries = new Map<string, CachedReport>();
  return {
    getOrRead: async <T>(
      { viewer, now, query }: { readonly viewer: Viewer; readonly now: Date; readonly query: unknown },
      read: () => Promise<T>,
    ): Promise<T> => {
      const nowMs = now.getTime();
      const cacheKey = keyOf(viewer, query);
      const found = entries.get(cacheKey);
      if (found && nowMs < found.untilMs) return found.answer as T; // the key identifies the type
      const answer = await read();
      entries.delete(cacheKey);
      // The oldest entries come first, because each new entry is appended.
      for (const [key, { untilMs }] of entries) {
        if (entries.size < ANSWERS_MAX && nowMs < untilMs) break;
        entries.delete(key);
      }
      entries.set(cacheKey, { untilMs: nowMs + REPORT_CACHE_MS, answer });
      return answer;
    },
  };
};

/** Everything about the viewer and the query that affects the answer. */
const keyOf = ({ sees, limits }: Viewer, query: unknown): string =>
  jsonText([sees.tenant, sees.agent, sees.station, sees.customer, [...(limits ?? [])].toSorted(), query]);
