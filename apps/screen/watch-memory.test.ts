import { expect, onTestFinished, test, vi } from 'vitest';
import { watchMemory } from './watch-memory.ts';

const LOOK_MS = 2_000;
const MB = 1024 * 1024;

/** A page whose browser answers with these figures, one after another; `refused` is the answer of a browser that does not measure it. */
const pageOf = (...answers: readonly (number | 'refused' | 'slow')[]) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const counts = { measured: 0, reloads: 0 };
  const measureUserAgentSpecificMemory = (): Promise<{ bytes: number }> => {
    const answer = answers[counts.measured++] ?? 0;
    if (answer === 'refused') return Promise.reject(new DOMException('not available', 'SecurityError'));
    return answer === 'slow' ? new Promise((resolve) => setTimeout(resolve, 3.5 * LOOK_MS, { bytes: 0 })) : Promise.resolve({ bytes: answer });
  };
  const end = watchMemory({ measuring: { measureUserAgentSpecificMemory }, reload: () => void (counts.reloads += 1) });
  return { counts, end, pass: (looks: number) => vi.advanceTimersByTimeAsync(looks * LOOK_MS) };
};

test('a page is measured again and again, and loaded anew when it holds far too much', async () => {
  const { counts, pass, end } = pageOf(4 * MB, 255 * MB, 257 * MB);
  await pass(2);
  expect(counts).toEqual({ measured: 2, reloads: 0 });
  await pass(1);
  expect(counts).toEqual({ measured: 3, reloads: 1 });
  end();
  await pass(5);
  expect(counts.measured).toBe(3);
});

test('an answer that takes long is waited for', async () => {
  const { counts, pass } = pageOf('slow');
  await pass(4);
  expect(counts.measured).toBe(1);
  await pass(1);
  expect(counts.measured).toBe(2);
});

test('a browser that refuses is not asked again', async () => {
  const { counts, pass } = pageOf('refused');
  await pass(10);
  expect(counts).toEqual({ measured: 1, reloads: 0 });
});

test('nothing is measured where no browser offers it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reload = vi.fn<() => void>();
  onTestFinished(watchMemory({ measuring: {}, reload }));
  await vi.advanceTimersByTimeAsync(10 * LOOK_MS);
  expect(reload).not.toHaveBeenCalled();
});
