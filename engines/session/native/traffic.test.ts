import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../protocol/codec/bytes.ts';
import { seededRng } from '../../protocol/codec/random.ts';
import { endRecordMessage } from '../../protocol/native/client.ts';
import { readFrame, writeFrame } from '../../protocol/native/frame.ts';
import { encodeBody, messageOf, messages, type BodyOf, type PileRequest } from '../../protocol/native/messages.ts';
import vectors from '../../protocol/native/native.vectors.json' with { type: 'json' };
import { nodeCrypto } from '../../protocol/native/testing/node-crypto.ts';
import { readPauseMs } from './pace.ts';
import { ACCEPTED, PROFILE, SessionHarness, START_MS } from './testing/rig.ts';

const sample = (over: Partial<BodyOf<'0010'>> = {}): PileRequest => ({
  type: '0010',
  body: { ...messages['0010'].body.decode(fromHex(vectors.vectors[3]!.bodyHex)), time: START_MS / 1_000, ...over },
});
const accountQuery: PileRequest = { type: '0003', body: { gunNumber: 1, accountType: 1, account: 'CARD1', password: '0'.repeat(64) } };
const requestStart: PileRequest = {
  type: '0004',
  body: { ...accountQuery.body, password: 'AB'.repeat(32), vin: '', chargingStrategyType: 1, chargingStrategyVal: 0, localOrderNo: '' },
};
const orderFacts = messages['0015'].body.decode(fromHex(vectors.vectors[5]!.bodyHex));

const live = (...args: ConstructorParameters<typeof SessionHarness>): SessionHarness => {
  const rig = new SessionHarness(...args);
  rig.login();
  return rig;
};
const ticketOf = (rig: SessionHarness): number => rig.outputsOf('deliver')[0]!.ticket;

describe('a request', () => {
  it('is delivered with a ticket, and its answer goes out under its sequence', () => {
    const rig = live();
    rig.sendRequest(accountQuery, { sequence: 40 });
    expect(rig.outputsOf('deliver')).toEqual([
      { kind: 'deliver', ticket: 1, events: [{ kind: 'accountQuery', gunNumber: 1, accountType: 1, account: 'CARD1' }] },
    ]);
    rig.feed({ kind: 'answer', ticket: 1, answers: [{ result: 0, balanceCents: -5, currency: 'CNY', displayName: '充电'.repeat(10) }] });
    expect(rig.receivedFrames()).toEqual([
      { sequence: 40, message: { type: '0103', body: { result: 0, balance: 0, currency: 'CNY', displayName: '充电'.repeat(5) } } },
    ]);
  });

  it('repeated while it waits is asked once; repeated later gets the stored reply', () => {
    const rig = live();
    rig.sendRequest(sample(), { sequence: 5 });
    const ticket = ticketOf(rig);
    rig.sendRequest(sample(), { sequence: 5 });
    expect(rig.outputsOf('deliver')).toEqual([]);
    expect(rig.outputsOf('send')).toEqual([]);
    rig.feed({ kind: 'answer', ticket, answers: [{ result: 0 }] });
    rig.nowMs += 20_000;
    rig.sendRequest(sample(), { sequence: 5 });
    expect(rig.outputsOf('deliver')).toEqual([]);
    expect(rig.receivedFrames()).toEqual([{ sequence: 5, message: { type: '0110', body: { result: 0 } } }]);
  });

  it('with an old sequence and another content is a new one', () => {
    const rig = live();
    rig.sendRequest(sample(), { sequence: 5 });
    rig.feed({ kind: 'answer', ticket: ticketOf(rig), answers: [{ result: 0 }] });
    rig.sendRequest(sample({ chargingSoc: 62 }), { sequence: 5 });
    expect(rig.outputsOf('deliver')).toHaveLength(1);
  });

  it('is answered at once while others and a command of ours wait', () => {
    const rig = live();
    rig.feed({ kind: 'command', command: { cmd: 'queryStatus', commandId: 'Q'.repeat(16), gunNumber: 1 } });
    rig.sendRequest(accountQuery);
    const first = ticketOf(rig);
    rig.sendRequest(sample());
    const second = ticketOf(rig);
    rig.feed({ kind: 'answer', ticket: second, answers: [{ result: 0 }] });
    expect(rig.receivedFrames()).toHaveLength(1);
    rig.feed({ kind: 'answer', ticket: first, answers: [{ result: 1, balanceCents: 0, currency: 'CNY', displayName: '' }] });
    expect(rig.receivedFrames()).toMatchObject([{ message: { type: '0103', body: { result: 1 } } }]);
  });

  it.each([
    ['0003', accountQuery, { result: 153 }],
    ['0004', requestStart, { result: 153, chargingOrderNo: '' }],
    ['0015', { type: '0015', body: orderFacts }, { chargingOrderNo: 'CP000000010126112100000001', result: 1 }],
    ['0010', sample(), null],
  ] as const)('that failed (%s) is not remembered, so that a repetition counts', (_type, message: PileRequest, said) => {
    const rig = live();
    rig.sendRequest(message, { sequence: 9 });
    rig.feed({ kind: 'failed', ticket: ticketOf(rig) });
    expect(rig.receivedFrames().map((heard) => heard.message.body)).toMatchObject(said ? [said] : []);
    rig.sendRequest(message, { sequence: 9 });
    expect(rig.outputsOf('deliver')).toHaveLength(1);
  });

  it('answered by something that does not fit the frame fails with an alarm', () => {
    const rig = live();
    rig.sendRequest(requestStart);
    rig.feed({
      kind: 'answer',
      ticket: ticketOf(rig),
      answers: [{ result: 0, chargingOrderNo: 'X'.repeat(33), balanceCents: 0, rateRuleNo: '', maxAmountCents: 0 }],
    });
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'unencodable' } }]);
    expect(rig.receivedFrames()).toMatchObject([{ message: { type: '0104', body: { result: 153 } } }]);
  });
});

