import { expect, test } from 'vitest';
import { count, failingFiles, unsteadyTests, withoutFiles } from './report.mjs';

const file = (name: string, tests: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>, status = '') => {
  const assertionResults = Object.entries(tests).map(([fullName, one]) => ({ fullName, status: one }));
  return { name, status: status || (Object.values(tests).includes('failed') ? 'failed' : 'passed'), assertionResults };
};
const sound = file('a', { one: 'passed', two: 'passed', three: 'skipped' });
const failing = file('b', { four: 'passed', five: 'failed', six: 'failed' });
const broken = file('c', { seven: 'passed' }, 'failed');
const first = { testResults: [sound, failing, broken] };

test('each failed test, each file that broke and a run without a report is a failure', () => {
  expect(count(first, 1)).toEqual({ passed: 4, failed: 3 });
  expect(count(undefined, 124)).toEqual({ passed: 0, failed: 1 });
  expect(count({ testResults: [sound] }, 1)).toEqual({ passed: 2, failed: 1 });
});

test('of a second run of the files that failed, what failed again counts, and the rest is named', () => {
  expect(failingFiles(first)).toEqual(['b', 'c']);
  expect(count(withoutFiles(first, ['b', 'c']), 0)).toEqual({ passed: 2, failed: 0 });
  const second = { testResults: [file('b', { four: 'passed', five: 'passed', six: 'failed' }), file('c', { seven: 'passed' })] };
  expect(unsteadyTests(first, second)).toEqual(['b > five', 'c']);
  expect(unsteadyTests(first, first)).toEqual([]);
});
