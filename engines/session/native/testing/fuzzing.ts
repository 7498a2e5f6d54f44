/**
 * Sends damaged frames to deframer, codec and session, seeded and repeatable. After each one a good frame follows, which must be decoded and
 * delivered. The caller decides how many, and watches the memory.
 */
import { nodeCrypto } from '../../../protocol/native/testing/node-crypto.ts';
import { concat, toHex } from '../../../protocol/codec/bytes.ts';
import { crc16 } from '../../../protocol/codec/crc16.ts';
import { Deframer } from '../../../protocol/codec/deframer.ts';
import { pick, type Rng } from '../../../protocol/codec/kind.ts';
import { seededRng } from '../../../protocol/codec/random.ts';
import { framing, readFrame, sealFrame, version, writeFrame, frameNonce } from '../../../protocol/native/frame.ts';
import { BUFFER_MAX_BYTES, CRC_BYTES } from '../../../protocol/native/limits.ts';
import { encodeBody, messageOf, messages } from '../../../protocol/native/messages.ts';
import { encodeRecordBody, recordMessageOf, recordMessages } from '../../../protocol/native/records/messages.ts';
import type { PileProfile } from '../../../protocol/device-backend.ts';
import { SESSION_LIMITS } from '../limits.ts';
import { openSession, type Input, type Output, type Session, type SessionEnv } from '../session.ts';
import { step } from '../step.ts';
import { loginRequest, openLink, writeRequest } from '../../../protocol/native/client.ts';

export interface FuzzCounts {
  readonly mutants: number;
  /** Damaged frames whose checksum was still correct. */
  readonly framesRead: number;
  readonly delivered: number;
  readonly sessionsEnded: number;
  readonly alarms: number;
  readonly badBytes: number;
  /** Good frames that were found only after the stall time-out, behind a damaged length. */
  readonly goodAfterStall: number;
  readonly waitingBytesMax: number;
  readonly askedMax: number;
  /** Descriptions of failures, at most ten; empty when there are none. */
  readonly failures: readonly string[];
}

const FAILURES_MAX = 10;
const SECRET = '0123456789abcdef';
const CP_CODE = 'CP00000001';
const NOW_MS = 1_795_190_401_000;
const PILE_TYPES = {
  [version.typed]: Object.keys(messages).filter((type) => messageOf(type)?.from === 'pile'),
  [version.records]: Object.keys(recordMessages).filter((type) => recordMessageOf(type)?.from === 'pile'),
};
type Variant = keyof typeof PILE_TYPES;
const PROFILE: PileProfile = {
  intervals: { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 15, bmsEndS: 0 },
  tzMinutes: 480,
  rateRuleNo: '',
};
const env: SessionEnv = { crypto: nodeCrypto, limits: SESSION_LIMITS };

/**
 * Sends `mutants` damaged frames of one seed, half of them in encrypted sessions, in one of the two variants. Throws only if the code under test does.
 */
export const fuzzNative = ({
  seed,
  mutants,
  variant = version.typed,
}: {
  readonly seed: number;
  readonly mutants: number;
  readonly variant?: Variant;
}): FuzzCounts => {
  const plain = new Fuzz(seed, { encrypted: false, variant });
  const sealed = new Fuzz(seed + 1, { encrypted: true, variant });
  for (let i = 0; i < mutants; i += 1) (i % 2 === 0 ? plain : sealed).round(i);
  return addCounts(plain.counts, sealed.counts, mutants);
};

class Fuzz {
  readonly counts = {
    framesRead: 0,
    delivered: 0,
    sessionsEnded: 0,
    alarms: 0,
    badBytes: 0,
    goodAfterStall: 0,
    waitingBytesMax: 0,
    askedMax: 0,
    failures: new Array<string>(),
  };
  private readonly rng: Rng;
  private readonly encrypted: boolean;
  private readonly variant: Variant;
  private readonly born: Session;
  private session: Session;
  private deframer: Deframer;
  private nowMs = NOW_MS;
  private sealedCount = 0;
  private readonly genuine = new Set<string>();
  private found: string | undefined;

  constructor(seed: number, { encrypted, variant }: { readonly encrypted: boolean; readonly variant: Variant }) {
    this.rng = seededRng(seed);
    this.encrypted = encrypted;
    this.variant = variant;
    this.born = liveSession(encrypted, variant);
    this.session = this.born;
    this.deframer = newDeframer();
  }

  round(i: number): void {
    this.genuine.clear();
    const types = PILE_TYPES[this.variant];
    const mutant = mutate(concat(this.frame(pickOne(this.rng, types)), this.rng() < 0.1 ? this.frame(pickOne(this.rng, types)) : EMPTY), this.rng);
    this.push(mutant);
    const account = `G${i}`;
    const good = this.goodFrame(account, 1_000_000 + i);
    this.found = undefined;
    if (this.session.phase !== 'live') this.session = this.born;
    this.push(good);
    if (this.found !== account) this.waitOut(account);
    if (this.found !== account) this.fail(`round ${i}: the good frame behind ${toHex(mutant)} was not delivered`);
    this.counts.askedMax = Math.max(this.counts.askedMax, this.session.requests.length);
    this.nowMs += 100;
  }

