// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient, queryKey, readAgain, refresh } from './query.tsx';

const stations = { path: '/station/list' };
const input = { pageNo: '1' };

/** Shows the answer of a call whose readings end when the test says so. */
const show = () => {
  const readings: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: queryKey(stations, input),
    queryFn: () => new Promise<string>((resolve) => void readings.push(resolve)),
  });
  const shown: (string | undefined)[] = [];
  const hide = observer.subscribe(({ data }) => void shown.push(data));
  const answer = async (index: number, text: string) => {
    await expect.poll(() => readings.length).toBeGreaterThan(index);
    readings[index]?.(text);
    await expect.poll(() => shown.at(-1)).toBe(text);
  };
  return { readings, answer, hide };
};

afterEach(() => queryClient.clear());

test.each([
  ['a change of one row', () => readAgain(stations, input)],
  ['a change of the noun', () => void refresh({ path: '/station' })],
])('%s while the first rows are being read is followed by one more reading', async (_name, change) => {
  const { readings, answer, hide } = show();
  change();
  change();
  await answer(0, 'before the change');
  await answer(1, 'after it');
  expect(readings.length).toBe(2);
  hide();
});

test('rows that change all the time are shown: a reading is let end, and one more follows', async () => {
  const { readings, answer, hide } = show();
  await answer(0, 'first');
  readAgain(stations, input);
  await expect.poll(() => readings.length).toBe(2);
  for (let times = 0; times < 5; times += 1) readAgain(stations, input);
  await answer(1, 'second');
  await answer(2, 'third');
  expect(readings.length).toBe(3);
  hide();
});

test('what nobody shows is not read', async () => {
  const { readings, answer, hide } = show();
  await answer(0, 'first');
  hide();
  readAgain(stations, input);
  await Promise.resolve();
  expect(readings.length).toBe(1);
});
