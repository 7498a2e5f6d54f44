import { expect, test } from 'vitest';
import { bmsAbortReasons, chargerAbortReasons, reasonsOf } from './abort-reasons.ts';

test('two bits state each reason: 1 yes, 2 and 3 untrusted, 0 no', () => {
  expect(reasonsOf([], bmsAbortReasons)).toEqual([]);
  expect(reasonsOf([0], bmsAbortReasons)).toEqual([{ reason: 'socReached', place: 0, isTrusted: true }]);
  expect(reasonsOf([9, 16, 24, 25], bmsAbortReasons)).toEqual([
    { reason: 'insulation', place: 4, isTrusted: false },
    { reason: 'packOverTemperature', place: 8, isTrusted: true },
    { reason: 'overCurrent', place: 12, isTrusted: false },
  ]);
});

test('the byte of errors begins at bit 24 in both lists, and what the standard leaves open has no name', () => {
  expect(reasonsOf([24, 26], chargerAbortReasons).map(({ reason }) => reason)).toEqual(['currentMismatch', 'abnormalVoltage']);
  expect(reasonsOf([20, 30], chargerAbortReasons)).toEqual([
    { reason: undefined, place: 10, isTrusted: true },
    { reason: undefined, place: 15, isTrusted: true },
  ]);
});
