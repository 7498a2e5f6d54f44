import { expect, test } from 'vitest';
import { isWell, stateSince } from './pile-state.rules.ts';

const pile = { cpWorkStat: 1, cpFaultType: null, isOnline: true, onlineSince: 'on', offlineSince: null, upgradeSince: null };

test('a pile needs a look unless it is online, without a fault and in no upgrade', () => {
  expect(isWell(pile)).toBe(true);
  expect(isWell({ ...pile, cpFaultType: 0 })).toBe(true);
  expect([0, 2, 3, 4, 5, 6, 7].map((cpWorkStat) => isWell({ ...pile, cpWorkStat }))).toEqual([false, false, false, false, false, false, false]);
  expect([isWell({ ...pile, cpFaultType: 9 }), isWell({ ...pile, isOnline: false })]).toEqual([false, false]);
});

test('the instant that is shown belongs to the state that is shown', () => {
  expect(stateSince(pile)).toEqual({ kind: 'online', at: 'on' });
  expect(stateSince({ ...pile, cpWorkStat: 6, isOnline: false, offlineSince: 'off' })).toEqual({ kind: 'offline', at: 'off' });
  // A pile restarts in its upgrade; that it is offline meanwhile is no news.
  expect(stateSince({ ...pile, cpWorkStat: 3, isOnline: false, offlineSince: 'off', upgradeSince: 'up' })).toEqual({ kind: 'upgrade', at: 'up' });
});
