import { seededRng } from '#engines/protocol/codec/random.ts';
import { pileCalls } from '#engines/protocol/ocpp16/client.ts';
import { receive } from '#engines/protocol/ocpp16/receive.ts';
import { openRpc, stepRpc, type RpcInput, type RpcOutput, type RpcSession } from '#engines/protocol/ocpp16/rpc.ts';

export interface FuzzResult {
  /** Mutated messages that were handed out as calls, refused, or were no messages. */
  readonly served: number;
  readonly refused: number;
  readonly unreadable: number;
  /** Largest the session ever was, as JSON. */
  readonly sessionLengthMax: number;
}

const atMs = Date.UTC(2026, 10, 20, 12);
/** Nothing a station says may make its session grow beyond this. */
const SESSION_LENGTH_MAX = 2_000;

interface Random {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
}

/** Good messages of every kind, to be spoilt. */
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
 * Feeds `count` spoilt messages to one session, each followed by a good one that has to be read and answered. Throws at the first
 * breach: a crash, a good message not served, a call not answered exactly once, or a session that grows.
 */
export const fuzz = ({ seed, count }: { readonly seed: number; readonly count: number }): FuzzResult => {
  const rng = seededRng(seed);
  const random: Random = { below: (max) => Math.floor(rng() * max) };
  const tally = { served: 0, refused: 0, unreadable: 0, sessionLengthMax: 0 };
  let session = openRpc<string>('p-');
  const feed = (input: RpcInput<string>): readonly RpcOutput<string>[] => {
    const step = stepRpc(session, input);
    session = step.session;
    return step.outputs;
  };

  for (let n = 0; n < count; n += 1) {
    if (n % 16 === 0) feed({ kind: 'call', atMs, call: { subject: 'x', action: 'ClearCache', payload: {} } });
    const text = spoil(texts[random.below(texts.length)] ?? '', random);
    for (const output of feed({ kind: 'text', text, atMs })) {
      if (output.kind === 'note') tally.unreadable += 1;
      if (output.kind === 'serve') tally[serve(output, feed, text) ? 'served' : 'refused'] += 1;
    }
    const [good] = feed({ kind: 'text', text: `[2,"good${n}","Heartbeat",{}]`, atMs });
    if (good?.kind !== 'serve' || !serve(good, feed, '')) throw new Error(`the good message after ${JSON.stringify(text)} was not served`);
    check(session, tally, text);
  }
  return tally;
};

/** Answers a call the way the gateway does; false when it was refused. */
const serve = (
  call: Extract<RpcOutput<string>, { kind: 'serve' }>,
  feed: (input: RpcInput<string>) => readonly RpcOutput<string>[],
  text: string,
): boolean => {
  const incoming = receive(call, { atMs, heartbeatS: 60, text });
  const refused = 'refusal' in incoming;
  const reply = refused
    ? incoming.refusal
    : incoming.reply(incoming.events.map(() => ({ result: 0, balanceCents: 0, currency: '', displayName: '' })));
  for (const event of refused ? [] : incoming.events) checkNumbers(event, text);
  const sent = feed({ kind: 'reply', id: call.id, reply });
  if (sent.length !== 1 || sent[0]?.kind !== 'send') throw new Error(`${JSON.stringify(text)} was answered ${sent.length} times`);
  JSON.parse(sent[0].text);
  return !refused;
};

/** What reaches the business is made of finite numbers. */
const checkNumbers = (event: object, text: string): void => {
  for (const [field, value] of Object.entries(event)) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${field} is ${value} after ${JSON.stringify(text)}`);
  }
};

const check = (session: RpcSession<string>, tally: { sessionLengthMax: number }, text: string): void => {
  if (session.owed.length > 0) throw new Error(`a call is still owed after ${JSON.stringify(text)}`);
  const length = JSON.stringify({ ...session, waiting: session.waiting.length }).length;
  Object.assign(tally, { sessionLengthMax: Math.max(tally.sessionLengthMax, length) });
  if (length > SESSION_LENGTH_MAX || session.closed) throw new Error(`the session grew or closed after ${JSON.stringify(text)}`);
};

/** Half of the messages stay JSON and lie, the other half are damaged. */
const spoil = (text: string, random: Random): string => {
  const kinds = random.below(2) === 0 ? liars : breakers;
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

type Spoiler = (text: string, random: Random) => string;

const breakers: readonly Spoiler[] = [
  // One character changed, lost, doubled, or everything behind it.
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

const liars: readonly Spoiler[] = [
  (text, random) => replaceValue(text, random, seeds[random.below(seeds.length)] ?? 'null'),
  (text, random) => replaceValue(text, random, String(random.below(2) === 0 ? -random.below(1_000_000) : random.below(1_000_000) / 7)),
  (text, random) => replaceValue(text, random, DEEP),
  (text, random) => replaceValue(text, random, `"${'x'.repeat(random.below(300))}"`),
];

const MARK = '@mark@';

/** Puts the JSON text `value` in the place of a value somewhere in a message, mostly inside its payload. */
const replaceValue = (text: string, random: Random, value: string): string =>
  // The serializer cannot walk what is nested too deep.
  text.includes(DEEP.slice(0, 100)) ? text : replaceLeaf(parse(text), random).replace(`"${MARK}"`, () => value);

const replaceLeaf = (parsed: unknown, random: Random): string => {
  const isLeaf = (each: unknown): boolean => typeof each !== 'object' || each === null || Object.keys(each).length === 0;
  let count = 0;
  JSON.stringify(parsed, (_key, each: unknown) => {
    count += isLeaf(each) ? 1 : 0;
    return each;
  });
  // The first three leaves are type, id and action: hit them seldom.
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
