/**
 * Frames per CPU second of the native protocol: `npx tsx bench/native-codec.ts`. The limit, measured in the same run, is the least that any
 * implementation has to do: find the frame, check its CRC, copy it and send it back with a new CRC. Only the ratios matter.
 */
import { concat } from '#engines/protocol/codec/bytes.ts';
import { crc16 } from '#engines/protocol/codec/crc16.ts';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { loginRequest, openLink, endRecordMessage, writeRequest, type PileLink } from '#engines/protocol/native/client.ts';
import { framing, readFrame, writeFrame } from '#engines/protocol/native/frame.ts';
import { BUFFER_MAX_BYTES } from '#engines/protocol/native/limits.ts';
import { decodeBody, encodeBody, messages, type PileRequest } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { SESSION_LIMITS } from '#engines/session/native/limits.ts';
import { openSession, type Input, type Session } from '#engines/session/native/session.ts';
import { step } from '#engines/session/native/step.ts';

const FRAMES = 2_000;
const ROUND_CPU_MS = 1_500;
const TARGET_PER_S = 30_000;
const NOW_MS = 1_795_190_401_000;
const SECRET = '0123456789abcdef';
const CP_CODE = 'CP00000001';
const rng = seededRng(1);
const env = { crypto: nodeCrypto, limits: { ...SESSION_LIMITS, framesPerS: 1e9, framesBurst: 1e9 } };

const link = (encryptionMode: 0 | 1): PileLink => openLink({ cpCode: CP_CODE, secret: SECRET, encryptionMode, random: 1, nowMs: NOW_MS });
const stream = (encryptionMode: 0 | 1, message: (i: number) => PileRequest): Uint8Array => {
  let pile = link(encryptionMode);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < FRAMES; i += 1) {
    const sent = writeRequest(pile, message(i), { crypto: nodeCrypto });
    pile = sent.link;
    parts.push(sent.bytes);
  }
  return concat(...parts);
};
const samples = Array.from(
  { length: FRAMES },
  () => ({ type: '0010', body: { ...messages['0010'].body.sample(rng), time: NOW_MS / 1_000 } }) as const,
);
const records = Array.from({ length: 50 }, () => endRecordMessage(link(0), messages['0015'].body.sample(rng), nodeCrypto));
const sample = (i: number): PileRequest => samples[i] ?? samples[0]!;
const record = (i: number): PileRequest => records[i % records.length] ?? records[0]!;

/** Calls `work` on 64 KiB chunks of the stream repeatedly; returns frames per second of CPU time. */
const measure = (bytes: Uint8Array, work: () => (frame: Uint8Array) => void): number => {
  const chunk = 65_536;
  const run = () => {
    const handleFrame = work();
    const deframer = new Deframer(framing, { bufferMax: BUFFER_MAX_BYTES * 4, badBytesMax: 0 });
    for (let at = 0; at < bytes.length; at += chunk) {
      deframer.push(bytes.subarray(at, at + chunk));
      for (let frame = deframer.next(); frame; frame = deframer.next()) handleFrame(frame);
    }
  };
  for (let i = 0; i < 3; i += 1) run();
  const begunMs = cpuMs();
  let rounds = 0;
  while (cpuMs() - begunMs < ROUND_CPU_MS) {
    run();
    rounds += 1;
  }
  return (rounds * FRAMES) / ((cpuMs() - begunMs) / 1_000);
};
/** CPU time of this process including garbage collection, so that a busy machine does not change the figure. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const echo = () => (frame: Uint8Array) => {
  const copy = Buffer.from(frame);
  const crc = crc16(copy, 0, copy.length - 2);
  copy.writeUInt16LE(crc, copy.length - 2);
};
const decodeEncode = () => (bytes: Uint8Array) => {
  const frame = readFrame(bytes);
  const message = decodeBody(frame.type, frame.payload);
  writeFrame(frame, encodeBody(message));
};
const session = (encryptionMode: 0 | 1) => () => {
  let live = liveSession(encryptionMode);
  const feed = (input: Input) => {
    const { session: next, outputs } = step(live, input, env);
    live = next;
    for (const output of outputs)
      if (output.kind === 'deliver') feed({ kind: 'answer', ticket: output.ticket, answers: [{ result: 0 }], nowMs: NOW_MS });
  };
  return (bytes: Uint8Array) => feed({ kind: 'frame', frame: readFrame(bytes), nowMs: NOW_MS });
};
const liveSession = (encryptionMode: 0 | 1): Session => {
  const pile = link(encryptionMode);
  const login = loginRequest(pile, { cpType: 1, gunCount: 2, mainHw: '', mainSw: '', time: NOW_MS / 1_000, nonce: '00'.repeat(8) }, nodeCrypto);
  const intervals = { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 15, bmsEndS: 0 };
  const inputs: readonly Input[] = [
    // A separate sequence, so that no sample looks like a repetition.
    { kind: 'frame', frame: readFrame(writeRequest(pile, login, { crypto: nodeCrypto, sequence: 1_000_000 }).bytes), nowMs: NOW_MS },
    { kind: 'credentials', credentials: { secret: SECRET, encryptionMode }, nowMs: NOW_MS },
    { kind: 'loginVerdict', verdict: { result: 0, epoch: 1, profile: { intervals, tzMinutes: 480, rateRuleNo: '' } }, nowMs: NOW_MS },
  ];
  return inputs.reduce(
    (state, input) => step(state, input, env).session,
    openSession({ cpCode: CP_CODE, remoteAddress: '', overTls: false, random: 1, nowMs: NOW_MS }, env.limits),
  );
};

const plainSamples = stream(0, sample);
const sealedSamples = stream(1, sample);
const plainRecords = stream(0, record);
const limit = measure(plainSamples, echo);
const recordLimit = measure(plainRecords, echo);
const rows: readonly (readonly [string, number, number])[] = [
  ['limit: deframe, CRC, copy, CRC (0010)', limit, limit],
  ['0010 decode and encode', measure(plainSamples, decodeEncode), limit],
  ['0010 session: log, event, answer', measure(plainSamples, session(0)), limit],
  ['0010 session, AES-128-GCM both ways', measure(sealedSamples, session(1)), limit],
  ['limit: deframe, CRC, copy, CRC (0015)', recordLimit, recordLimit],
  ['0015 decode and encode', measure(plainRecords, decodeEncode), recordLimit],
  ['0015 session: digest, check code, answer', measure(plainRecords, session(0)), recordLimit],
];
for (const [name, perS, of] of rows) console.log(name.padEnd(42), `${Math.round(perS).toLocaleString('en')}/s`.padStart(14), (perS / of).toFixed(3));
const decodedPerS = rows[1]?.[1] ?? 0;
if (decodedPerS < TARGET_PER_S) {
  console.error(`0010 decode and encode below ${TARGET_PER_S}/s`);
  process.exitCode = 1;
}
