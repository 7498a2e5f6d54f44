import { seededRng } from '#engines/protocol/codec/random.ts';
import { pileCalls } from '#engines/protocol/ocpp16/client.ts';
import { outputsOfKind, SessionHarness, YES } from './rig.ts';
import type { Session } from '../session.ts';

export interface FuzzResult {
  /** Damaged messages that were delivered as calls, refused, or recognized as no messages. */
  readonly served: number;
  readonly refused: number;
  readonly unreadable: number;
  /** Largest size of the session, as JSON. */
  readonly sessionLengthMax: number;
}

const atMs = Date.UTC(2026, 10, 20, 12);
/** No input of a station may make its session larger than this. */
const SESSION_LENGTH_MAX = 4_000;

interface Random {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
}

/** Good messages of every kind, which are then damaged. */
const readings = [{ atMs, meterDwh: 123_456, powerW: 7_000, currentDa: 320, voltageDv: 2_300, soc: 55 }];
const calls = [
  pileCalls.boot({ chargePointVendor: 'vendor', chargePointModel: 'model', firmwareVersion: '1.0' }),
  pileCalls.heartbeat(),
  pileCalls.authorize('CARD'),
  pileCalls.status({ gunNumber: 1, status: 'Faulted', errorCode: 'HighTemperature', info: 'hot', atMs }),
  pileCalls.start({ gunNumber: 1, idTag: 'CARD', startMeterDwh: 10, atMs }),
  pileCalls.meterValues({ gunNumber: 1, transactionId: 7, readings }),
  pileCalls.stop({ transactionId: 7, stopMeterDwh: 123_456, atMs, reason: 'Local', readings }),
];
const texts = [
  ...calls.map(({ action, payload }, n) => JSON.stringify([2, `m${n}`, action, payload])),
  '[3,"p-1",{"status":"Accepted"}]',
  '[4,"p-1","GenericError","no",{}]',
  '[2,"d","DataTransfer",{"vendorId":"v","data":"x"}]',
];
const seeds = [
  'null',
  '-1',
  '1e999',
  '1e308',
  '"\\ud800"',
  '{}',
  '[]',
  '"__proto__"',
  '{"__proto__":{"x":1}}',
  '[[[[[[[[]]]]]]]]',
  '"2026-02-30T25:61:61Z"',
  '2147483648',
  'true',
  '""',
  '0.1',
  '"𝟙"',
];

/**
 * Feeds `count` damaged messages to one session, each followed by a good one that must be parsed and answered. Throws at the first failure: a crash,
 * a good message without an answer, a call not answered exactly once, or a session that grows.
 */
export const fuzz = ({ seed, count }: { readonly seed: number; readonly count: number }): FuzzResult => {
  const rng = seededRng(seed);
  const random: Random = { below: (max) => Math.floor(rng() * max) };
  const tally = { served: 0, refused: 0, unreadable: 0, sessionLengthMax: 0 };
  const rig = new SessionHarness({ messagesPerTickMax: Number.POSITIVE_INFINITY }).admit();

  for (let n = 0; n < count; n += 1) {
    if (n % 16 === 0) rig.command({ commandId: `C${n}`, cmd: 'clearCache' });
    const text = spoil(texts[random.below(texts.length)] ?? '', random);
    const kind = serve(rig, text);
    if (kind) tally[kind] += 1;
    if (serve(rig, `[2,"good${n}","Heartbeat",{}]`) !== 'served') throw new Error(`the good message after ${JSON.stringify(text)} was not served`);
    check(rig.session, tally, text);
  }
  return tally;
};

/** The outcome of a message: a call that the business answered or refused, or no message; undefined for an answer to a call of the platform. */
const serve = (rig: SessionHarness, text: string): 'served' | 'refused' | 'unreadable' | undefined => {
  const outputs = rig.say(text);
  const records = outputsOfKind(outputs, 'log').map(({ record }) => record);
  if (records.some(({ type }) => type === 'unreadable')) return 'unreadable';
  if (rig.session.calls.length === 0 && rig.receivedMessages().every(([type]) => type === 2)) return undefined;
  for (const { ticket, events } of outputsOfKind(outputs, 'deliver')) {
    for (const event of events) checkNumbers(event, text);
    rig.feed({ kind: 'answers', ticket, answers: events.map(() => YES) });
  }
  const answers = [...rig.receivedMessages(outputs), ...(rig.outputs === outputs ? [] : rig.receivedMessages())].filter(([type]) => type !== 2);
  if (answers.length !== 1) throw new Error(`${JSON.stringify(text)} was answered ${answers.length} times`);
  return answers[0]?.[0] === 4 ? 'refused' : 'served';
};

