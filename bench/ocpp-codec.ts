/**
 * Microseconds of our own work per OCPP MeterValues: read, check, translate, answer, and two records for the communication log;
 * beside them the least any server does with such a message, JSON.parse and JSON.stringify of it. Both in turns in one process.
 * npx tsx bench/ocpp-codec.ts [seconds a measurement = 2]
 */
import { pileCalls } from '#engines/protocol/ocpp16/client.ts';
import { receive } from '#engines/protocol/ocpp16/receive.ts';
import { openRpc, stepRpc } from '#engines/protocol/ocpp16/rpc.ts';
import { recordOf, summaryOf } from '#apps/gateway/ocpp/frame-records.ts';

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

let session = openRpc<never>('bench-');
let kept = 0;

/** What the gateway does with one message, without the socket and the database. */
const serveOne = (text: string): void => {
  const heard = stepRpc(session, { kind: 'text', text, atMs });
  session = heard.session;
  for (const output of heard.outputs) {
    if (output.kind !== 'serve') continue;
    const { id, action } = output;
    const incoming = receive(output, { atMs, heartbeatS: 60, text });
    if ('refusal' in incoming) throw new Error(incoming.why);
    const logged = { cpCode: 'CP00000001', epoch: 1, type: action, id, atMs };
    kept += recordOf({ ...logged, direction: 'up', text, summary: summaryOf(incoming) }).summary.length;
    const said = stepRpc(session, { kind: 'reply', id, reply: incoming.reply(incoming.events.map(() => ({ result: 0 }))) });
    session = said.session;
    for (const sent of said.outputs) {
      if (sent.kind === 'send') kept += recordOf({ ...logged, direction: 'down', text: sent.text, summary: '' }).raw.length;
    }
  }
};

const echoOne = (text: string): void => {
  kept += JSON.stringify(JSON.parse(text)).length;
};

/** Microseconds a message, over about `seconds`. */
const measure = (one: (text: string) => void): number => {
  const startedMs = performance.now();
  let count = 0;
  while (performance.now() - startedMs < seconds * 1_000) {
    for (const text of texts) one(text);
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
process.stdout.write(`message of ${texts[0]?.length} characters, ${kept} kept\n`);
process.stdout.write(
  `ours ${us.toFixed(2)} µs, JSON echo ${echoUs.toFixed(2)} µs, ratio ${(us / echoUs).toFixed(2)}, target under ${TARGET_US} µs\n`,
);
if (us > TARGET_US) process.exitCode = 1;
