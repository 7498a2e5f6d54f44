import { expect, test } from 'vitest';
import { stationDay } from './format.ts';

test('the day of stations is that of their clocks, wherever the screen hangs', () => {
  for (const timeZone of ['Pacific/Honolulu', 'America/St_Johns', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Shanghai', 'Pacific/Auckland']) {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    for (let nowMs = Date.UTC(2026, 0, 1); nowMs < Date.UTC(2027, 0, 1); nowMs += 45_678_901) {
      const [day, time] = clock.format(nowMs).split(' ');
      expect([
        timeZone,
        stationDay(nowMs, Number(time?.slice(0, 2)))
          .toISOString()
          .slice(0, 10),
      ]).toEqual([timeZone, day]);
    }
  }
});
