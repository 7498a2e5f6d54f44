import { describe, expect, it } from 'vitest';
import type { DeviceCommand } from '../../protocol/device-command.ts';
import type { ReceivedFrame } from '../../protocol/native/client.ts';
import { SessionHarness, START_MS } from './testing/rig.ts';

const id = (text: string) => text.padEnd(16, '_');
const start = (over = {}): DeviceCommand => ({
  cmd: 'start',
  commandId: id('START'),
  gunNumber: 2,
  chargingOrderNo: 'CP1',
  idTag: '13800000000',
  strategyType: 2,
  strategyValE2: 5_000,
  balanceCents: 12_345,
  rateRuleNo: 'RR1',
  deadlineMs: START_MS + 60_000,
  ...over,
});
const stop: DeviceCommand = { cmd: 'stop', commandId: id('STOP'), gunNumber: 2, chargingOrderNo: 'CP1' };
const set: DeviceCommand = { cmd: 'setParameter', commandId: id('SET'), paramNo: 11, gunNumber: 0, value: '120.0' };

const live = (...args: ConstructorParameters<typeof SessionHarness>): SessionHarness => {
  const rig = new SessionHarness(...args);
  rig.login();
  return rig;
};
const command = (rig: SessionHarness, given: DeviceCommand): ReceivedFrame | undefined => {
  rig.feed({ kind: 'command', command: given });
  return rig.receivedFrames()[0];
};
const outcome = (rig: SessionHarness) => rig.outputsOf('taken').map((taken) => taken.outcome);
const settled = (rig: SessionHarness) => rig.outputsOf('settle').map(({ settlement }) => settlement);

describe('a command', () => {
  it('goes out with its id and comes back as one settlement', () => {
    const rig = live();
    const asked = command(rig, set)!;
    expect(outcome(rig)).toEqual(['sent']);
    expect(asked).toEqual({
      sequence: 1,
      message: { type: '1003', body: { cmdId: id('SET'), gunNumber: 0, parameter: { tag: 11, value: '120.0' } } },
    });
    rig.reply(asked, { paramNo: 11, value: '120.0', remark: '好' });
    const reply = { kind: 'commandReply', commandId: id('SET'), result: 0, paramNo: 11, keyVal: '120.0', remark: '好' };
    expect(settled(rig)).toEqual([{ commandId: id('SET'), cmd: 'setParameter', atMs: START_MS, outcome: 'answered', late: false, reply }]);
    rig.reply(asked);
    expect(settled(rig)).toEqual([]);
    expect(rig.session.commands).toEqual([]);
  });

  it('is said again after 5, 10 and 20 s, the same frame, and then given up', () => {
    const rig = live();
    const asked = command(rig, set)!;
    for (const ms of [5_000, 10_000, 20_000]) {
      expect(rig.advance(ms - 1)).toEqual([]);
      rig.advance(1);
      expect(rig.receivedFrames()).toEqual([asked]);
    }
    expect(rig.advance(19_999)).toEqual([]);
    rig.advance(1);
    expect(settled(rig)).toMatchObject([{ outcome: 'timedOut', commandId: id('SET') }]);
    expect(rig.outputsOf('send')).toEqual([]);
    rig.reply(asked, { result: 1 });
    expect(settled(rig)).toMatchObject([{ outcome: 'answered', late: true, reply: { result: 1 } }]);
    rig.reply(asked, { result: 1 });
    expect(settled(rig)).toEqual([]);
  });

  it('is lost with the connection, each once', () => {
    const rig = live();
    command(rig, set);
    command(rig, stop);
    rig.feed({ kind: 'close', reason: 'closed' });
    expect(settled(rig)).toMatchObject([
      { commandId: id('SET'), outcome: 'lost' },
      { commandId: id('STOP'), outcome: 'lost' },
    ]);
    expect(rig.outputs.at(-1)).toEqual({ kind: 'ended', reason: 'closed' });
    expect(rig.feed({ kind: 'close', reason: 'closed' })).toEqual([]);
    command(rig, set);
    expect(outcome(rig)).toEqual(['offline']);
  });

  it('with an id that is on its way is not said twice', () => {
    const rig = live();
    command(rig, set);
    expect(command(rig, set)).toBeUndefined();
    expect(outcome(rig)).toEqual(['sent']);
  });

  it('is refused when it cannot be said', () => {
    const rig = new SessionHarness();
    command(rig, set);
    expect(outcome(rig)).toEqual(['offline']);
    rig.login();
    command(rig, { cmd: 'clearCache', commandId: id('X') });
    expect(outcome(rig)).toEqual(['unsupported']);
    command(rig, { ...set, value: '120.05' });
    expect(outcome(rig)).toEqual(['invalid']);
    command(rig, { ...set, paramNo: 23 });
    expect(outcome(rig)).toEqual(['invalid']);
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'unencodable' } }]);
    for (let i = 0; i < 32; i += 1) command(rig, { ...set, commandId: id(`N${i}`) });
    expect(outcome(rig)).toEqual(['sent']);
    command(rig, set);
    expect(outcome(rig)).toEqual(['busy']);
    expect(rig.session.commands).toHaveLength(32);
  });

  it('answers to commands nobody gave change nothing', () => {
    const rig = live();
    const asked = command(rig, set)!;
    rig.reply({ ...asked, sequence: 99 });
    expect(rig.outputsOf('settle')).toEqual([]);
    expect(rig.outputsOf('deliver')).toEqual([]);
    expect(rig.session.commands).toHaveLength(1);
  });

  it('counts sequences over the end of 32 bits', () => {
    const rig = live();
    rig.session = { ...rig.session, nextSequence: 2 ** 32 - 1 };
    expect(command(rig, set)?.sequence).toBe(2 ** 32 - 1);
    expect(command(rig, stop)?.sequence).toBe(1);
  });
});

describe('a start', () => {
  it('is said once, whatever happens, and times out at its deadline', () => {
    const rig = live();
    expect(command(rig, start())).toMatchObject({
      message: { type: '1001', body: { deadline: (START_MS + 60_000) / 1_000, account: '13800000000', balance: 12_345 } },
    });
    for (let i = 0; i < 59; i += 1) expect(rig.advance(1_000)).toEqual([]);
    rig.advance(1_000);
    expect(rig.outputsOf('send')).toEqual([]);
    expect(settled(rig)).toMatchObject([{ cmd: 'start', outcome: 'timedOut' }]);
  });
  it('past its deadline is not said at all', () => {
    const rig = live();
    expect(command(rig, start({ deadlineMs: START_MS }))).toBeUndefined();
    expect(outcome(rig)).toEqual(['expired']);
  });
});

it('a stop is said every 5 s until it is confirmed', () => {
  const rig = live();
  const asked = command(rig, stop)!;
  for (let i = 0; i < 6; i += 1) {
    rig.advance(5_000);
    expect(rig.receivedFrames()).toEqual([asked]);
  }
  rig.reply(asked);
  expect(settled(rig)).toMatchObject([{ cmd: 'stop', outcome: 'answered' }]);
  expect(rig.advance(5_000)).toEqual([]);
});

it('a probe is a question of ours that nobody is told about', () => {
  const rig = live();
  rig.feed({ kind: 'probe' });
  const asked = rig.receivedFrames()[0]!;
  expect(asked.message).toMatchObject({ type: '1015', body: { gunNumber: 0 } });
  rig.reply(asked);
  expect(rig.outputsOf('settle')).toEqual([]);
  rig.feed({ kind: 'probe' });
  rig.feed({ kind: 'close', reason: 'replaced' });
  expect(rig.outputsOf('settle')).toEqual([]);
});
