/**
 * Damaged OCPP messages by the hundred thousand: no crash, memory bounded, the next good message always read. Exits with 1 otherwise: npx tsx
 * --expose-gc bench/fuzz-ocpp.ts [messages = 200000] [seed = 1]
 */
import { fuzz } from '#engines/session/ocpp16/testing/fuzzing.ts';

const count = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? 1);
const ROUNDS = 10;
/** The most that the heap may grow between the first round and the last. */
const GROWTH_MAX_MIB = 32;

const heapMiB = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

const total = { served: 0, refused: 0, unreadable: 0, sessionLengthMax: 0 };
const startedMs = performance.now();
let firstMiB = 0;
let growthMiB = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const result = fuzz({ seed: seed * 1_000 + round, count: Math.ceil(count / ROUNDS) });
  total.served += result.served;
  total.refused += result.refused;
  total.unreadable += result.unreadable;
  total.sessionLengthMax = Math.max(total.sessionLengthMax, result.sessionLengthMax);
  const nowMiB = heapMiB();
  if (round === 0) firstMiB = nowMiB;
  growthMiB = Math.max(growthMiB, nowMiB - firstMiB);
}
const seconds = (performance.now() - startedMs) / 1_000;
print(`${count} spoilt messages, each followed by a good one that was read: ${seconds.toFixed(1)} s`);
print(
  `served ${total.served}, refused ${total.refused}, unreadable ${total.unreadable}; largest session ${total.sessionLengthMax} characters; heap grew ${growthMiB.toFixed(1)} MiB`,
);
if (growthMiB > GROWTH_MAX_MIB) {
  print(`heap growth over ${GROWTH_MAX_MIB} MiB`);
  process.exitCode = 1;
}
