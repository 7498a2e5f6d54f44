import { describe, expect, test } from 'vitest';
import { CRON_LETTERS_MAX, cronText, readCron, readParts } from './expression.ts';

const again = (text: string) => {
  const { cron, problem } = readCron(text);
  return cron ? cronText(cron) : problem;
};

describe('readCron', () => {
  test.each([
    ['0 30 2 * * ?', '0 30 2 * * ? *'],
    ['  0  30 2 ? * MON-fri 2027 ', '0 30 2 ? * 2-6 2027'],
    ['0 0/5 8,10,9 * JAN,3 ?', '0 0/5 8,9,10 * 1,3 ? *'],
    ['*/10 * * * * ?', '0/10 * * * * ? *'],
    ['0 0 22-2 L * ?', '0 0 22-2 L * ? *'],
    ['0 0 0 L-3 2 ?', '0 0 0 L-3 2 ? *'],
    ['0 0 0 LW * ?', '0 0 0 LW * ? *'],
    ['0 0 0 15W * ?', '0 0 0 15W * ? *'],
    ['0 0 0 ? * 6L', '0 0 0 ? * 6L *'],
    ['0 0 0 ? * FRI#2', '0 0 0 ? * 6#2 *'],
    ['0 0 0 ? * L', '0 0 0 ? * 7 *'],
    ['0 1-5,9,20/20 * * * ?', '0 1-5,9,20-59/20 * * * ? *'],
    ['0 10-30/10 * * * ?', '0 10-30/10 * * * ? *'],
    // Of the two day parts, the one that selects no particular days becomes `?`.
    ['0 0 0 * * *', '0 0 0 * * ? *'],
    ['0 0 0 * * 2', '0 0 0 ? * 2 *'],
    ['0 0 0 15 * *', '0 0 0 15 * ? *'],
  ])('%s is %s', (text, says) => expect(again(text)).toBe(says));

  test.each([
    ['', { code: 'empty' }],
    ['0 0 0 * *', { code: 'fewParts' }],
    ['0 0 0 * * ? * *', { code: 'manyParts' }],
    ['x'.repeat(CRON_LETTERS_MAX + 1), { code: 'long' }],
    ['0 0 0 15 * 2', { code: 'bothDays' }],
    ['0 0 0 ? * ?', { code: 'noDay' }],
    ['60 0 0 * * ?', { code: 'outside', part: 'second', text: '60', min: 0, max: 59 }],
    ['0 0 24 * * ?', { code: 'outside', part: 'hour', min: 0, max: 23 }],
    ['0 0 0 0 * ?', { code: 'outside', part: 'day', min: 1, max: 31 }],
    ['0 0 0 ? * 8', { code: 'outside', part: 'week', min: 1, max: 7 }],
    ['0 0 0 ? * 2#6', { code: 'outside', part: 'week' }],
    ['0 0 0 32W * ?', { code: 'outside', part: 'day' }],
    ['0 0 0 L-31 * ?', { code: 'outside', part: 'day' }],
    ['0 0/0 0 * * ?', { code: 'badStep', part: 'minute' }],
    ['0 0/61 0 * * ?', { code: 'badStep', part: 'minute' }],
    ['0 0 ? * * ?', { code: 'badPart', part: 'hour', text: '?' }],
    ['0 0 0 * FOO ?', { code: 'badPart', part: 'month', text: 'FOO' }],
    ['0 0 0 1,L * ?', { code: 'alone', part: 'day' }],
    ['0 0 0 ? * 2L,3', { code: 'alone', part: 'week' }],
    ['0 0 0 * * ? 2030-2027', { code: 'order', part: 'year' }],
    ['0 0 0 L * L', { code: 'bothDays' }],
    ['0 0 -1 * * ?', { code: 'badPart', part: 'hour' }],
    ['0 0 1.5 * * ?', { code: 'badPart', part: 'hour' }],
    ['0 0 1,, * * ?', { code: 'badPart', part: 'hour' }],
  ])('%s is refused: %o', (text, problem) => expect(readCron(text).problem).toMatchObject(problem));
});

test('for the panels a part that cannot be read says every', () => {
  expect(cronText(readParts('0 99 x * * ? 2030 more'))).toBe('0 * * * * ? 2030');
  expect(cronText(readParts(''))).toBe('* * * * * ? *');
});