describe('an order record', () => {
  const record = (rig: SessionHarness, over: Partial<typeof orderFacts> = {}) => endRecordMessage(rig.link, { ...orderFacts, ...over }, nodeCrypto);

  it('carries digest, raw body, store flag and a checked code', () => {
    const rig = live();
    const message = record(rig);
    rig.sendRequest(message, { stored: true });
    const body = encodeBody(message);
    expect(rig.outputsOf('deliver')[0]!.events[0]).toMatchObject({
      kind: 'endRecord',
      checkCode: 'ok',
      fromStore: true,
      raw: toHex(body),
      digest: createHash('sha256').update(body).digest('hex'),
      chargingOrderNo: 'CP000000010126112100000001',
      startMeterDwh: 45_000_001_234,
      energyDwh: 180_000,
      stopReason: 9,
      stageEnergyDwh: [0, 0, 51_234, 128_766],
      deviceAmountE4: [80_932, 72_000, 0, 0, 152_932],
    });
  });
  it('with a wrong code is delivered as such, without a secret as unchecked', () => {
    const rig = live();
    rig.sendRequest({ type: '0015', body: orderFacts });
    expect(rig.outputsOf('deliver')[0]!.events[0]).toMatchObject({ checkCode: 'ok', fromStore: false });
    rig.sendRequest({ type: '0015', body: { ...orderFacts, stopReason: 10 } });
    expect(rig.outputsOf('deliver')[0]!.events[0]).toMatchObject({ checkCode: 'wrong' });
    const open = live({ secret: null });
    open.sendRequest(record(open));
    expect(open.outputsOf('deliver')[0]!.events[0]).toMatchObject({ checkCode: 'absent' });
  });
});

