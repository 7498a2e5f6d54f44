import { expect, it } from 'vitest';
import { createLoginGuard, FAILURES, PILES_REMEMBERED_MAX } from './login-guard.ts';

const limits = { loginsMax: 5, loginWindowMs: 60_000 };

it('admits five logins in a minute, and the next when the first is a minute old, however often it was tried', () => {
  const guard = createLoginGuard(limits);
  const admitted = (atMs: number) => guard.admit('CP1', '10.0.0.1', atMs);
  expect([0, 1, 2, 3, 4].map(admitted)).toEqual([true, true, true, true, true]);
  for (let at = 5; at < 60_000; at += 500) expect(admitted(at)).toBe(false);
  expect(admitted(60_000)).toBe(true);
  expect(admitted(60_000)).toBe(false);
  expect(admitted(60_001)).toBe(true);
});

it('a stranger elsewhere cannot use up the tries of a pile', () => {
  const guard = createLoginGuard(limits);
  for (let i = 0; i < 100; i += 1) guard.admit('CP1', '6.6.6.6', i);
  expect(guard.admit('CP1', '10.0.0.1', 100)).toBe(true);
});

it('remembers a bounded number of piles', () => {
  const guard = createLoginGuard({ ...limits, loginsMax: 1 });
  for (let i = 0; i <= PILES_REMEMBERED_MAX; i += 1) guard.admit(`CP${i}`, 'x', 0);
  expect(guard.admit('CP0', 'x', 1)).toBe(true);
  expect(guard.admit(`CP${PILES_REMEMBERED_MAX}`, 'x', 1)).toBe(false);
});

it('refuses an address that has guessed too often, but not the piles that are at home there, and forgives with time', () => {
  const guard = createLoginGuard({ ...limits, loginsMax: 1_000 });
  expect(guard.admit('CP1', '10.0.0.1', 0)).toBe(true);
  guard.succeeded('CP1', '10.0.0.1');
  for (let i = 0; i < FAILURES.burst; i += 1) {
    expect(guard.admit(`X${i}`, '10.0.0.1', 0)).toBe(true);
    guard.failed('10.0.0.1', 0);
  }
  expect(guard.admit('X', '10.0.0.1', 0)).toBe(false);
  expect(guard.admit('X', '10.0.0.2', 0)).toBe(true);
  expect(guard.admit('CP1', '10.0.0.1', 0)).toBe(true);
  expect(guard.admit('X', '10.0.0.1', FAILURES.refillMs)).toBe(true);
});
