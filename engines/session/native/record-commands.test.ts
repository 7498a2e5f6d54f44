import { describe, expect, it } from 'vitest';
import type { PileEvent } from '../../protocol/device-backend.ts';
import { command as command9010 } from '../../protocol/native/records/messages/9010-command.ts';
import { RecordHarness } from './testing/record-rig.ts';

const live = (options: ConstructorParameters<typeof RecordHarness>[0] = {}): RecordHarness => {
  const rig = new RecordHarness(options);
  rig.login();
  return rig;
};
const eventsOf = (rig: RecordHarness): readonly PileEvent[] => rig.outputsOf('deliver').flatMap(({ events }) => [...events]);
const ticketOf = (rig: RecordHarness): number => rig.outputsOf('deliver')[0]?.ticket ?? -1;

describe('a command', () => {
  const command = { commandId: 'C000000000000001', cmd: 'stop', gunNumber: 2, chargingOrderNo: 'O1' } as const;
  it('goes out as 9010 and is settled by 9110', () => {
    const rig = live();
    rig.feed({ kind: 'command', command });
    expect(rig.outputsOf('taken')).toMatchObject([{ outcome: 'sent' }]);
    const [sent] = rig.receivedRecords();
    expect(sent).toMatchObject({
      message: { type: '9010', body: { cmdId: 'C000000000000001', cmd: 'stop', gunNumber: 2, keyVal: { orderNo: 'O1' }, stat: 1 } },
    });
    rig.answerCommand(sent!, { result: 3, remark: 'no such order' });
    expect(rig.outputsOf('settle')).toMatchObject([
      { settlement: { cmd: 'stop', outcome: 'answered', late: false, reply: { commandId: 'C000000000000001', result: 3, remark: 'no such order' } } },
    ]);
  });
  it('get brings its values as a report of parameters, before it is settled', () => {
    const rig = live();
    rig.feed({ kind: 'command', command: { commandId: 'C2', cmd: 'readParameters', paramNos: [] } });
    rig.answerCommand(rig.receivedRecords()[0]!, { keyVal: { '1': '60', '11': '120.0' } });
    expect(rig.outputs.map(({ kind }) => kind)).toEqual(['log', 'deliver', 'settle']);
    expect(eventsOf(rig)).toEqual([{ kind: 'parameterReport', values: { '1': '60', '11': '120.0' } }]);
    // Nothing is sent for it.
    rig.feed({ kind: 'answer', ticket: ticketOf(rig), answers: [{ result: 0 }] });
    expect(rig.outputsOf('send')).toEqual([]);
  });
  it('with a value that the parameter cannot have is invalid, one without a word is unsupported', () => {
    const rig = live();
    const outcomeOf = (wanted: Parameters<typeof feedCommand>[1]): unknown => feedCommand(rig, wanted);
    expect(outcomeOf({ commandId: 'C3', cmd: 'setParameter', paramNo: 11, gunNumber: 0, value: '120.05' })).toBe('invalid');
    expect(outcomeOf({ commandId: 'C4', cmd: 'setParameter', paramNo: 23, gunNumber: 0, value: '1' })).toBe('invalid');
    expect(outcomeOf({ commandId: 'C5', cmd: 'unlock', gunNumber: 1 })).toBe('unsupported');
    expect(outcomeOf({ commandId: 'C6', cmd: 'setParameter', paramNo: 11, gunNumber: 0, value: '120' })).toBe('sent');
  });
  it('with people’s numbers hides them in the log', () => {
    const rig = live();
    rig.feed({ kind: 'command', command: { commandId: 'C7', cmd: 'setWhiteList', accountType: 4, action: 0, accounts: ['13900000001'], offset: 0 } });
    const { raw, summary } = rig.outputsOf('log')[0]!.record;
    expect(raw).not.toContain(Buffer.from('13900000001').toString('hex').toUpperCase());
    expect(raw).toContain('xx'.repeat(11));
    expect(summary).toBe('platform command, cmd whitelist, action replace (0)');
  });
  it('every word has a command of the queue', () => {
    const rig = live({ limits: { commandsMax: 99 } });
    const sent = new Set(
      everyCommand.flatMap((wanted) => {
        rig.feed({ kind: 'command', command: wanted });
        return rig.receivedRecords().map(({ message }) => (message.type === '9010' ? message.body.cmd : ''));
      }),
    );
    expect([...sent].toSorted()).toEqual(command9010.body.words.toSorted());
  });
});

type QueuedCommand = Extract<Parameters<RecordHarness['feed']>[0], { kind: 'command' }>['command'];
const feedCommand = (rig: RecordHarness, command: QueuedCommand): unknown => {
  rig.feed({ kind: 'command', command });
  return rig.outputsOf('taken')[0]?.outcome;
};
const everyCommand: readonly QueuedCommand[] = [
  {
    commandId: '1',
    cmd: 'start',
    gunNumber: 1,
    chargingOrderNo: 'O1',
    idTag: 'T',
    strategyType: 1,
    strategyValE2: 0,
    balanceCents: 100,
    rateRuleNo: 'R',
    deadlineMs: 4_000_000_000_000,
  },
  { commandId: '2', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1', byGun: true },
  { commandId: '3', cmd: 'setParameter', paramNo: 15, gunNumber: 0, value: '90' },
  { commandId: '4', cmd: 'readParameters', paramNos: [1, 2] },
  { commandId: '5', cmd: 'recallOrder', fromMs: 0, toMs: 1_000 },
  {
    commandId: '6',
    cmd: 'setRateRule',
    rateRuleNo: 'R',
    month: 1,
    slotStages: Array.from({ length: 48 }, () => 1),
    stagePricesE4: Array.from({ length: 4 }, () => [1, 2, 3, 4]),
    billMode: 1,
  },
  { commandId: '7', cmd: 'setWhiteList', accountType: 1, action: 1, accounts: ['A'], offset: 0 },
  { commandId: '8', cmd: 'readWhiteList', accountType: 1 },
  { commandId: '9', cmd: 'setPayQrCode', gunNumber: 1, url: 'https://x' },
  { commandId: '10', cmd: 'reserve', gunNumber: 1, reservationId: 7, idTag: 'T', untilMs: 1_000 },
  { commandId: '11', cmd: 'cancelReservation', reservationId: 7 },
  { commandId: '12', cmd: 'queryStatus', gunNumber: 0 },
  {
    commandId: '14',
    cmd: 'upgrade',
    upgradeId: '1',
    firmwareVer: '2.0',
    digest: 'ab'.repeat(32),
    signature: '',
    certificate: '',
    url: 'https://files/x',
    atMs: 1_000,
  },
  { commandId: '15', cmd: 'fetchLog', pileLogId: '1', isSecurity: false, fromMs: 0, toMs: 1_000, url: 'https://files/x' },
  { commandId: '13', cmd: 'restart', hard: true },
];

it('a probe asks for a parameter and changes nothing', () => {
  const rig = live();
  rig.feed({ kind: 'probe' });
  const [probe] = rig.receivedRecords();
  expect(probe).toMatchObject({ message: { body: { cmd: 'get', keyVal: [1] } } });
  rig.answerCommand(probe!, { keyVal: { '1': '60' } });
  expect(rig.outputs.map(({ kind }) => kind)).toEqual(['log']);
});
