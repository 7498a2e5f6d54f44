import { REPORT_CACHE_MS } from '#kit/resource/report.ts';
import type { Viewer } from '../context/viewer.ts';

/** Most answers kept at a time; a page of a hundred rows is some 50 KB. */
const ANSWERS_MAX = 300;

interface CachedReport {
  readonly untilMs: number;
  readonly answer: unknown;
}

/** Answers about reports, kept for as long as the family's clients keep them. What two scopes ask alike is kept apart. */
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
      if (found && nowMs < found.untilMs) return found.answer as T; // the key says what was read
      const answer = await read();
      entries.delete(cacheKey);
      // The oldest stand first, since each is put at the end when it is read.
      for (const [key, { untilMs }] of entries) {
        if (entries.size < ANSWERS_MAX && nowMs < untilMs) break;
        entries.delete(key);
      }
      entries.set(cacheKey, { untilMs: nowMs + REPORT_CACHE_MS, answer });
      return answer;
    },
  };
};

/** All that decides what somebody is shown, and what they ask. */
const keyOf = ({ sees, limits }: Viewer, query: unknown): string =>
  JSON.stringify([sees.tenant, sees.agent, sees.station, sees.customer, [...(limits ?? [])].toSorted(), query], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