  /** Repeats the stall time-out as often as the gateway would. */
  private waitOut(account: string): void {
    this.counts.goodAfterStall += 1;
    for (let i = 0; i < BUFFER_MAX_BYTES && this.found !== account && this.deframer.waiting > 0; i += 1) {
      this.deframer.stalled();
      this.pull();
    }
  }

  private push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const size = this.rng() < 0.5 ? bytes.length : pick(this.rng, 1, 40);
      this.deframer.push(bytes.subarray(at, at + size));
      this.pull();
      at += size;
    }
    this.counts.waitingBytesMax = Math.max(this.counts.waitingBytesMax, this.deframer.waiting);
  }

  private pull(): void {
    const before = this.deframer.badBytesTotal;
    for (let bytes = this.deframer.next(); bytes; bytes = this.deframer.next()) {
      this.counts.framesRead += 1;
      const frame = readFrame(bytes);
      if (frame.cpCode !== CP_CODE) continue;
      if (this.session.phase !== 'live') this.session = this.born;
      const outputs = this.feed({ kind: 'frame', frame, nowMs: this.nowMs });
      if (this.encrypted && !this.genuine.has(toHex(bytes)) && outputs.some(({ kind }) => kind === 'deliver' || kind === 'settle')) {
        this.fail(`a forged frame was accepted: ${toHex(bytes)}`);
      }
    }
    this.counts.badBytes += this.deframer.badBytesTotal - before;
  }

  private feed(input: Input): readonly Output[] {
    const { session, outputs } = step(this.session, input, env);
    this.session = session;
    for (const output of outputs) this.observe(output);
    return outputs;
  }

  private observe(output: Output): void {
    if (output.kind === 'alarm') this.counts.alarms += 1;
    if (output.kind === 'ended') this.counts.sessionsEnded += 1;
    if (output.kind !== 'deliver') return;
    this.counts.delivered += 1;
    const {
      events: [event],
      ticket,
    } = output;
    if (event.kind === 'accountQuery') this.found = event.account;
    if (event.kind === 'recordReport') this.found = event.chargingOrderNo;
    const odd = unsafeNumber(event);
    if (odd !== undefined) this.fail(`${event.kind} carries ${odd}`);
    const answer = event.kind === 'accountQuery' ? ({ result: 0, balanceCents: 1, currency: 'CNY', displayName: '' } as const) : { result: 0 };
    this.feed(
      this.rng() < 0.5
        ? { kind: 'answer', ticket, answers: output.events.map(() => answer), nowMs: this.nowMs }
        : { kind: 'failed', ticket, nowMs: this.nowMs },
    );
  }

  private frame(type: string): Uint8Array {
    return this.seal(type, this.sampleBody(type), pick(this.rng, 1, 2 ** 31));
  }

  private sampleBody(type: string): Uint8Array {
    if (this.variant === version.records) return encodeRecordBody({ type, body: recordMessageOf(type)!.body.sample(this.rng) });
    const { body } = messageOf(type)!;
    return body.encode(body.sample(this.rng));
  }

  /** A frame that is recognized by its account or order number. */
  private goodFrame(account: string, sequence: number): Uint8Array {
    if (this.variant === version.typed)
      return this.seal('0003', encodeBody({ type: '0003', body: { gunNumber: 1, accountType: 1, account, password: '0'.repeat(64) } }), sequence);
    const body = { orderNo: account, gunNumber: 1, stopTime: 1, stopMeter: 1, stopSoc: 1, stopReason: 1, periodJson: [] };
    return this.seal('9003', encodeRecordBody({ type: '9003', body }), sequence);
  }

  private seal(type: string, body: Uint8Array, sequence: number): Uint8Array {
    const head = { version: this.variant, flags: /^[19]1/.test(type) ? 2 : 0, type, sequence, cpCode: CP_CODE };
    const key = this.born.key;
    this.sealedCount += 1;
    const bytes =
      this.encrypted && key ? sealFrame(head, body, { crypto: nodeCrypto, key, nonce: frameNonce(3, 0, this.sealedCount) }) : writeFrame(head, body);
    this.genuine.add(toHex(bytes));
    return bytes;
  }

  private fail(what: string): void {
    if (this.counts.failures.length < FAILURES_MAX) this.counts.failures.push(what);
  }
}

const EMPTY = new Uint8Array(0);
const newDeframer = (): Deframer => new Deframer(framing, { bufferMax: BUFFER_MAX_BYTES, badBytesMax: Infinity });

