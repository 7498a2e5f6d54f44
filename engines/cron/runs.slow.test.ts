import { CronosExpression } from 'cronosjs';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { readCron } from './expression.ts';
import type { Cron } from './expression.ts';
import { partValues } from './part.ts';
import { runsAfter } from './runs.ts';
import { lateCron, nightCron, randomCron } from './testing/random-cron.ts';
import type { TwoTexts } from './testing/random-cron.ts';

const read = (text: string): Cron => {
  const { cron, problem } = readCron(text);
  if (!cron) throw new Error(`${text}: ${problem.code}`);
  return cron;
};

const ZONES = ['UTC', 'UTC', 'Asia/Shanghai', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
const EXPRESSIONS = 10_000;
const LATE_EXPRESSIONS = 1_000;
const NIGHT_EXPRESSIONS = 400;
const RUNS_COMPARED = 3;

interface ZonedInstant {
  readonly zone: string;
  readonly atMs: number;
}
const anyMoment: fc.Arbitrary<ZonedInstant> = fc.record({
  zone: fc.constantFrom(...ZONES),
  atMs: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) }),
});

/** The years 2024 to 2028. */
const clockChanges: readonly ZonedInstant[] = ['Europe/Berlin', 'America/New_York'].flatMap((zone) => {
  const changes: ZonedInstant[] = [];
  let at = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${zone}]`);
  while (changes.length < 10) {
    at = at.getTimeZoneTransition('next') ?? at;
    changes.push({ zone, atMs: at.epochMilliseconds });
  }
  return changes;
});
const HOUR_MS = 3_600_000;
const nearClockChange: fc.Arbitrary<ZonedInstant> = fc
  .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: 0, max: 3 * HOUR_MS }))
  .map(([{ zone, atMs }, beforeMs]) => ({ zone, atMs: atMs - beforeMs }));

/** Number of compared runs. */
const compare = (expressions: fc.Arbitrary<TwoTexts>, count: number, moments = anyMoment): number => {
  let runs = 0;
  fc.assert(
    fc.property(expressions, moments, (texts, { zone, atMs }) => {
      const cron = read(texts.engineText);
      const afterMs = Math.floor(atMs / 1_000) * 1_000;
      const everyHour = partValues('hour', cron.hour)?.length === 24;
      // The oracle has two answers to an hour that occurs twice. Our rule takes one for selected hours and the other where runs follow an interval.
      const oracle = CronosExpression.parse(texts.oracleText, {
        timezone: zone,
        missingHour: everyHour ? 'skip' : 'insert',
        skipRepeatedHour: !everyHour,
      });
      const ours = runsAfter(cron, { zone, afterMs, count: RUNS_COMPARED });
      // The oracle is asked for no more runs than exist, because it would search for a 30th of February for ever.
      const theirs = oracle.nextNDates(new Date(afterMs), ours.length).map((date) => date.getTime());
      runs += ours.length;
      const after = new Date(afterMs).toISOString();
      expect({ ...texts, zone, after, ours }).toEqual({ ...texts, zone, after, ours: theirs });
    }),
    { numRuns: count, seed: 20_261_121 },
  );
  return runs;
};

test('ten thousand random expressions run when an independent library says so', () => {
  // Most expressions have runs.
  expect(compare(randomCron, EXPRESSIONS)).toBeGreaterThan(EXPRESSIONS * 2);
});

test('so does what runs about the hour that is skipped or comes twice', () => {
  expect(compare(nightCron, NIGHT_EXPRESSIONS, nearClockChange)).toBeGreaterThan(NIGHT_EXPRESSIONS);
});

test('so do the days before the last of a month, and the workdays nearest to its end', () => {
  expect(compare(lateCron, LATE_EXPRESSIONS)).toBeGreaterThan(LATE_EXPRESSIONS * 2);
});
