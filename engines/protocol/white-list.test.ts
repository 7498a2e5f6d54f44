import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { changedList, listReport, readListReport, reportOf } from './white-list.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a report does not depend on the order or on repetitions, and is read as it was written', () => {
  const report = reportOf(['2', '1'], sha256);
  expect(reportOf(['1', '2', '1'], sha256)).toEqual(report);
  expect(report.count).toBe(2);
  expect(readListReport(listReport(['2', '1'], sha256))).toEqual(report);
  expect(reportOf(['1', '3'], sha256).digest).not.toBe(report.digest);
});

test.each(['', '2', 'two', `2 ${'g'.repeat(64)}`, `-1 ${'a'.repeat(64)}`, `2 ${'a'.repeat(65)}`, `1234567 ${'a'.repeat(64)}`])(
  '%j is no report',
  (value) => {
    expect(readListReport(value)).toBeUndefined();
  },
);

test('a list is replaced, extended, reduced and reported', () => {
  const kept = ['1', '2'];
  expect(changedList(kept, { action: 0, accounts: ['3', '3'] })).toEqual(['3']);
  expect(changedList(kept, { action: 1, accounts: ['2', '3'] })).toEqual(['1', '2', '3']);
  expect(changedList(kept, { action: 2, accounts: ['2', '9'] })).toEqual(['1']);
  expect(changedList(kept, { action: 3, accounts: [] })).toEqual(kept);
});
