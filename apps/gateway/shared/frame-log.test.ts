import { afterEach, expect, it, vi } from 'vitest';
import { FRAME_BATCH_MAX, type FrameRecord, type GatewayAlarm } from '#engines/protocol/device-backend.ts';
import { createFrameLog, FRAMES_WAITING_MAX } from './frame-log.ts';

const record = (n: number): FrameRecord => ({
  cpCode: 'CP1',
  epoch: 1,
  protocol: 'native',
  direction: 'up',
  type: '0001',
  sequence: String(n),
  raw: '',
  plainBody: null,
  summary: '',
  atMs: n,
});
const clock = { nowMs: () => 5 };
afterEach(() => void vi.useRealTimers());

const collector = () => {
  const batches: number[] = [];
  const sequences: string[] = [];
  const alarms: GatewayAlarm[] = [];
  const gate = { open: Promise.resolve() };
  const backend = {
    frames: async (batch: readonly FrameRecord[]) => {
      await gate.open;
      batches.push(batch.length);
      sequences.push(...batch.map(({ sequence }) => sequence));
    },
    alarm: (alarm: GatewayAlarm) => {
      alarms.push(alarm);
    },
  };
  return { backend, batches, sequences, alarms, gate };
};

it('hands frames over in order and in bounded batches', async () => {
  const { backend, batches, sequences } = collector();
  const log = createFrameLog(backend, clock);
  for (let i = 0; i < 2_500; i += 1) log.add(record(i));
  await log.drain();
  expect(batches.every((size) => size <= FRAME_BATCH_MAX)).toBe(true);
  expect(sequences).toEqual(Array.from({ length: 2_500 }, (_, i) => String(i)));
});

it('does not keep a single frame for long', async () => {
  const { backend, batches } = collector();
  vi.useFakeTimers();
  createFrameLog(backend, clock).add(record(1));
  await vi.advanceTimersByTimeAsync(300);
  expect(batches).toEqual([1]);
});

it('drops and counts what a stuck log cannot take, and says so once it moves', async () => {
  const { backend, alarms, gate, sequences } = collector();
  let release = () => {};
  gate.open = new Promise((resolve) => {
    release = resolve;
  });
  const log = createFrameLog(backend, clock);
  for (let i = 0; i < FRAME_BATCH_MAX + FRAMES_WAITING_MAX + 7; i += 1) log.add(record(i));
  expect(log.dropped).toBe(7);
  release();
  await log.drain();
  expect(sequences).toHaveLength(FRAME_BATCH_MAX + FRAMES_WAITING_MAX);
  expect(alarms).toMatchObject([{ kind: 'framesLost', detail: '7 frames are missing in the communication log' }]);
});

it('counts a batch that the back end rejects, and goes on', async () => {
  const { backend, alarms, sequences } = collector();
  let failures = 1;
  const log = createFrameLog(
    {
      ...backend,
      frames: async (batch) => {
        if (failures-- > 0) throw new Error('full');
        return backend.frames(batch);
      },
    },
    clock,
  );
  for (let i = 0; i < FRAME_BATCH_MAX + 1; i += 1) log.add(record(i));
  await log.drain();
  expect(log.dropped).toBe(FRAME_BATCH_MAX);
  expect(sequences).toEqual([String(FRAME_BATCH_MAX)]);
  expect(alarms).toHaveLength(1);
});

it('keeps a batch while the database is away, and loses nothing of it', async () => {
  const { backend, alarms, sequences } = collector();
  let failures = 2;
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const log = createFrameLog({ ...backend, frames: (batch) => (failures-- > 0 ? Promise.reject(away) : backend.frames(batch)) }, clock);
  for (let i = 0; i < FRAME_BATCH_MAX + 1; i += 1) log.add(record(i));
  await expect.poll(() => sequences.length).toBe(FRAME_BATCH_MAX + 1);
  expect(sequences).toEqual(Array.from({ length: FRAME_BATCH_MAX + 1 }, (_, i) => String(i)));
  expect([log.dropped, alarms]).toEqual([0, []]);
});

it('does not wait for the database when the process ends', async () => {
  const { backend, alarms } = collector();
  const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const log = createFrameLog({ ...backend, frames: () => Promise.reject(away) }, clock);
  log.add(record(1));
  await log.drain();
  expect([log.dropped, alarms.length]).toEqual([1, 1]);
});
