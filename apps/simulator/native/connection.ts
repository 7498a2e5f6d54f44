import { toHex } from '#engines/protocol/codec/bytes.ts';
import { endRecordMessage, readPlatformFrame, type PileLink } from '#engines/protocol/native/client.ts';
import { version, type Frame } from '#engines/protocol/native/frame.ts';
import type { BodyOf, PileRequest, PlatformCommand, PlatformReply } from '#engines/protocol/native/messages.ts';
import { passwordDigest } from '#engines/protocol/native/password.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { genericResult, recordResult, startRequestResult, startResult as started } from '#engines/protocol/codes.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { Dial } from '../pile/channel.ts';
import { NO_ANSWER, refused, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';
import type { RecordResult } from '../pile/record-pump.ts';
import { commandReplyTo } from '#engines/protocol/native/client.ts';
import { createCommandAnswers, type CommandAnswers } from './command-answers.ts';
import { FrameConnection, isDue, type NativeTimings, type ReceivedMessage } from './frame-connection.ts';
import { intervalOf, parameterTexts } from './parameters.ts';
import type { CommandReplyMessage } from './requests.ts';
import { chargingInfo, gunInfo, orderBody, pileInfo, startResult } from './pile-messages.ts';
import { bmsCharging, bmsEnd, bmsHandshake, bmsParameter } from './bms-messages.ts';
import type { ReportingCar } from './bms-messages.ts';

/** When a gun last reported. */
interface LastReports {
  sampleMs: number;
  bmsMs: number;
  handshake: boolean;
  key: string;
}

/** A pile that speaks the typed messages of the native protocol. */
export class NativeConnection extends FrameConnection<PlatformReply, PlatformCommand> {
  private readonly commandAnswers: CommandAnswers;
  private readonly lastReports = new Map<number, LastReports>();
  /** The cars that have been read since they were plugged in, by the number of their gun. */
  private readonly readVins = new Map<number, string>();

  constructor(pile: Pile, dial: Dial, timings: NativeTimings) {
    super(pile, dial, { timings, version: version.typed });
    this.commandAnswers = createCommandAnswers(pile, {
      sendParameters: () => void this.request({ type: '0006', body: { values: parameterTexts(pile) } }),
      sendStatus: (gunNumber) => this.sendStatus(gunNumber),
      intervalsChanged: () => this.restartReports(),
    });
  }

  reboot(): void {
    this.lastReports.clear();
    this.readVins.clear();
  }

  async requestStart(gun: Gun, claim: Claim, wish: ChargeStrategy): Promise<Permission> {
    const { cpCode } = this.pile.facts;
    const password = claim.password === undefined ? NO_PASSWORD : toHex(passwordDigest(claim.password, cpCode, nodeCrypto));
    const account = { gunNumber: gun.number, accountType: claim.accountType, account: claim.account, password };
    const query = await this.request({ type: '0003', body: account });
    if (typeof query === 'string' || query.type !== '0103') return refused(NO_ANSWER);
    if (query.body.result !== startRequestResult.success) return refused(query.body.result);
    const { strategyType, strategyValE2 } = wish;
    const body = { ...account, vin: gun.car?.vin ?? '', chargingStrategyType: strategyType, chargingStrategyVal: strategyValE2, localOrderNo: '' };
    const answer = await this.request({ type: '0004', body });
    if (typeof answer === 'string' || answer.type !== '0104') return refused(NO_ANSWER);
    const { result, chargingOrderNo, balance, maxAmount, rateRuleNo } = answer.body;
    return { result, orderNo: chargingOrderNo, balanceCents: balance, maxAmountCents: maxAmount, rateRuleNo };
  }

  pileChanged(): void {
    if (this.live) void this.request(pileInfo(this.pile));
  }

  gunChanged(gun: Gun): void {
    if (!this.live) return;
    void this.request(gunInfo(this.pile, gun));
    this.sendPluggedCar(gun);
  }

  charging(gun: Gun, session: Session): void {
    if (!this.live) return;
    const nowMs = this.pile.time.nowMs();
    const last = this.lastReportsOf(gun, session);
    const dc = this.pile.facts.kind === 'dc';
    const { orderNo, charge } = session;
    if (dc && charge && !last.handshake) this.sendHandshake({ orderNo, gunNumber: gun.number, car: charge.car, outlet: charge.outlet });
    last.handshake = true;
    if (isDue(last.sampleMs, intervalOf(this.pile, 'charging'), nowMs)) {
      last.sampleMs = nowMs;
      // The platform must not have seen more than the pile has stored.
      gun.storeSession();
      this.send(chargingInfo(this.pile, gun, session));
    }
    if (dc && isDue(last.bmsMs, intervalOf(this.pile, 'bmsCharging'), nowMs)) {
      last.bmsMs = nowMs;
      this.send(bmsCharging(gun, session));
    }
  }

  finished(_gun: Gun, record: PileRecord): void {
    if (this.pile.facts.kind === 'dc' && intervalOf(this.pile, 'bmsEnd') > 0) this.send(bmsEnd(record));
  }

  protected read(link: PileLink, frame: Frame): ReceivedMessage<PlatformReply, PlatformCommand> {
    const { sequence, message } = readPlatformFrame(link, frame, nodeCrypto);
    return isCommand(message) ? { sequence, command: message } : { sequence, reply: message };
  }

  protected loginReplyOf(reply: PlatformReply): BodyOf<'0100'> | undefined {
    return reply.type === '0100' ? reply.body : undefined;
  }

  protected reportInitially(): void {
    this.readVins.clear();
    void this.request({ type: '0006', body: { values: parameterTexts(this.pile) } });
    this.sendStatus(0);
    this.restartReports();
  }

  protected answer(command: PlatformCommand): CommandReplyMessage {
    return commandReplyTo(command, this.commandAnswers.answer(command));
  }

  protected answered(): void {}

  private send(message: PileRequest | undefined): void {
    if (message && this.live) void this.request(message);
  }

  private sendHandshake(car: ReportingCar): void {
    if (intervalOf(this.pile, 'bmsHandshake') > 0) this.send(bmsHandshake(car));
    if (intervalOf(this.pile, 'bmsParameter') > 0) this.send(bmsParameter(car));
  }

  /** A DC pile reads the battery when the car is plugged in. */
  private sendPluggedCar(gun: Gun): void {
    if (gun.car === null) this.readVins.delete(gun.number);
    const { car, phase } = gun;
    if (!car || phase !== 'plugged' || this.pile.facts.kind !== 'dc' || this.readVins.get(gun.number) === car.vin) return;
    this.readVins.set(gun.number, car.vin);
    this.sendHandshake({ orderNo: '', gunNumber: gun.number, car, outlet: this.pile.outlet });
  }

  private lastReportsOf(gun: Gun, session: Session): LastReports {
    const current = this.lastReports.get(gun.number);
    if (current?.key === session.key) return current;
    const nowMs = this.pile.time.nowMs();
    const fresh: LastReports = { key: session.key, sampleMs: nowMs, bmsMs: nowMs, handshake: false };
    this.lastReports.set(gun.number, fresh);
    return fresh;
  }

  private sendStatus(gunNumber: number): void {
    if (gunNumber === 0) this.pileChanged();
    for (const gun of this.pile.guns) if (gunNumber === 0 || gun.number === gunNumber) this.gunChanged(gun);
  }

  /** The status reports, at the intervals that the platform has set. */
  private restartReports(): void {
    this.stopReports();
    this.report(0, intervalOf(this.pile, 'pile'), async () => {
      // These reports are the pile's heartbeat: without an answer the connection is dead.
      if ((await this.request(pileInfo(this.pile))) === 'silence') this.uplink.cut();
    });
    this.report(1, intervalOf(this.pile, 'gun'), async () => {
      for (const gun of this.pile.guns) void this.request(gunInfo(this.pile, gun));
    });
  }

  protected async sendRecord(record: PileRecord): Promise<RecordResult> {
    const stored = record.connection !== this.connectionNo;
    const answer = await this.request(this.messageOf(record), { stored });
    if (answer === 'disconnected') return 'disconnected';
    if (answer === 'silence') return { retryMs: this.timings.retryMs };
    if (answer.type === '0115') return answer.body.result === recordResult.stored ? 'acknowledged' : { retryMs: this.timings.retryMs };
    if (answer.type === '0105' && answer.body.result !== genericResult.success && record.code === started.success) this.stopRefusedCharge(record);
    return 'acknowledged';
  }

  private messageOf(record: PileRecord): PileRequest {
    if (record.kind === 'start' || !this.requests) return startResult(record);
    const message = endRecordMessage(this.requests.state, orderBody(record), nodeCrypto);
    if (record.lie !== 'checkCodeWrong' || message.type !== '0015') return message;
    return { type: '0015', body: { ...message.body, checkCode: 'DEADBEEFDEADBEEF' } };
  }

  /** The platform knows no such order, so the charge must stop. */
  private stopRefusedCharge({ session }: PileRecord): void {
    const gun = this.pile.gun(session.gunNumber);
    if (gun?.session?.key === session.key) gun.end(stopReason.deAuthorized);
  }
}

const NO_PASSWORD = '0'.repeat(64);
const isCommand = (message: PlatformReply | PlatformCommand): message is PlatformCommand => message.type.startsWith('10');
