import { describe, expect, it } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { dial } from './testing/pile.ts';
import { connectPile, open, type TestListener } from './testing/listener.ts';
import { RecordPile } from './testing/record-pile.ts';

const gun = { gunNumber: 1, gunWorkStat: 2, voltage: '0.0', current: '0.0', meter: '1.0000', energy: '0.0000', money: '0.0000' };
const status = JSON.stringify({ time: Math.floor(Date.now() / 1_000), cpWorkStat: 1, guns: [gun] });
const done = '{"result":0}';
const refused = '{"result":1}';
const connectRecordPile = async ({ listener }: TestListener, cpCode = 'CP00000010'): Promise<RecordPile> => {
  const pile = new RecordPile(await dial(listener.port), cpCode);
  expect(JSON.parse(await pile.login())).toMatchObject({ result: 0, tzMinutes: 480, rateRuleNo: 'RR1' });
  return pile;
};

describe('v1.0 piles on the port of all native piles', () => {
  it('log in and report beside typed piles, also on one connection with them', async () => {
    const testbed = await open();
    const typed = await connectPile(testbed);
    const alone = await connectRecordPile(testbed);
    const shared = new RecordPile(typed.socket, 'CP00000011');
    expect(JSON.parse(await shared.login())).toMatchObject({ result: 0 });
    expect(await Promise.all([alone.request('9001', status), shared.request('9001', status)])).toEqual([done, done]);
    expect((await typed.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    const kinds = testbed.backend.events.filter(({ pile }) => pile.cpCode === 'CP00000011').map(({ event }) => event.kind);
    expect(kinds).toEqual(['recordReport', 'pileStatus', 'gunStatus']);
    expect(testbed.registry.size).toBe(3);
  });

  it('that send hostile bodies are refused each time, stay, and cost nobody their turn', async () => {
    const testbed = await open();
    const good = await connectPile(testbed);
    const hostile = await connectRecordPile(testbed);
    const bodies = [
      '['.repeat(16_000),
      `{"guns":[${'1,'.repeat(8_000)}1]}`,
      `{${Array.from({ length: 1_500 }, (_none, n) => `"${n.toString(36)}":0`).join(',')}}`,
      '{"time":1,"time":2}',
      '{"__proto__":{"time":1}}',
      `"${'\\ud800'.repeat(2_000)}"`,
      '\u0000',
      '',
    ];
    const began = performance.now();
    // Within the burst that any pile may send.
    const answers = bodies.flatMap((body) => Array.from({ length: 20 }, () => hostile.request('9004', body)));
    const others = await Promise.all(Array.from({ length: 20 }, () => good.sendRequest(pileInfo)));
    expect(others.every(({ message }) => 'result' in message.body && message.body.result === 0)).toBe(true);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([refused]));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await hostile.request('9001', status)).toBe(done);
    expect(testbed.backend.alarms.every(({ kind }) => kind === 'undecodable')).toBe(true);
    expect(testbed.errors).toEqual([]);
  });

  it('whose event is not stored get no answer, and the repetition has one', async () => {
    const testbed = await open();
    const pile = await connectRecordPile(testbed);
    let failures = 1;
    testbed.backend.beforeHandle = async ({ kind }) => {
      if (kind === 'gunStatus' && failures-- > 0) throw new Error('no database');
    };
    void pile.request('9001', status).catch(() => undefined);
    await eventually(() => expect(testbed.errors).toHaveLength(1));
    expect(await pile.request('9001', status)).toBe(done);
  });

  it('with a login larger than any are no piles', async () => {
    const testbed = await open();
    const pile = new RecordPile(await dial(testbed.listener.port), 'CP00000012');
    await expect(pile.request('0000', `{"auth":"${'0'.repeat(4_000)}"}`)).rejects.toThrow('closed');
    expect(testbed.backend.calls).toEqual([]);
  });
});
