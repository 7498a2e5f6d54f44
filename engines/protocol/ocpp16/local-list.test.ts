import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineOf, localListLimits, planLocalList, type LocalListEntry, type LocalListPart } from './local-list.ts';

const entry = (idTag: string, groupTag = '#1', expiresAtMs: number | null = null): LocalListEntry => ({ idTag, groupTag, expiresAtMs });
const lines = (entries: readonly LocalListEntry[]) => entries.map(lineOf).toSorted();

/** A station that takes each message. */
const taken = (kept: readonly LocalListEntry[], parts: readonly LocalListPart[]): readonly LocalListEntry[] => {
  const list = new Map(kept.map((each) => [each.idTag, each]));
  for (const { updateType, entries } of parts) {
    if (updateType === 'Full') list.clear();
    for (const change of entries) {
      if ('isRemoved' in change) list.delete(change.idTag);
      else list.set(change.idTag, change);
    }
  }
  return [...list.values()];
};

describe('a plan', () => {
  test('sends a full list in several messages, each with a version of its own', () => {
    const wanted = ['A', 'B', 'C', 'D', 'E'].map((idTag) => entry(idTag));
    expect(planLocalList({ wanted, kept: null, version: 7, perMessage: 2 })).toEqual([
      { updateType: 'Full', listVersion: 8, entries: wanted.slice(0, 2) },
      { updateType: 'Differential', listVersion: 9, entries: wanted.slice(2, 4) },
      { updateType: 'Differential', listVersion: 10, entries: wanted.slice(4) },
    ]);
  });

  test('sends only changes where they are fewer, and nothing when there are none', () => {
    const kept = ['A', 'B', 'C', 'E', 'F'].map((idTag) => entry(idTag));
    const plan = (wanted: readonly LocalListEntry[]) => planLocalList({ wanted, kept, version: 3, perMessage: 10 });
    expect(plan([entry('B'), entry('C', '#1', 5), entry('D'), entry('E'), entry('F')])).toEqual([
      { updateType: 'Differential', listVersion: 4, entries: [{ idTag: 'A', isRemoved: true }, entry('C', '#1', 5), entry('D')] },
    ]);
    expect(plan(kept.toReversed())).toEqual([]);
    expect(plan([entry('X')])).toMatchObject([{ updateType: 'Full', entries: [{ idTag: 'X' }] }]);
    expect(plan([])).toEqual([{ updateType: 'Full', listVersion: 4, entries: [] }]);
  });

  test('begins anew after a version of another system', () => {
    const highest = 2_147_483_647;
    expect(planLocalList({ wanted: [entry('A')], kept: [], version: highest, perMessage: 1 })).toMatchObject([
      { updateType: 'Full', listVersion: 1 },
    ]);
    expect(planLocalList({ wanted: [entry('A')], kept: null, version: -1, perMessage: 1 })).toMatchObject([{ listVersion: 1 }]);
  });

  const someEntry = fc.record({
    idTag: fc.constantFrom(...'ABCDEFGH'),
    groupTag: fc.constantFrom('#1', '#2'),
    expiresAtMs: fc.constantFrom(null, 1),
  });
  const someList = fc.uniqueArray(someEntry, { selector: ({ idTag }) => idTag });
  test('gives the wanted list, whatever was there', () => {
    fc.assert(
      fc.property(fc.record({ kept: someList, wanted: someList, isKnown: fc.boolean(), perMessage: fc.integer({ min: 1, max: 4 }) }), (given) => {
        const { kept, wanted, isKnown, perMessage } = given;
        const parts = planLocalList({ wanted, kept: isKnown ? kept : null, version: 5, perMessage });
        expect(lines(taken(kept, parts))).toEqual(lines(wanted));
        expect(parts.every(({ entries }) => entries.length <= perMessage)).toBe(true);
        expect(parts.map(({ listVersion }) => listVersion)).toEqual(parts.map((_part, index) => 6 + index));
      }),
    );
  });
});

test('limits come from the station, within bounds', () => {
  const of = (values: Record<string, string>) => localListLimits(new Map(Object.entries(values)));
  expect(of({})).toEqual({ isEnabled: true, listMax: 100, perMessage: 20 });
  expect(of({ localauthlistenabled: 'False', localauthlistmaxlength: '500', sendlocallistmaxlength: '50' })).toEqual({
    isEnabled: false,
    listMax: 500,
    perMessage: 50,
  });
  expect(of({ localauthlistmaxlength: '1e9', sendlocallistmaxlength: '100000' })).toMatchObject({ listMax: 10_000, perMessage: 200 });
  expect(of({ localauthlistmaxlength: 'many', sendlocallistmaxlength: '0' })).toMatchObject({ listMax: 100, perMessage: 20 });
});
