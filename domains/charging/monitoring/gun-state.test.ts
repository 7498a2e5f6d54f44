import { expect, test } from 'vitest';
import { countGroups, groupOf, shownState, startObstacle } from './gun-state.rules.ts';

test('every work state belongs to a group', () => {
  expect([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(groupOf)).toEqual([
    'offline',
    'disabled',
    'busy',
    'idle',
    'busy',
    'busy',
    'busy',
    'charging',
    'busy',
    'fault',
    'fault',
  ]);
  expect(countGroups({ '-1': 2, '2': 3, '3': 1, '4': 1, '6': 5 })).toEqual({ offline: 2, idle: 3, busy: 2, charging: 5, fault: 0, disabled: 0 });
});

test('the state of an offline pile is not known', () => {
  expect(shownState({ gunWorkStat: 6, isOnline: false })).toBe(-1);
  expect(shownState({ gunWorkStat: 6, isOnline: true })).toBe(6);
});

test('a start is offered where nothing is known to stand against it', () => {
  const at = (gunWorkStat: number, isOnline = true) => startObstacle({ gunWorkStat, isOnline, plugWaitS: null });
  expect([at(3), at(7), at(4)]).toEqual([undefined, undefined, undefined]);
  expect([at(3, false), at(2), at(6), at(0)]).toEqual(['pile.offline', 'gun.notPlugged', 'gun.charging', 'gun.disabled']);
});
