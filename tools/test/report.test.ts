import { expect, test } from 'vitest';
import { failingFiles, outcomeOf, unsteadyTests, withoutFiles } from './report.mjs';

const file = (name: string, tests: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>, status = '') => {
  const assertionResults = Object.entries(tests).map(([fullName, one]) => ({
    fullName,
    status: one,
    failureMessages: one === 'failed' ? [`${fullName} was wrong`] : [],
  }));
  return { name, status: status || (Object.values(tests).includes('failed') ? 'failed' : 'passed'), message: `${name} broke`, assertionResults };
};
const sound = file('a', { one: 'passed', two: 'passed', three: 'skipped' });
const failing = file('b', { four: 'passed', five: 'failed', six: 'failed' });
const broken = file('c', { seven: 'passed' }, 'failed');
const first = { testResults: [sound, failing, broken] };
const five = { what: 'b > five', why: 'five was wrong' };
const six = { what: 'b > six', why: 'six was wrong' };
const whole = { what: 'c', why: 'c broke' };

test('each failed test, each file that broke and a run without a report is a failure, with what was said of it', () => {
  expect(outcomeOf(first, 1)).toEqual({ passed: 4, failures: [five, six, whole] });
  expect(outcomeOf(undefined, 124)).toEqual({ passed: 0, failures: [{ what: 'vitest', why: 'it wrote no report' }] });
  expect(outcomeOf({ testResults: [sound] }, 1)).toEqual({
    passed: 2,
    failures: [{ what: 'vitest', why: 'it ended with 1, and no test failed' }],
  });
});

test('of a second run of the files that failed, what failed again counts, and the rest is named', () => {
  expect(failingFiles(first)).toEqual(['b', 'c']);
  expect(outcomeOf(withoutFiles(first, ['b', 'c']), 0)).toEqual({ passed: 2, failures: [] });
  const second = { testResults: [file('b', { four: 'passed', five: 'passed', six: 'failed' }), file('c', { seven: 'passed' })] };
  expect(unsteadyTests(first, second)).toEqual([five, whole]);
  expect(unsteadyTests(first, first)).toEqual([]);
});
