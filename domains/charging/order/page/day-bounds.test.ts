import { expect, test } from 'vitest';
import { dayBounds } from './day-bounds.rules.ts';

test.each([
  ['2026-03-10', 'UTC', '2026-03-10T00:00:00.000Z', '2026-03-10T23:59:59.999Z'],
  ['2026-03-10', 'Asia/Shanghai', '2026-03-09T16:00:00.000Z', '2026-03-10T15:59:59.999Z'],
  ['2026-03-10', 'America/New_York', '2026-03-10T04:00:00.000Z', '2026-03-11T03:59:59.999Z'],
  // A day of 23 hours, and one of 25.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-03-10', 'Pacific/Kiritimati', '2026-03-09T10:00:00.000Z', '2026-03-10T09:59:59.999Z'],
])('the day %s in %s', (...[day, zone, from, to]) => expect(dayBounds(day, zone)).toEqual({ createTime_begin: from, createTime_end: to }));
