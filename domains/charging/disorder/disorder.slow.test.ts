import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import { prove } from '#domains/money/server.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { startDisorderTestbed } from './disorder-testbed.fixture.ts';
import type { DisorderTestbed } from './disorder-testbed.fixture.ts';
import { runScenarios } from './run-scenarios.fixture.ts';

let database: TestDatabase;
let testbed: DisorderTestbed;
beforeAll(async () => {
  database = await freshDatabase();
  testbed = await startDisorderTestbed(database, (text, values) => database.asSuperuser(text, values));
});
afterAll(async () => {
  await testbed.close();
  await database.close();
});

/** `npm run bench:disorder` takes a thousand. */
const seeds = (from: number): readonly number[] => Array.from({ length: 10 }, (_unused, place) => from + place);

test.each([
  { when: 'over the end of a month', beginMs: Date.UTC(2026, 5, 30, 14), from: 1 },
  { when: 'while clocks are put back in one of the zones', beginMs: Date.UTC(2026, 9, 25, 0), from: 21 },
])('messages twice, late, in any order and over broken connections leave the same rows as in order, $when', async ({ beginMs, from }) => {
  const { problems, orders, flagCount, disorderedMessageCount, messageCount } = await runScenarios(testbed, seeds(from), beginMs);
  expect(problems).toEqual([]);
  expect(orders).toBeGreaterThan(10);
  expect(disorderedMessageCount).toBeGreaterThan(messageCount);
  expect(flagCount).toBeGreaterThan(0);
  expect((await inSystem(database, prove)).filter(({ broken }) => broken !== 0n)).toEqual([]);
});
