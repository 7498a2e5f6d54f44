import { expect, test } from 'vitest';
import { clockText, cutText, dayText, shortCode, shortTime, stationDay, textWidth } from './format.ts';

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

test('times are those of the stations, wherever the screen hangs', () => {
  const evening = Date.UTC(2026, 5, 30, 20, 15, 30);
  const told = (timeZone: string) => [clockText(evening, timeZone), dayText(evening, { tag: 'en', timeZone })];
  expect(told('Asia/Shanghai')).toEqual(['04:15:30', 'July 1, 2026']);
  expect(told('Europe/Berlin')).toEqual(['22:15:30', 'June 30, 2026']);
  const since = '2026-06-30T15:59:00Z';
  expect(shortTime(since, evening, { tag: 'en', timeZone: 'Asia/Shanghai' })).toBe('6/30');
  expect(shortTime(since, evening, { tag: 'en', timeZone: 'Europe/Berlin' })).toBe('17:59');
  expect(clockText(Date.UTC(2026, 5, 30, 16), 'Asia/Shanghai')).toBe('00:00:00');
});

test('a text that has no room is cut at its end, a code at its beginning', () => {
  expect([cutText('虹桥枢纽南门站', 7), cutText('虹桥枢纽南门站', 6), cutText('Hall of the port', 9.6), cutText('Hall of the port', 6)]).toEqual([
    '虹桥枢纽南门站',
    '虹桥枢纽南…',
    'Hall of the port',
    'Hall of…',
  ]);
  for (let room = 1; room < 12; room += 1) expect(textWidth(cutText('虹桥 station 南门', room))).toBeLessThanOrEqual(room);
  expect([shortCode('HQ-06'), shortCode('32010600000000019')]).toEqual(['HQ-06', '…0019']);
});