/** One to four damages. In half of the cases the checksum is corrected, so that the damage reaches the codec. */
const mutate = (bytes: Uint8Array, rng: Rng): Uint8Array => {
  let hurt: Uint8Array = bytes.slice();
  for (let i = pick(rng, 1, 4); i > 0 && hurt.length > 4; i -= 1) hurt = pickOne(rng, DAMAGES)(hurt, rng);
  return rng() < 0.5 && hurt.length > CRC_BYTES ? repaired(hurt) : hurt;
};

type ByteMutation = (bytes: Uint8Array, rng: Rng) => Uint8Array;
const at = (bytes: Uint8Array, rng: Rng): number => pick(rng, 0, bytes.length - 1);
const changed = (bytes: Uint8Array, index: number, value: number): Uint8Array => bytes.with(index, value);
const DAMAGES: readonly ByteMutation[] = [
  (bytes, rng) => {
    const i = at(bytes, rng);
    return changed(bytes, i, bytes[i]! ^ (1 << pick(rng, 0, 7)));
  },
  (bytes, rng) => changed(bytes, at(bytes, rng), pickOne(rng, [0, 0x7f, 0x80, 0xff, 0x45, 0x56])),
  (bytes, rng) => changed(bytes, pick(rng, 0, Math.min(27, bytes.length - 1)), pick(rng, 0, 255)),
  (bytes, rng) => changed(bytes, Math.min(26 + pick(rng, 0, 1), bytes.length - 1), pick(rng, 0, 255)),
  (bytes, rng) => {
    const i = at(bytes, rng);
    return concat(bytes.subarray(0, i), bytes.subarray(i + 1));
  },
  (bytes, rng) => {
    const i = at(bytes, rng);
    return concat(bytes.subarray(0, i), Uint8Array.of(pick(rng, 0, 255)), bytes.subarray(i));
  },
  (bytes, rng) => bytes.slice(0, Math.max(1, at(bytes, rng))),
  (bytes, rng) => {
    const i = at(bytes, rng);
    return concat(bytes, bytes.subarray(i));
  },
  (bytes, rng) => concat(Uint8Array.of(0x45, 0x56, pickOne(rng, [version.typed, version.records])), bytes.subarray(at(bytes, rng))),
];

/** Writes the correct checksum after the length that the header claims, where there are that many bytes; otherwise at the end. */
const repaired = (bytes: Uint8Array): Uint8Array => {
  const claimed = bytes.length > 28 ? 28 + bytes[26]! + bytes[27]! * 256 : bytes.length - CRC_BYTES;
  const end = claimed + CRC_BYTES <= bytes.length ? claimed : bytes.length - CRC_BYTES;
  const crc = crc16(bytes, 0, end);
  return concat(bytes.subarray(0, end), Uint8Array.of(crc & 255, crc >> 8), bytes.subarray(end + CRC_BYTES));
};

const pickOne = <V>(rng: Rng, values: readonly V[]): V => values[pick(rng, 0, values.length - 1)]!;

/** The first number that is not a safe integer, at any depth. */
const unsafeNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const odd = unsafeNumber(inner);
    if (odd !== undefined) return odd;
  }
  return undefined;
};

const liveSession = (encrypted: boolean, variant: Variant): Session => {
  const encryptionMode = encrypted ? 1 : 0;
  const link = openLink({ cpCode: CP_CODE, secret: SECRET, encryptionMode, random: 1, nowMs: NOW_MS, version: variant });
  const login = loginRequest(link, { cpType: 1, gunCount: 2, mainHw: '', mainSw: '', time: NOW_MS / 1_000, nonce: '00'.repeat(8) }, nodeCrypto);
  const inputs: readonly Input[] = [
    { kind: 'frame', frame: readFrame(writeRequest(link, login, { crypto: nodeCrypto }).bytes), nowMs: NOW_MS },
    { kind: 'credentials', credentials: { secret: SECRET, encryptionMode }, nowMs: NOW_MS },
    { kind: 'loginVerdict', verdict: { result: 0, epoch: 1, profile: PROFILE }, nowMs: NOW_MS },
  ];
  const fresh = openSession({ cpCode: CP_CODE, remoteAddress: '', overTls: false, random: 2, nowMs: NOW_MS }, SESSION_LIMITS);
  return inputs.reduce((session, input) => step(session, input, env).session, fresh);
};

type FuzzCounters = Fuzz['counts'];
const addCounts = (a: FuzzCounters, b: FuzzCounters, mutants: number): FuzzCounts => ({
  mutants,
  framesRead: a.framesRead + b.framesRead,
  delivered: a.delivered + b.delivered,
  sessionsEnded: a.sessionsEnded + b.sessionsEnded,
  alarms: a.alarms + b.alarms,
  badBytes: a.badBytes + b.badBytes,
  goodAfterStall: a.goodAfterStall + b.goodAfterStall,
  waitingBytesMax: Math.max(a.waitingBytesMax, b.waitingBytesMax),
  askedMax: Math.max(a.askedMax, b.askedMax),
  failures: [...a.failures, ...b.failures].slice(0, FAILURES_MAX),
});
