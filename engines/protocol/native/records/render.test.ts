import { describe, expect, it } from 'vitest';
import { toHex } from '../../codec/bytes.ts';
import { seededRng } from '../../codec/random.ts';
import { writeFrame } from '../frame.ts';
import { redactedFrame, renderFrame } from '../render.ts';
import { encodeRecordBody, recordMessageOf, recordMessages, type RecordBody } from './messages.ts';
import { recordSummary } from './render.ts';

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const frameOf = (type: string, body: Uint8Array): Uint8Array => writeFrame({ version: 0x10, flags: 0, type, sequence: 1, cpCode: 'CP1' }, body);
const logged = (type: string, body: Uint8Array): string => redactedFrame(frameOf(type, body), type, false);

const upgrade: RecordBody<'9010'> = {
  cmdId: 'C1',
  cmd: 'upgrade',
  gunNumber: 0,
  paramNo: null,
  stat: 1,
  remark: '',
  keyVal: { url: 'https://files/secret-token', firmwareVer: '2.0', when: 0, digest: 'AB'.repeat(32) },
};

describe('a logged record', () => {
  it('is explained member by member, also inside lists and objects', () => {
    const body = '{"time":1795190401,"cpWorkStat":1,"guns":[{"gunNumber":2,"gunWorkStat":6,"voltage":"398.6","somethingNew":{"a":1}}]}';
    const rendered = renderFrame(logged('9001', textBytes(body)), null);
    expect(rendered.name).toBe('timed status');
    expect(rendered.text).toBe(body);
    expect(rendered.body.map(({ name, word, entry, value, unit, codes }) => [name, word, entry, value, unit, codes])).toEqual([
      ['time', 'time', undefined, '1795190401', 's UTC', null],
      ['cpWorkStat', 'cpWorkStat', undefined, 'normal (1)', '', 'cpWorkStat'],
      ['guns[0].gunNumber', 'gunNumber', 1, '2', '', null],
      ['guns[0].gunWorkStat', 'gunWorkStat', 1, 'charging (6)', '', 'gunWorkStat'],
      ['guns[0].voltage', 'voltage', 1, '398.6', 'V', null],
      ['guns[0].somethingNew', 'somethingNew', 1, '{"a":1}', '', null],
    ]);
    expect(rendered.problem).toContain('current');
  });

  it('shows no secret: the proof of a login, an address of firmware, the accounts of a list', () => {
    const login = { protoVer: 16, cpType: 1, gunCount: 1, mainHw: '', mainSw: '', time: 1, nonce: '00'.repeat(8), auth: 'AB'.repeat(16) };
    const list: RecordBody<'9010'> = {
      cmdId: 'C1',
      cmd: 'whitelist',
      gunNumber: 0,
      paramNo: null,
      stat: 1,
      remark: '',
      keyVal: { accountType: 4, action: 0, accounts: ['13900000001', '13900000002'] },
    };
    for (const [type, body, secrets] of [
      ['0000', login, ['ABAB']],
      ['9010', upgrade, ['secret-token']],
      ['9010', list, ['13900000001', '13900000002']],
    ] as const) {
      const raw = logged(type, encodeRecordBody({ type, body }));
      for (const secret of secrets) expect(raw).not.toContain(toHex(textBytes(secret)));
      const rendered = renderFrame(raw, null);
      expect(rendered.body.some(({ hidden }) => hidden)).toBe(true);
      for (const secret of secrets) expect(JSON.stringify(rendered)).not.toContain(secret);
      expect(rendered.body.length).toBeGreaterThan(4);
    }
  });

  it('that cannot be read hides everything where its type has secrets, and is shown otherwise', () => {
    const cut = encodeRecordBody({ type: '9010', body: upgrade }).subarray(0, -4);
    expect(logged('9010', cut)).toContain('xx'.repeat(cut.length));
    expect(logged('9010', textBytes('{"cmd":"new","keyVal":"secret"}'))).not.toContain(toHex(textBytes('secret')));
    expect(logged('9001', textBytes('{'))).toContain('7B');
    expect(renderFrame(logged('9001', textBytes('{')), null)).toMatchObject({ body: [], text: '{' });
    expect(renderFrame(toHex(frameOf('9009', textBytes('{}'))), null)).toMatchObject({ name: 'unknown (9009)', problem: 'unknown type' });
  });

  it('that was encrypted is explained from its plain body', () => {
    const body = textBytes('{"result":0}');
    const sealed = toHex(writeFrame({ version: 0x10, flags: 1, type: '9101', sequence: 1, cpCode: 'CP1' }, new Uint8Array(40)));
    expect(renderFrame(sealed, null)).toMatchObject({ body: [], problem: 'encrypted' });
    expect(renderFrame(sealed, toHex(body))).toMatchObject({ text: '{"result":0}', problem: null });
  });
});

it('every record can be explained, whatever its samples are', () => {
  const rng = seededRng(4);
  for (const type of Object.keys(recordMessages)) {
    for (let sample = 0; sample < 50; sample += 1) {
      const body = encodeRecordBody({ type, body: recordMessageOf(type)!.body.sample(rng) });
      const rendered = renderFrame(logged(type, body), null);
      expect(rendered.problem).toBeNull();
      expect(rendered.body.length).toBeGreaterThan(0);
    }
  }
});

it('a summary has the facts of a record, those of the value of a command too', () => {
  const stop: RecordBody<'9010'> = {
    cmdId: 'C1',
    cmd: 'stop',
    gunNumber: 2,
    paramNo: null,
    stat: 1,
    remark: '',
    keyVal: { orderNo: 'O1' },
  };
  expect(recordSummary('9010', encodeRecordBody({ type: '9010', body: stop }))).toBe('platform command, cmd stop, gunNumber 2, orderNo O1');
  const gun = '"voltage":"0","current":"0","meter":"0","energy":"0","money":"0"';
  const guns = `[{"gunNumber":1,"gunWorkStat":6,${gun}},{"gunNumber":2,"gunWorkStat":2,${gun}}]`;
  expect(recordSummary('9001', textBytes(`{"time":1,"cpWorkStat":1,"guns":${guns}}`))).toBe(
    'timed status, cpWorkStat normal (1), gunNumber 1, gunWorkStat charging (6), gunNumber 2, gunWorkStat idle (2)',
  );
  expect(recordSummary('9105', textBytes('{"result":1}'))).toBe('abnormal event reply');
  expect(recordSummary('9105', textBytes('{"result":"x"}'))).toBe('abnormal event reply, unreadable');
  expect(recordSummary('9009', textBytes('{}'))).toBe('unknown message');
});