describe('what cannot be read', () => {
  const raw = (rig: SessionHarness, type: string, payload: Uint8Array) =>
    rig.bytes(writeFrame({ version: 0x20, flags: 0, type, sequence: 77, cpCode: 'CP00000001' }, payload));

  it.each([
    ['0010', 62, { result: 1 }],
    ['0003', 3, { result: 153 }],
    ['0015', 361, { result: 1 }],
    ['0006', 0, { result: 1 }],
  ] as const)('type %s with %i bytes is refused with an alarm and keeps the session', (type, size, body) => {
    const rig = live();
    raw(rig, type, new Uint8Array(size).fill(0x41));
    expect(rig.outputsOf('deliver')).toEqual([]);
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'undecodable' } }]);
    expect(rig.receivedFrames()).toMatchObject([{ sequence: 77, message: { body } }]);
    rig.sendRequest(sample());
    expect(rig.outputsOf('deliver')).toHaveLength(1);
  });
  it('an unknown type of a newer device is refused, a reply to nothing and a platform type are only told', () => {
    const rig = live();
    raw(rig, '0042', new Uint8Array(4));
    expect(rig.outputsOf('send').map(({ bytes }) => readFrame(bytes))).toMatchObject([{ type: '0142', flags: 2, payload: Uint8Array.of(1) }]);
    raw(rig, '1001', encodeBody({ type: '1015', body: { cmdId: 'X', gunNumber: 0 } }));
    expect(rig.outputsOf('send')).toEqual([]);
    expect(rig.outputsOf('alarm')).toHaveLength(1);
  });
  it('version 1.0 records end the session', () => {
    const rig = live();
    rig.bytes(writeFrame({ version: 0x10, flags: 0, type: '9001', sequence: 1, cpCode: 'CP00000001' }, new Uint8Array(2)));
    expect(rig.outputsOf('ended')).toMatchObject([{ reason: 'breach' }]);
  });
});

describe('the clock of a pile', () => {
  it('is believed within five minutes, then replaced by ours and told once', () => {
    const rig = live();
    rig.sendRequest(sample({ time: START_MS / 1_000 - 300 }));
    expect(rig.outputsOf('deliver')[0]!.events[0]).toMatchObject({ atMs: START_MS - 300_000 });
    expect(rig.outputsOf('alarm')).toEqual([]);
    rig.sendRequest(sample({ time: START_MS / 1_000 - 301 }));
    expect(rig.outputsOf('deliver')[0]!.events[0]).toMatchObject({ atMs: START_MS });
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'clockOff', detail: '-301 s' } }]);
    rig.sendRequest(sample({ time: 0 }));
    expect(rig.outputsOf('alarm')).toEqual([]);
  });
});

describe('the bounds', () => {
  it('let a burst through, then slow the pile to the sustained rate', () => {
    const rig = live({ limits: { ticketsMax: 1_000 } });
    const pause = () => readPauseMs(rig.session, rig.nowMs, rig.env.limits);
    for (let i = 0; i < 199; i += 1) {
      expect(pause()).toBe(0);
      rig.sendRequest(sample());
    }
    expect(pause()).toBe(50);
    rig.nowMs += 50;
    expect(pause()).toBe(0);
    rig.sendRequest(sample());
    expect(pause()).toBe(50);
    rig.nowMs += 3_600_000;
    expect(pause()).toBe(0);
    expect(rig.outputsOf('deliver')).toHaveLength(1);
  });

  it('stop reading while 64 answers are due, and go on with the first', () => {
    const rig = live();
    for (let i = 0; i < 64; i += 1) rig.sendRequest(sample());
    expect(readPauseMs(rig.session, rig.nowMs, rig.env.limits)).toBe(Infinity);
    rig.feed({ kind: 'answer', ticket: 1, answers: [{ result: 0 }] });
    expect(readPauseMs(rig.session, rig.nowMs, rig.env.limits)).toBe(0);
  });

  it('keep the last 16 to 32 replies, for a minute', () => {
    const rig = live();
    for (let i = 1; i <= 100; i += 1) {
      rig.nowMs += 100;
      rig.sendRequest(sample(), { sequence: i });
      rig.feed({ kind: 'answer', ticket: ticketOf(rig), answers: [{ result: 0 }] });
      expect(rig.session.requests.length).toBeLessThanOrEqual(32);
    }
    rig.sendRequest(sample(), { sequence: 85 });
    expect(rig.outputsOf('deliver')).toEqual([]);
    rig.sendRequest(sample(), { sequence: 68 });
    expect(rig.outputsOf('deliver')).toHaveLength(1);
    rig.feed({ kind: 'failed', ticket: ticketOf(rig) });
    rig.advance(59_000);
    expect(rig.session.requests.length).toBeGreaterThan(0);
    rig.nowMs += 900;
    rig.sendRequest(sample(), { sequence: 200 });
    rig.advance(60_000);
    expect(rig.session.requests.map((asked) => asked.sequence)).toEqual([200]);
  });
});

