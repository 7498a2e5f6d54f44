import { describe, expect, test } from 'vitest';
import { controlState, enablesControl, readRights, showsButton, showsColumn, hiddenKeys } from './rights.ts';
import type { RightsRule } from './rights.ts';

const rule = (action: string, status: string, type = '1'): RightsRule => ({ action, status, type });
const rights = (granted: readonly string[], rules: readonly RightsRule[]) =>
  readRights(
    granted.map((action) => ({ action })),
    rules,
  );
const yes = ['a:x'];
const no: readonly string[] = [];

describe('shell-behaviour A4, row by row', () => {
  test.each([
    ['exists, switched off, granted', rights(yes, [rule('a:x', '0')]), true],
    ['exists, switched off, not granted', rights(no, [rule('a:x', '0')]), true],
    ['exists, in force, granted', rights(yes, [rule('a:x', '1')]), true],
    ['exists, in force, not granted', rights(no, [rule('a:x', '1')]), false],
    ['does not exist, granted', rights(yes, []), true],
    ['does not exist, not granted', rights(no, []), false],
  ])('a button that a rule shows: %s', (_row, given, shown) => {
    expect(showsButton(given, 'a:x')).toBe(shown);
    expect(controlState(given, 'a:x')).toBe(shown ? 'shown' : 'removed');
  });

  test.each([
    ['does not exist, not granted', rights(no, []), true],
    ['does not exist, granted', rights(yes, []), true],
    ['exists, switched off, not granted', rights(no, [rule('a:x', '0', '2')]), true],
    ['exists, switched off, granted', rights(yes, [rule('a:x', '0', '2')]), true],
    ['exists, in force, granted', rights(yes, [rule('a:x', '1', '2')]), true],
    ['exists, in force, not granted', rights(no, [rule('a:x', '1', '2')]), false],
  ])('a control that a rule enables: %s', (_row, given, enabled) => {
    expect(enablesControl(given, 'a:x')).toBe(enabled);
  });

  test.each([
    ['in force, not granted', rights(no, [rule('a:see:phone', '1')]), false],
    ['in force, granted', rights(['a:see:phone'], [rule('a:see:phone', '1')]), true],
    ['switched off', rights(no, [rule('a:see:phone', '0')]), true],
    ['no rule', rights(no, []), true],
  ])('a column: %s', (_row, given, shown) => {
    expect(showsColumn(given, 'a:see:', 'phone')).toBe(shown);
  });

  test.each([
    ['nothing known', rights(no, []), []],
    ['add not granted', rights(no, [rule('t:add', '1')]), ['add']],
    ['batch delete not granted', rights(no, [rule('t:batch_delete', '1'), rule('u:x', '1')]), ['batch_delete']],
    ['both granted', rights(['t:add', 't:batch_delete'], [rule('t:add,t:batch_delete', '1')]), []],
    ['switched off', rights(no, [rule('t:add,t:batch_delete', '0')]), []],
  ])('an editable table with a prefix: %s', (_row, given, keys) => {
    expect([...hiddenKeys(given, 't')]).toEqual(keys);
    expect([...hiddenKeys(given, 't:')]).toEqual(keys);
    expect([...hiddenKeys(given, undefined)]).toEqual([]);
  });
});

test('the strategy of a rule says whether a control is taken away or sleeps', () => {
  const lacking = rights(no, [rule('a:x', '1', '1'), rule('a:y', '1', '2'), rule('a:z', '0', '2')]);
  expect(['a:x', 'a:y', 'a:z'].map((code) => controlState(lacking, code))).toEqual(['removed', 'asleep', 'shown']);
});

test('a rule may name several codes, and the platform holds everything', () => {
  const several = rights(['a:x, a:y'], [rule('a:x,a:y,a:z', '1')]);
  expect(['a:x', 'a:y', 'a:z'].map((code) => showsButton(several, code))).toEqual([true, true, false]);
  expect(showsButton(rights(['*'], [rule('a:x', '1')]), 'a:x')).toBe(true);
});
