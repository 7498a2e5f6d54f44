/**
 * Damaged frames against the native protocol: `npx tsx bench/fuzz-native.ts [frames] [seed]`, 200,000 by default. Prints what happened; exits with 1
 * if a good frame was lost, a forged one accepted, or memory grew. A run is repeatable by its seed.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { version } from '#engines/protocol/native/frame.ts';
import { BUFFER_MAX_BYTES } from '#engines/protocol/native/limits.ts';
import { fuzzNative, type FuzzCounts } from '#engines/session/native/testing/fuzzing.ts';
import { SESSION_LIMITS } from '#engines/session/native/limits.ts';

const FRAMES = Number(process.argv[2] ?? 200_000);
const SEED = Number(process.argv[3] ?? 1);
const SLICES = 20;
/** A larger growth between the first slice and the last is a leak. */
const GROWTH_MAX_BYTES = 8 * 1024 * 1024;

// Without a full collection the heap would contain garbage.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapUsed = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

const startedMs = performance.now();
const slices: FuzzCounts[] = [];
const heaps: number[] = [];
for (let i = 0; i < SLICES; i += 1) {
  // Half of the slices are v1.0 records.
  const variant = i % 2 === 0 ? version.typed : version.records;
  slices.push(fuzzNative({ seed: SEED * 1_000 + i * 2, mutants: Math.ceil(FRAMES / SLICES), variant }));
  heaps.push(heapUsed());
}
const sum = (of: (counts: FuzzCounts) => number): number => slices.reduce((total, counts) => total + of(counts), 0);
const max = (of: (counts: FuzzCounts) => number): number => Math.max(...slices.map(of));
const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
const failures = slices.flatMap((counts) => counts.failures);
const report = {
  'damaged frames': sum((counts) => counts.mutants),
  seconds: Math.round((performance.now() - startedMs) / 100) / 10,
  'frames read': sum((counts) => counts.framesRead),
  'events delivered': sum((counts) => counts.delivered),
  'sessions ended': sum((counts) => counts.sessionsEnded),
  alarms: sum((counts) => counts.alarms),
  'bytes dropped': sum((counts) => counts.badBytes),
  'good frames after a stall': sum((counts) => counts.goodAfterStall),
  'most bytes waiting': max((counts) => counts.waitingBytesMax),
  'most questions kept': max((counts) => counts.askedMax),
  'heap growth, MiB': Math.round(growth / 1024 / 102.4) / 10,
  failures: failures.length,
};
for (const [name, value] of Object.entries(report)) console.log(name.padEnd(26), value);
for (const failure of failures) console.error(failure.slice(0, 500));

const pendingMax = SESSION_LIMITS.repliesMax + SESSION_LIMITS.ticketsMax;
const unbounded = growth > GROWTH_MAX_BYTES || report['most bytes waiting'] > BUFFER_MAX_BYTES || report['most questions kept'] > pendingMax;
if (unbounded) console.error('memory is not bounded');
process.exitCode = failures.length > 0 || unbounded ? 1 : 0;
