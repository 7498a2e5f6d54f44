import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFact, encodeFact } from './codec.ts';
import { anyFact, factsWithRepetition } from './facts.fixture.ts';
import { changes, laterFacts, orderFactsOf, merge, type OrderFacts } from './merge.ts';
import { created, facts } from './order.fixture.ts';
import { orderState } from './codes.ts';
import { project } from './view.ts';

const runs = { numRuns: 1000 };
const asObject = ({ later, ...rest }: OrderFacts) => ({ ...rest, later: Object.fromEntries([...later].toSorted(([a], [b]) => (a < b ? -1 : 1))) });

describe('a set of facts', () => {
  it('gives one view, whatever the order and however often it was told', () => {
    fc.assert(
      fc.property(factsWithRepetition, ({ originals, repeated }) => {
        expect(project(facts(...repeated))).toEqual(project(facts(...originals)));
      }),
      runs,
    );
  });

  it('is the same merged one by one, in chunks, at once, or the other way round', () => {
    fc.assert(
      fc.property(factsWithRepetition, fc.integer({ min: 0, max: 14 }), ({ originals, repeated }, cut) => {
        const whole = asObject(facts(...originals));
        let slowly = facts();
        for (const fact of repeated) slowly = merge(slowly, [fact]);
        expect(asObject(slowly)).toEqual(whole);
        const [head, tail] = [originals.slice(0, cut), originals.slice(cut)];
        expect(asObject(merge(facts(...head), laterFacts(facts(...tail))))).toEqual(whole);
        expect(asObject(merge(facts(...tail), laterFacts(facts(...head))))).toEqual(whole);
      }),
      runs,
    );
  });

  it('is the very same object when nothing is new', () => {
    fc.assert(
      fc.property(factsWithRepetition, ({ originals, repeated }) => {
        const set = facts(...originals);
        expect(merge(set, repeated)).toBe(set);
        expect(changes(set, merge(set, [...repeated, created()]))).toEqual([]);
      }),
      runs,
    );
  });

  it('can be stored by its changes alone, through JSON', () => {
    fc.assert(
      fc.property(factsWithRepetition, fc.array(anyFact), ({ originals }, more) => {
        const before = facts(...originals);
        const after = merge(before, more);
        const stored = changes(before, after).map((fact) => decodeFact(encodeFact(fact))!);
        expect(asObject(merge(before, stored))).toEqual(asObject(after));
      }),
      runs,
    );
  });

  it('always shows a state, and 9 exactly while something blocks an unsettled order', () => {
    fc.assert(
      fc.property(factsWithRepetition, ({ originals }) => {
        const view = project(facts(...originals));
        expect(Object.values(orderState)).toContain(view.state);
        expect(view.state === 9).toBe(view.openFlags.length > 0 && view.settled === null);
        expect(view.state === 9).toBe(view.abnormalReason !== null);
        expect(view.settleDue).toBe(view.state === 3);
        expect(view.energyDwh).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it('only ever advances in rank as facts are added', () => {
    const order = [0, 1, 6, 2, 3, 4, 5];
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 14 }), (list) => {
        let rank = 0;
        let set = facts();
        for (const fact of list) {
          set = merge(set, [fact]);
          const next = order.indexOf(project(set).rank);
          expect(next).toBeGreaterThanOrEqual(rank);
          rank = next;
        }
      }),
      runs,
    );
  });
});

describe('the order of two creations', () => {
  it('does not matter either', () => {
    const [a, b] = [created({ ratedPowerW: 1 }), created({ ratedPowerW: 2 })];
    expect(orderFactsOf([a, b])).toEqual(orderFactsOf([b, a]));
  });
});

describe('a stored fact', () => {
  it('with a field too few or too many is damaged', () => {
    expect(decodeFact('{"kind":"startSent","atMs":1}')).toEqual({ kind: 'startSent', atMs: 1 });
    expect(decodeFact('{"kind":"startSent"}')).toBeNull();
    expect(decodeFact('{"kind":"startSent","atMs":1,"by":"x"}')).toBeNull();
    expect(decodeFact('{"kind":"toString","atMs":1}')).toBeNull();
    expect(decodeFact('null')).toBeNull();
  });

  it('keeps an amount beyond 53 bits', () => {
    const settled = created({ strategy: { type: 2, capCents: 9_007_199_254_740_993n } });
    expect(decodeFact(encodeFact(settled))).toEqual(settled);
  });
});