describe('silence', () => {
  it.each([
    [60, 180_000],
    [10, 60_000],
    [0, 180_000],
  ])('with a pile interval of %i s ends a session after %i ms', (pileS, silentMs) => {
    const rig = new SessionHarness();
    rig.login({ result: 0, epoch: 1, profile: { ...PROFILE, intervals: { ...PROFILE.intervals, pileS } } });
    expect(rig.advance(silentMs - 1)).toEqual([]);
    rig.sendRequest(sample());
    expect(rig.advance(silentMs - 1)).toEqual([]);
    expect(rig.advance(1)).toEqual([{ kind: 'ended', reason: 'silent' }]);
  });

  it('follows an interval that the pile has taken since', () => {
    const rig = new SessionHarness();
    rig.login({ result: 0, epoch: 1, profile: { ...PROFILE, intervals: { ...PROFILE.intervals, pileS: 60 } } });
    rig.feed({ kind: 'command', command: { cmd: 'setParameter', commandId: 'INTERVAL'.padEnd(16, '0'), paramNo: 1, gunNumber: 0, value: '300' } });
    const [asked] = rig.receivedFrames();
    if (!asked) throw new Error('nothing was said');
    rig.reply(asked);
    expect(rig.advance(899_999)).toEqual([]);
    expect(rig.advance(1)).toEqual([{ kind: 'ended', reason: 'silent' }]);
  });
});

describe('the communication log', () => {
  it('holds every frame of both directions, without secrets', () => {
    const rig = new SessionHarness();
    const records = [
      rig.sendRequest(rig.loginMessage()),
      rig.feed({ kind: 'credentials', credentials: rig.credentials }),
      rig.feed({ kind: 'loginVerdict', verdict: ACCEPTED }),
      rig.sendRequest(requestStart),
      rig.feed({ kind: 'failed', ticket: 1 }),
    ].flatMap((outputs) => rig.outputsOf('log', outputs).map(({ record }) => record));
    expect(records.map(({ direction, type, epoch, sequence }) => [direction, type, epoch, sequence])).toEqual([
      ['up', '0000', null, '1'],
      ['down', '0100', 7, '1'],
      ['up', '0004', 7, '2'],
      ['down', '0104', 7, '2'],
    ]);
    expect(records[0]!.raw).toMatch(/0011223344556677(xx){16}[0-9A-F]{4}$/);
    expect(records[2]!.raw).not.toContain('ABABAB');
    expect(records[2]!.summary).toBe('request start, gunNumber 1, accountType card (1), account CARD1');
  });

  it('holds the plain body of an encrypted frame beside its bytes', () => {
    const rig = new SessionHarness({ encryptionMode: 1 });
    rig.login();
    rig.sendRequest(requestStart);
    const { record } = rig.outputsOf('log')[0]!;
    expect(record.raw).not.toContain('xx');
    expect(record.plainBody).toBe(toHex(encodeBody(requestStart)).replace('AB'.repeat(32), 'xx'.repeat(32)));
  });
});

it('delivers any legal message of any seed as an event, and answers it', () => {
  const types = ['0001', '0002', '0003', '0004', '0005', '0006', '0010', '0011', '0012', '0013', '0014', '0015'] as const;
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...types), (seed, type) => {
      const rig = live();
      rig.bytes(writeFrame({ version: 0x20, flags: 0, type, sequence: 2, cpCode: 'CP00000001' }, encodeSample(type, seed)));
      expect(rig.outputsOf('deliver')).toHaveLength(1);
      rig.feed({ kind: 'failed', ticket: ticketOf(rig) });
      expect(rig.session.phase).toBe('live');
    }),
    { numRuns: 300 },
  );
});

const encodeSample = (type: string, seed: number): Uint8Array => {
  const { body } = messageOf(type)!;
  return body.encode(body.sample(seededRng(seed)));
};
