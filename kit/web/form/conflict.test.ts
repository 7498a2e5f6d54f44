// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { secret, text } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { changedFields, isContested, resolvedRow, defaultSide } from './conflict.ts';
import type { DraftField } from './draft.ts';

const one = (name: string, field: Field = text({ max: 9 })): DraftField => ({
  name,
  field,
  label: name,
  hint: undefined,
  required: false,
  fixed: false,
});
const fields = [
  one('untouched'),
  one('onlyMine'),
  one('onlyTheirs'),
  one('both'),
  one('alike'),
  one('emptied'),
  one('word', secret(text({ max: 9 }))),
];
const conflict = {
  base: { untouched: 'a', onlyMine: 'a', onlyTheirs: 'a', both: 'a', alike: 'a', emptied: null },
  theirs: { untouched: 'a', onlyMine: 'a', onlyTheirs: 't', both: 't', alike: 'x', emptied: '' },
  mine: { untouched: 'a', onlyMine: 'm', onlyTheirs: 'a', both: 'm', alike: 'x', emptied: undefined, word: 'new' },
};

test('only what somebody changed is asked about, and only a real contest needs a choice', () => {
  expect(changedFields(fields, conflict).map(({ name }) => name)).toEqual(['onlyMine', 'onlyTheirs', 'both', 'alike']);
  expect(fields.filter((field) => isContested(field, conflict)).map(({ name }) => name)).toEqual(['both']);
  expect(fields.slice(1, 4).map((field) => defaultSide(field, conflict))).toEqual(['mine', 'theirs', 'mine']);
});

test('each of the three values can be kept, and a secret goes as it was typed', () => {
  const outcome = (chosen: Parameters<typeof resolvedRow>[2]) => resolvedRow(fields, conflict, chosen);
  expect(outcome({})).toMatchObject({ untouched: 'a', onlyMine: 'm', onlyTheirs: 't', both: 'm', alike: 'x', word: 'new' });
  expect(outcome({ both: 'theirs', onlyMine: 'base', onlyTheirs: 'base' })).toMatchObject({ onlyMine: 'a', onlyTheirs: 'a', both: 't' });
  expect(outcome({ both: 'base' })).toMatchObject({ both: 'a' });
});
