import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { aroundRun, longestRun } from './added-dates.rules.ts';

const FIRST = '2026-02-20';
const DAY_MS = 86_400_000;
const DAYS = 30;

test('a run of dates and what remains around it are the whole span, and no run is longer', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: DAYS, maxLength: DAYS }), fc.nat(DAY_MS), fc.nat(DAY_MS), (isAdded, early, late) => {
      const dates = isAdded.flatMap((added, at) => (added ? [plusDays(FIRST, at)] : []));
      const span = { since: new Date(Date.parse(FIRST) - early), until: new Date(Date.parse(FIRST) + DAYS * DAY_MS + late) };
      const run = longestRun(dates);
      const lengths = isAdded
        .map((added) => (added ? '1' : ' '))
        .join('')
        .split(' ')
        .map(({ length }) => length);
      const days = run ? (Date.parse(run.last) - Date.parse(run.first)) / DAY_MS + 1 : 0;
      expect(days).toBe(Math.max(...lengths));
      for (let day = run?.first ?? FIRST; run && day <= run.last; day = plusDays(day, 1)) expect(dates).toContain(day);
      const [before, after] = aroundRun(span, run);
      const lengthMs = ({ since, until }: typeof span): number => until.getTime() - since.getTime();
      expect([before.since, after.until]).toEqual([span.since, span.until]);
      expect(lengthMs(before) + lengthMs(after) + days * DAY_MS).toBe(lengthMs(span));
    }),
  );
});