/** Events for the business contain only finite numbers. */
const checkNumbers = (event: object, text: string): void => {
  for (const [field, value] of Object.entries(event)) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${field} is ${value} after ${JSON.stringify(text)}`);
  }
};

const check = (session: Session, tally: { sessionLengthMax: number }, text: string): void => {
  if (session.rpc.owed.length > 0 || session.calls.length > 0) throw new Error(`a call is still owed after ${JSON.stringify(text)}`);
  const length = JSON.stringify({ ...session, rpc: { ...session.rpc, waiting: session.rpc.waiting.length } }).length;
  Object.assign(tally, { sessionLengthMax: Math.max(tally.sessionLengthMax, length) });
  if (length > SESSION_LENGTH_MAX || session.phase === 'closed') throw new Error(`the session grew or closed after ${JSON.stringify(text)}`);
};

/** Half of the messages stay valid JSON with false values, the other half are damaged as text. */
const spoil = (text: string, random: Random): string => {
  const kinds = random.below(2) === 0 ? FALSE_VALUES : breakers;
  let spoilt = text;
  const times = 1 + random.below(3);
  for (let n = 0; n < times; n += 1) spoilt = (kinds[random.below(kinds.length)] ?? identity)(spoilt, random);
  return spoilt;
};

const identity = (text: string): string => text;
const cut = (text: string, random: Random): readonly [string, string] => {
  const at = random.below(text.length + 1);
  return [text.slice(0, at), text.slice(at)];
};

type TextMutation = (text: string, random: Random) => string;

const breakers: readonly TextMutation[] = [
  // One character is changed, lost or doubled, or everything after it is lost.
  (text, random) => {
    const [head, tail] = cut(text, random);
    return head + String.fromCharCode(random.below(65_536)) + tail.slice(1);
  },
  (text, random) => {
    const [head, tail] = cut(text, random);
    return head + tail.slice(1 + random.below(4));
  },
  (text, random) => {
    const [head, tail] = cut(text, random);
    return head + tail.slice(0, 3) + tail;
  },
  (text, random) => cut(text, random)[0],
  (text) => text + text,
];

const DEEP = '['.repeat(2_000) + ']'.repeat(2_000);

const FALSE_VALUES: readonly TextMutation[] = [
  (text, random) => replaceValue(text, random, seeds[random.below(seeds.length)] ?? 'null'),
  (text, random) => replaceValue(text, random, String(random.below(2) === 0 ? -random.below(1_000_000) : random.below(1_000_000) / 7)),
  (text, random) => replaceValue(text, random, DEEP),
  (text, random) => replaceValue(text, random, `"${'x'.repeat(random.below(300))}"`),
];

const MARK = '@mark@';

/** Replaces a value at a random place in a message, mostly inside its payload, by the JSON text `value`. */
const replaceValue = (text: string, random: Random, value: string): string =>
  // The serializer cannot handle values that are nested too deeply.
  text.includes(DEEP.slice(0, 100)) ? text : replaceLeaf(parse(text), random).replace(`"${MARK}"`, () => value);

const replaceLeaf = (parsed: unknown, random: Random): string => {
  const isLeaf = (each: unknown): boolean => typeof each !== 'object' || each === null || Object.keys(each).length === 0;
  let count = 0;
  JSON.stringify(parsed, (_key, each: unknown) => {
    count += isLeaf(each) ? 1 : 0;
    return each;
  });
  // The first three leaves are type, id and action, which are damaged seldom.
  const first = random.below(10) === 0 ? 0 : 3;
  let left = first + random.below(Math.max(1, count - first));
  const mark = (_key: string, each: unknown): unknown => {
    if (!isLeaf(each)) return each;
    left -= 1;
    return left === -1 ? MARK : each;
  };
  return JSON.stringify(parsed, mark);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
