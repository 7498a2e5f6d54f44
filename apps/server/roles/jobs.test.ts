import { expect, test } from 'vitest';
import { readCron } from '#engines/cron/expression.ts';
import { parseShape } from '#kit/fields/parse.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';
import { allJobs } from './jobs.ts';

const declared = createRegistry(domains).jobs;

test('every declared kind of job does something, and nothing is done that is not declared', () => {
  const done = allJobs({ identity: { sweep: () => Promise.resolve() } } as unknown as Parameters<typeof allJobs>[0]);
  expect(done.map(({ kind }) => kind.name).toSorted()).toEqual([...declared.keys()].toSorted());
  for (const { kind } of done) expect(declared.get(kind.name)).toBe(kind);
});

test.each([...declared])('the first job of %s can be read', (_name, { initial, params, paramLabels }) => {
  expect(readCron(initial.cron).problem).toBeUndefined();
  expect(parseShape(params, initial.params)).toEqual({ ok: true, value: initial.params });
  expect(Object.keys(paramLabels)).toEqual(Object.keys(params));
});
