import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ApiFacts } from '#kit/server/openapi/api-facts.ts';
import { derive } from './derive.ts';

const FILE = path.resolve(import.meta.dirname, '../../apps/server/openapi/api-facts.golden.json');

test('what the description of the API knows from the sources is what they say', async () => {
  const { facts, unread } = await derive();
  expect(unread).toEqual([]);
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(FILE, written(facts));
  expect(JSON.parse(readFileSync(FILE, 'utf8')), 'run UPDATE_GOLDENS=1 npx vitest run tools/openapi and read the difference').toEqual(facts);
});

/** One line for each answer, type and refusal, so that a review sees every change. */
const written = (facts: ApiFacts): string => {
  const parts = Object.entries(facts).map(([part, entries]) => {
    const lines = Object.entries(entries).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    return `"${part}": {\n${lines.join(',\n')}\n}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
};
