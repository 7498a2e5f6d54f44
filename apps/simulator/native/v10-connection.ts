import { orderRecordMessage, readPlatformRecord, type PileLink } from '#engines/protocol/native/client.ts';
import { version, type Frame } from '#engines/protocol/native/frame.ts';
import type { RecordBody, RecordCommand, RecordReply, RecordRequest } from '#engines/protocol/native/records/messages.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { genericResult, recordResult, startRequestResult, startResult as started } from '#engines/protocol/codes.ts';
import { orderType } from '#engines/order/codes.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import type { Dial } from '../pile/channel.ts';
import { refused, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';
import type { RecordResult } from '../pile/record-pump.ts';
import { createCommandAnswers, type CommandAnswers } from './command-answers.ts';
import { FrameConnection, isDue, type NativeTimings, type ReceivedMessage } from './frame-connection.ts';
import { intervalOf } from './parameters.ts';
import type { CommandReplyMessage } from './requests.ts';
import { recordReplyTo, typedCommandOf } from './v10-commands.ts';
import { abnormal, endInfo, exceptionsOf, orderFacts, startInfo, status } from './v10-messages.ts';

/** A pile that speaks v1.0 records. It reports everything about its present state in one record, and charges only when the platform says so. */
export class V10Connection extends FrameConnection<RecordReply, RecordCommand> {
  private readonly commandAnswers: CommandAnswers;
  private sampleMs = 0;
  private isStatusPlanned = false;
  /** By gun, 0 for the pile: the exceptions that the platform knows of. */
  private readonly known = new Map<number, readonly number[]>();

  constructor(pile: Pile, dial: Dial, timings: NativeTimings) {
    super(pile, dial, { timings, version: version.records });
    this.commandAnswers = createCommandAnswers(pile, {
      // The answer itself carries the parameters, and a status report follows every answer.
      sendParameters: () => undefined,
      sendStatus: () => undefined,
      intervalsChanged: () => this.restartReports(),
    });
  }

  reboot(): void {
    this.sampleMs = 0;
  }

  /** There is no message that asks the platform. */
  async requestStart(): Promise<Permission> {
    return refused(startRequestResult.other);
  }

  pileChanged(): void {
    this.reportExceptions(0);
    this.planStatus();
  }

  gunChanged(gun: Gun): void {
    this.reportExceptions(gun.number);
    this.planStatus();
  }

  charging(): void {
    const nowMs = this.pile.time.nowMs();
    if (!this.live || !isDue(this.sampleMs, intervalOf(this.pile, 'charging'), nowMs)) return;
    this.sendStatus();
  }

  finished(_gun: Gun, _record: PileRecord): void {}

  protected read(link: PileLink, frame: Frame): ReceivedMessage<RecordReply, RecordCommand> {
    const { sequence, message } = readPlatformRecord(link, frame, nodeCrypto);
    return message.type === '9010' ? { sequence, command: message } : { sequence, reply: message };
  }

  protected loginReplyOf(reply: RecordReply): RecordBody<'0100'> | undefined {
    return reply.type === '0100' ? reply.body : undefined;
  }

  protected reportInitially(): void {
    this.known.clear();
    for (const gunNumber of [0, ...this.pile.guns.map((gun) => gun.number)]) this.reportExceptions(gunNumber);
    this.sendStatus();
    this.restartReports();
  }

  protected answer({ body }: RecordCommand): CommandReplyMessage {
    return recordReplyTo(this.pile, body, this.commandAnswers.answer(typedCommandOf(body)));
  }

  protected answered(): void {
    this.planStatus();
  }

  protected async sendRecord(record: PileRecord): Promise<RecordResult> {
    const how = { stored: record.connection !== this.connectionNo };
    if (record.kind === 'start') {
      const answer = await this.request(startInfo(record), how);
      if (typeof answer === 'string') return this.unanswered(answer);
      if (answer.type === '9102' && answer.body.result !== genericResult.success && record.code === started.success)
        this.stopRefusedCharge(record.session);
      return 'acknowledged';
    }
    if (record.orderType !== orderType.recalled) {
      const told = await this.request(endInfo(this.pile, record), how);
      if (typeof told === 'string') return this.unanswered(told);
    }
    const answer = await this.request(this.orderOf(record), how);
    if (typeof answer === 'string') return this.unanswered(answer);
    const isStored = answer.type === '9104' && answer.body.result === recordResult.stored;
    return isStored ? 'acknowledged' : { retryMs: this.timings.retryMs };
  }

  private unanswered(answer: 'silence' | 'disconnected'): RecordResult {
    return answer === 'silence' ? { retryMs: this.timings.retryMs } : 'disconnected';
  }

  private orderOf(record: PileRecord): RecordRequest {
    const facts = orderFacts(record);
    if (record.lie === 'checkCodeWrong') return { type: '9004', body: { ...facts, checkCode: 'DEADBEEFDEADBEEF' } };
    return this.requests
      ? orderRecordMessage(this.requests.state, facts, nodeCrypto)
      : { type: '9004', body: { ...facts, checkCode: '0'.repeat(16) } };
  }

  /** Several guns may change at the same moment. */
  private planStatus(): void {
    if (!this.live || this.isStatusPlanned) return;
    this.isStatusPlanned = true;
    this.pile.time.after(0, () => {
      this.isStatusPlanned = false;
      this.sendStatus();
    });
  }

  private sendStatus(): void {
    if (!this.live) return;
    this.sampleMs = this.pile.time.nowMs();
    // The platform must not have seen more than the pile has stored.
    for (const gun of this.pile.guns) if (gun.session) gun.storeSession();
    void this.request(status(this.pile)).then((answer) => {
      // Status reports are the pile's heartbeat: without an answer the connection is dead.
      if (answer === 'silence') this.uplink.cut();
    });
  }

  private restartReports(): void {
    this.stopReports();
    this.report(0, intervalOf(this.pile, 'pile'), async () => this.sendStatus());
  }

  private reportExceptions(gunNumber: number): void {
    if (!this.live) return;
    const codes = exceptionsOf(this.pile, gunNumber);
    const before = this.known.get(gunNumber) ?? [];
    if (codes.join() === before.join()) return;
    this.known.set(gunNumber, codes);
    void this.request(abnormal(this.pile, { gunNumber, codes: codes.length > 0 ? codes : before, happening: codes.length > 0 }));
  }

  /** The platform knows no such order, so the charge must stop. */
  private stopRefusedCharge({ gunNumber, key }: Session): void {
    const gun = this.pile.gun(gunNumber);
    if (gun?.session?.key === key) gun.end(stopReason.deAuthorized);
  }
}
