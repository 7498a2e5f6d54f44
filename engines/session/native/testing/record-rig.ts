/** The same rig for a v1.0 pile, whose frames carry JSON bodies. */
import { nodeCrypto } from '../../../protocol/native/testing/node-crypto.ts';
import { openLink, readPlatformRecord, writeReply, writeRequest, type ReceivedRecord } from '../../../protocol/native/client.ts';
import { flag, readFrame, sealFrame, frameNonce, version, writeFrame } from '../../../protocol/native/frame.ts';
import type { RecordBody, RecordRequest } from '../../../protocol/native/records/messages.ts';
import type { Output } from '../session.ts';
import { ACCEPTED, SessionHarness } from './rig.ts';

const SECRET = '0123456789abcdef';

export const gunReport = {
  gunNumber: 1,
  gunWorkStat: 6,
  voltage: 3_986,
  current: 1_199,
  meter: 45_001_234,
  energy: 142_031,
  money: 120_815,
  soc: 61,
  bmsDemandVoltage: 4_100,
  bmsDemandCurrent: 1_250,
  bmsVoltage: 3_980,
  bmsCurrent: 1_190,
  gunPosTemp: 41,
  gunNegTemp: 40,
  orderNo: 'O1',
} as const;

export class RecordHarness extends SessionHarness {
  constructor(options: ConstructorParameters<typeof SessionHarness>[0] = {}) {
    super(options);
    const { secret = SECRET, encryptionMode = 0 } = options;
    this.link = openLink({ cpCode: 'CP00000001', secret, encryptionMode, random: 7, nowMs: this.nowMs, version: version.records });
  }

  sendRecord(message: RecordRequest, options: { sequence?: number; stored?: boolean } = {}): readonly Output[] {
    const frame = writeRequest(this.link, message, { crypto: nodeCrypto, ...options });
    this.link = frame.link;
    return this.bytes(frame.bytes);
  }

  /** Any body in a frame that is right otherwise. */
  sendRaw(type: string, body: string | Uint8Array): readonly Output[] {
    const { cpCode, sequence, encrypted, key, random, openedMs, sealedCount } = this.link;
    const head = { version: version.records, flags: type.startsWith('91') ? flag.reply : 0, type, sequence, cpCode };
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    this.link = { ...this.link, sequence: sequence + 1, sealedCount: sealedCount + 1 };
    const seal = { crypto: nodeCrypto, nonce: frameNonce(random, openedMs, sealedCount) };
    return this.bytes(encrypted && key ? sealFrame(head, bytes, { ...seal, key }) : writeFrame(head, bytes));
  }

  answerCommand(command: ReceivedRecord, more: Partial<RecordBody<'9110'>> = {}): readonly Output[] {
    if (command.message.type !== '9010') throw new Error('no command');
    const { cmdId, cmd } = command.message.body;
    const frame = writeReply(this.link, { sequence: command.sequence, message: { type: '9110', body: answerOf({ cmdId, cmd }, more) } }, nodeCrypto);
    this.link = frame.link;
    return this.bytes(frame.bytes);
  }

  override login(verdict = ACCEPTED): readonly Output[] {
    this.sendRecord(this.loginMessage());
    this.feed({ kind: 'credentials', credentials: this.credentials });
    return this.feed({ kind: 'loginVerdict', verdict });
  }

  status(more: Partial<RecordBody<'9001'>['guns'][number]> = {}, cpWorkStat = 1): RecordRequest {
    return { type: '9001', body: { time: Math.floor(this.nowMs / 1_000), cpWorkStat, guns: [{ ...gunReport, ...more }] } };
  }

  receivedRecords(outputs = this.outputs): readonly ReceivedRecord[] {
    return this.outputsOf('send', outputs).map(({ bytes }) => readPlatformRecord(this.link, readFrame(bytes), nodeCrypto));
  }
}

// The compiler cannot relate a word to the value that belongs to it.
function answerOf(head: { cmdId: string; cmd: string }, more: object): RecordBody<'9110'>;
function answerOf(head: object, more: object): object {
  return { ...head, result: 0, paramNo: null, keyVal: 'cmd' in head && head.cmd === 'get' ? null : '', remark: '', ...more };
}
