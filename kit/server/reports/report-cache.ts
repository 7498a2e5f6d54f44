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
  readonly through: <T>(asked: { readonly viewer: Viewer; readonly now: Date; readonly question: unknown }, read: () => Promise<T>) => Promise<T>;
}

export const createReportCache = (): ReportCache => {
  const kept = new Map<string, CachedReport>();
  return {
    through: async <T>(
      { viewer, now, question }: { readonly viewer: Viewer; readonly now: Date; readonly question: unknown },
      read: () => Promise<T>,
    ): Promise<T> => {
      const nowMs = now.getTime();
      const key = keyOf(viewer, question);
      const found = kept.get(key);
      if (found && nowMs < found.untilMs) return found.answer as T; // the key says what was read
      const answer = await read();
      kept.delete(key);
      // The oldest stand first, since each is put at the end when it is read.
      for (const [old, { untilMs }] of kept) {
        if (kept.size < ANSWERS_MAX && nowMs < untilMs) break;
        kept.delete(old);
      }
      kept.set(key, { untilMs: nowMs + REPORT_CACHE_MS, answer });
      return answer;
    },
  };
};

/** All that decides what somebody is shown, and what they ask. */
const keyOf = ({ sees, limits }: Viewer, question: unknown): string =>
  JSON.stringify([sees.tenant, sees.agent, sees.station, sees.customer, [...(limits ?? [])].toSorted(), question], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
