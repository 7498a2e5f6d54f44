/**
 * Microseconds of our own work per OCPP MeterValues: read, check, translate, answer, and two records for the communication log; beside them the least
 * that any server does with such a message, JSON.parse and JSON.stringify of it. Both in turns in one process: npx tsx bench/ocpp-codec.ts [seconds a
 * measurement = 2]
 */
import { pileCalls } from '#engines/protocol/ocpp16/client.ts';
import { SESSION_LIMITS } from '#engines/session/ocpp16/limits.ts';
import { openSession, type Input, type Session } from '#engines/session/ocpp16/session.ts';
import { step } from '#engines/session/ocpp16/step.ts';

const ROUNDS = 5;
const BATCH = 500;
/** Our share of the 400 µs that a durable sample may cost (server and database together). */
const TARGET_US = 60;
const seconds = Number(process.argv[2] ?? 2);
const atMs = Date.UTC(2026, 10, 20, 12);

const call = pileCalls.meterValues({
  gunNumber: 1,
  transactionId: 4_711,
  readings: [{ atMs, meterDwh: 123_456_789, powerW: 60_000, currentDa: 1_500, voltageDv: 4_000, soc: 55 }],
});
const texts = Array.from({ length: BATCH }, (_, n) => JSON.stringify([2, `8f0c2b1e-${n}`, call.action, call.payload]));

const limits = { ...SESSION_LIMITS, messagesPerTickMax: Number.POSITIVE_INFINITY };
const intervals = { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 0, bmsEndS: 0 };
let session: Session = openSession({ cpCode: 'CP00000001', remoteAddress: '10.0.0.1', nowMs: atMs }, limits);
let checksum = 0;

/** Feeds one input to the session machine and answers what it delivers; counts what it sends and logs. */
const feed = (input: Input): void => {
  const result = step(session, input, limits);
  session = result.session;
  for (const output of result.outputs) {
    if (output.kind === 'deliver') feed({ kind: 'answers', nowMs: atMs, ticket: output.ticket, answers: output.events.map(() => ({ result: 0 })) });
    else if (output.kind === 'log') checksum += output.record.raw.length + output.record.summary.length;
    else if (output.kind !== 'send') throw new Error(`unexpected ${output.kind}`);
  }
};
feed({ kind: 'admitted', nowMs: atMs, epoch: 1, profile: { intervals, tzMinutes: 480, rateRuleNo: '' }, prepareInMs: Number.POSITIVE_INFINITY });

/** What the gateway does with one message, without the socket and the database. */
const serveOne = (text: string): void => feed({ kind: 'text', nowMs: atMs, text });

const echoOne = (text: string): void => {
  checksum += JSON.stringify(JSON.parse(text)).length;
};

/** Microseconds per message, over about `seconds`. */
const measure = (handle: (text: string) => void): number => {
  const startedMs = performance.now();
  let count = 0;
  while (performance.now() - startedMs < seconds * 1_000) {
    for (const text of texts) handle(text);
    count += texts.length;
  }
  return ((performance.now() - startedMs) * 1_000) / count;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ours: number[] = [];
const echoes: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  echoes.push(measure(echoOne));
  ours.push(measure(serveOne));
}
const [us, echoUs] = [median(ours), median(echoes)];
process.stdout.write(`message of ${texts[0]?.length} characters, ${checksum} kept\n`);
process.stdout.write(
  `ours ${us.toFixed(2)} µs, JSON echo ${echoUs.toFixed(2)} µs, ratio ${(us / echoUs).toFixed(2)}, target under ${TARGET_US} µs\n`,
);
if (us > TARGET_US) process.exitCode = 1;
