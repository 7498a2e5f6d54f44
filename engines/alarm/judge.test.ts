import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALM_MS, FLAP_WINDOW_MS, judgeCondition, timeOfException } from './judge.ts';
import type { ConditionState } from './judge.ts';

const delays = { onDelayMs: 30_000, offDelayMs: 60_000, flapLimit: 5 };
const QUIET: ConditionState = { isPresent: false, changedMs: 0, appearedMs: [], isOpen: false, isUnstable: false };

interface Change {
  readonly atMs: number;
  readonly isPresent: boolean;
}
interface Span {
  readonly fromMs: number;
  toMs?: number;
}

/** Plays reports and judges at each of them and whenever a judgement asks for it: the spans in which an exception is open. */
const play = (changes: readonly Change[], untilMs: number) => {
  let state = QUIET;
  let nextMs: number | null = null;
  const spans: Span[] = [];
  let unstableTimes = 0;
  const judge = (nowMs: number) => {
    const judged = judgeCondition(state, delays, nowMs);
    if (judged.isOpen && !state.isOpen) spans.push({ fromMs: nowMs });
    const last = spans.at(-1);
    if (!judged.isOpen && state.isOpen && last) last.toMs = nowMs;
    if (judged.isUnstable && !state.isUnstable) unstableTimes += 1;
    state = { ...state, isOpen: judged.isOpen, isUnstable: judged.isUnstable };
    ({ nextMs } = judged);
  };
  // What is due at the time of a report is judged with it.
  const judgeBefore = (nowMs: number) => {
    while (nextMs !== null && nextMs < nowMs) judge(nextMs);
  };
  for (const { atMs, isPresent } of changes) {
    judgeBefore(atMs);
    if (isPresent === state.isPresent) continue;
    state = { ...state, isPresent, changedMs: atMs, appearedMs: isPresent ? [...state.appearedMs, atMs] : state.appearedMs };
    judge(atMs);
  }
  judgeBefore(untilMs + 1);
  return { spans, unstableTimes, nextMs, state };
};

const MINUTE = 60_000;

describe('one condition', () => {
  test('a short one opens nothing, a long one opens once and ends after its delay', () => {
    expect(
      play(
        [
          { atMs: 1_000, isPresent: true },
          { atMs: 30_000, isPresent: false },
        ],
        MINUTE,
      ).spans,
    ).toEqual([]);
    const long = play(
      [
        { atMs: 1_000, isPresent: true },
        { atMs: 100_000, isPresent: false },
      ],
      10 * MINUTE,
    );
    expect(long.spans).toEqual([{ fromMs: 31_000, toMs: 160_000 }]);
    expect(long.nextMs).toBeNull();
  });

  test('one that is back within the delay continues its exception', () => {
    const { spans } = play(
      [
        { atMs: 0, isPresent: true },
        { atMs: 100_000, isPresent: false },
        { atMs: 159_999, isPresent: true },
      ],
      10 * MINUTE,
    );
    expect(spans).toEqual([{ fromMs: 30_000 }]);
  });

  test('one that drops out for a second, a whole day long, is one unstable exception that nobody hears of again', () => {
    const changes = Array.from({ length: 2_880 }, (_none, n) => [
      { atMs: n * 30_000, isPresent: true },
      { atMs: n * 30_000 + 29_000, isPresent: false },
    ]).flat();
    const { spans, unstableTimes } = play(changes, 25 * 60 * MINUTE);
    expect(unstableTimes).toBe(1);
    expect(spans).toEqual([{ fromMs: 150_000, toMs: 2_879 * 30_000 + 29_000 + CALM_MS }]);
  });
});

const changesOf = fc.array(fc.record({ gapMs: fc.integer({ min: 1, max: 4 * MINUTE }), isPresent: fc.boolean() }), { maxLength: 60 }).map((gaps) => {
  let atMs = 0;
  return gaps.map(({ gapMs, isPresent }) => ({ atMs: (atMs += gapMs), isPresent }));
});

/** The same, looked at every second by a judge that is told nothing of due times. */
const playBySeconds = (changes: readonly Change[], untilMs: number) => {
  const seconds = changes.map(({ atMs, isPresent }) => ({ atMs: Math.ceil(atMs / 1_000) * 1_000, isPresent }));
  let state = QUIET;
  const open: number[] = [];
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 1_000) {
    for (const { atMs, isPresent } of seconds)
      if (atMs === nowMs && isPresent !== state.isPresent)
        state = { ...state, isPresent, changedMs: nowMs, appearedMs: isPresent ? [...state.appearedMs, nowMs] : state.appearedMs };
    const { isOpen, isUnstable } = judgeCondition(state, delays, nowMs);
    state = { ...state, isOpen, isUnstable };
    if (isOpen) open.push(nowMs);
  }
  return open;
};

test('judging at the due times alone gives what judging all the time gives', () => {
  fc.assert(
    fc.property(changesOf, (changes) => {
      const rounded = changes.map(({ atMs, isPresent }) => ({ atMs: Math.ceil(atMs / 1_000) * 1_000, isPresent }));
      const untilMs = (rounded.at(-1)?.atMs ?? 0) + CALM_MS + FLAP_WINDOW_MS;
      const { spans, nextMs } = play(rounded, untilMs);
      const seconds = spans.flatMap(({ fromMs, toMs = untilMs + 1_000 }) =>
        Array.from({ length: Math.ceil((toMs - fromMs) / 1_000) }, (_none, n) => fromMs + n * 1_000),
      );
      expect(seconds).toEqual(playBySeconds(rounded, untilMs));
      expect(nextMs).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('after the last change the exception ends as the condition does', () => {
  fc.assert(
    fc.property(changesOf, (changes) => {
      const { state } = play(changes, (changes.at(-1)?.atMs ?? 0) + CALM_MS + FLAP_WINDOW_MS);
      expect(state.isOpen).toBe(state.isPresent);
      expect(state.isUnstable).toBe(false);
    }),
  );
});

test('a wrong clock of a device does not date its exceptions', () => {
  expect(timeOfException(1_000_000, 1_200_000)).toBe(1_000_000);
  expect(timeOfException(0, 1_200_000)).toBe(1_200_000);
  expect(timeOfException(2_000_000, 1_200_000)).toBe(1_200_000);
});
