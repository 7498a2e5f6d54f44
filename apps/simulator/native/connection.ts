import { DecodeError, toHex } from '#engines/protocol/codec/bytes.ts';
import { readPlatformFrame, loginRequest, openLink, endRecordMessage } from '#engines/protocol/native/client.ts';
import { readFrame } from '#engines/protocol/native/frame.ts';
import type { BodyOf, PileRequest, PlatformCommand } from '#engines/protocol/native/messages.ts';
import { passwordDigest } from '#engines/protocol/native/password.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { genericResult, loginResult, recordResult, startRequestResult, startResult as started } from '#engines/protocol/codes.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { between, bits32 } from '../model/random.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { Dial, ChannelMessage } from '../pile/channel.ts';
import { cpTypeOf, NO_ANSWER, refused, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { PileConnection } from '../pile/connection.ts';
import type { Pile } from '../pile/pile.ts';
import { RecordPump, type RecordResult } from '../pile/record-pump.ts';
import { RETRY_TIMES, Uplink, type RetryTimes } from '../pile/uplink.ts';
import type { Cancel } from '../time.ts';
import { createCommandAnswers, type CommandAnswers } from './command-answers.ts';
import { applyIntervals, intervalOf, parameterTexts } from './parameters.ts';
import { Requests, type Answer } from './requests.ts';
import { chargingInfo, gunInfo, orderBody, pileInfo, seconds, startResult } from './pile-messages.ts';
import { bmsCharging, bmsEnd, bmsHandshake, bmsParameter } from './bms-messages.ts';

/** The timings of a native pile; tests shorten them. */
export interface NativeTimings extends RetryTimes {
  /** After the platform answered an order record with "send again later", or did not answer it. */
  readonly retryMs: number;
  /** After a login was refused as too frequent, or for another reason. */
  readonly loginRetryMs: number;
}

export const NATIVE_TIMINGS: NativeTimings = { ...RETRY_TIMES, retryMs: 30_000, loginRetryMs: 60_000 };

/** When a gun last reported. */
interface LastReports {
  sampleMs: number;
  bmsMs: number;
  handshake: boolean;
  key: string;
}

/** A pile that speaks the native protocol. */
export class NativeConnection implements PileConnection {
  live = false;
  private readonly pile: Pile;
  private readonly timings: NativeTimings;
  private readonly uplink: Uplink;
  private readonly commandAnswers: CommandAnswers;
  private readonly pump: RecordPump;
  private requests: Requests | undefined;
  private timers: Cancel[] = [];
  /**
   * How far the platform's clock was ahead of the pile's at the last login answer. A login is dated by the platform's clock, whatever the pile's own
   * clock shows.
   */
  private loginShiftMs = 0;
  private readonly lastReports = new Map<number, LastReports>();

  constructor(pile: Pile, dial: Dial, timings: NativeTimings) {
    this.pile = pile;
    this.timings = timings;
    this.commandAnswers = createCommandAnswers(pile, {
      sendParameters: () => void this.request({ type: '0006', body: { values: parameterTexts(pile) } }),
      sendStatus: (gunNumber) => this.sendStatus(gunNumber),
      intervalsChanged: () => this.restartReports(),
    });
    this.pump = new RecordPump(pile, (record) => this.sendRecord(record));
    this.uplink = new Uplink(pile.facts, dial, {
      time: pile.time,
      rng: pile.rng,
      retryTimes: timings,
      events: { opened: () => void this.login(), received: (message) => this.receive(message), closed: (detail) => this.handleClosed(detail) },
    });
  }

  get connectionNo(): number {
    return this.uplink.count;
  }

  open(): void {
    this.uplink.start();
  }
  cut(forMs?: number): void {
    this.uplink.cut(forMs);
  }
  close(): void {
    this.uplink.stop();
  }
  reboot(): void {
    this.lastReports.clear();
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
    if (this.live) void this.request(gunInfo(this.pile, gun));
  }

  recordsChanged(): void {
    void this.pump.run();
  }

  charging(gun: Gun, session: Session): void {
    if (!this.live) return;
    const nowMs = this.pile.time.nowMs();
    const last = this.lastReportsOf(gun, session);
    const dc = this.pile.facts.kind === 'dc';
    if (dc && !last.handshake) this.sendHandshake(session);
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

  private async request(request: PileRequest, how: { readonly stored?: boolean } = {}): Promise<Answer> {
    const { latencies, time } = this.pile;
    const sentMs = latencies && time.nowMs();
    const answer = (await this.requests?.request(request, how)) ?? 'disconnected';
    if (sentMs !== undefined && typeof answer !== 'string') latencies?.answered(time.nowMs() - sentMs);
    else latencies?.unanswered();
    return answer;
  }

  private send(message: PileRequest | undefined): void {
    if (message && this.live) void this.request(message);
  }

  private sendHandshake(session: Session): void {
    if (intervalOf(this.pile, 'bmsHandshake') > 0) this.send(bmsHandshake(session));
    if (intervalOf(this.pile, 'bmsParameter') > 0) this.send(bmsParameter(this.pile, session));
  }

  private lastReportsOf(gun: Gun, session: Session): LastReports {
    const current = this.lastReports.get(gun.number);
    if (current?.key === session.key) return current;
    const nowMs = this.pile.time.nowMs();
    const fresh: LastReports = { key: session.key, sampleMs: nowMs, bmsMs: nowMs, handshake: false };
    this.lastReports.set(gun.number, fresh);
    return fresh;
  }

  private async login(): Promise<void> {
    const { pile } = this;
    const { cpCode, secret, encryptionMode, kind, gunCount, mainHw } = pile.facts;
    const link = openLink({ cpCode, secret, encryptionMode, random: bits32(pile.rng), nowMs: pile.time.nowMs() });
    const nonce = toHex(Uint8Array.from({ length: 8 }, () => Math.floor(pile.rng() * 256)));
    const requests = new Requests(link, (bytes) => this.uplink.send(bytes), pile.time);
    this.requests = requests;
    const facts = { cpType: cpTypeOf[kind], gunCount, mainHw, mainSw: pile.mainSw, time: seconds(pile.clockMs + this.loginShiftMs), nonce };
    const answer = await requests.request(loginRequest(link, facts, nodeCrypto));
    if (this.requests !== requests) return;
    if (typeof answer === 'string' || answer.type !== '0100') return this.uplink.cut();
    this.handleLoginReply(answer.body);
  }

  private handleLoginReply({ result, serverTime, tzMinutes, intervals, rateRuleNo }: BodyOf<'0100'>): void {
    const { pile } = this;
    const clockErrorMs = serverTime * 1_000 - pile.clockMs - this.loginShiftMs;
    if (result === loginResult.success) pile.setClock(serverTime * 1_000);
    this.loginShiftMs = serverTime * 1_000 - pile.clockMs;
    if (result !== loginResult.success) {
      pile.notify({ kind: 'disconnected', detail: `login refused: ${result}` });
      // A login that was refused for its date can be repeated at once with the corrected date.
      if (Math.abs(clockErrorMs) < CLOCK_ERROR_MS)
        this.uplink.waitAtLeast(between(pile.rng, this.timings.loginRetryMs, this.timings.loginRetryMs * 1.5));
      return this.uplink.cut();
    }
    pile.tzMinutes = tzMinutes;
    pile.memory.parameters['rateRuleNo'] = rateRuleNo;
    applyIntervals(pile, intervals);
    this.live = true;
    this.uplink.resetWaits();
    pile.notify({ kind: 'live', detail: '' });
    void this.sendInitialReports();
  }

  /** Stored records are sent first, then the state of the pile. */
  private async sendInitialReports(): Promise<void> {
    await this.pump.run();
    if (!this.live) return;
    void this.request({ type: '0006', body: { values: parameterTexts(this.pile) } });
    this.sendStatus(0);
    this.restartReports();
  }

  private sendStatus(gunNumber: number): void {
    if (gunNumber === 0) this.pileChanged();
    for (const gun of this.pile.guns) if (gunNumber === 0 || gun.number === gunNumber) this.gunChanged(gun);
  }

  /**
   * The status reports, at the intervals that the platform has set. Each starts at a random point of its interval, so that the piles of a fleet do
   * not report at the same time.
   */
  private restartReports(): void {
    for (const cancel of this.timers.splice(0)) cancel();
    this.report(0, intervalOf(this.pile, 'pile'), async () => {
      // These reports are the pile's heartbeat: without an answer the connection is dead.
      if ((await this.request(pileInfo(this.pile))) === 'silence') this.uplink.cut();
    });
    this.report(1, intervalOf(this.pile, 'gun'), async () => {
      for (const gun of this.pile.guns) void this.request(gunInfo(this.pile, gun));
    });
  }

  private report(slot: number, everyMs: number, send: () => Promise<void>): void {
    if (everyMs <= 0) return;
    const next = (waitMs: number): void => {
      this.timers[slot] = this.pile.time.after(waitMs, () => {
        next(everyMs);
        void send();
      });
    };
    next(between(this.pile.rng, 0, everyMs));
  }

  private receive(message: ChannelMessage): void {
    const { requests } = this;
    if (typeof message === 'string' || !requests) return;
    try {
      const { sequence, message: body } = readPlatformFrame(requests.state, readFrame(message), nodeCrypto);
      if (requests.receive({ sequence, message: body }) || !this.live || !isCommand(body)) return;
      // Only after earlier messages have been handled: an answer and the command that depends on it may arrive together.
      this.pile.time.after(0, () => {
        if (this.requests === requests) requests.reply(sequence, this.commandAnswers.answer(body));
      });
    } catch (error) {
      // A frame that cannot be decoded is ignored.
      if (!(error instanceof DecodeError)) throw error;
    }
  }

  private handleClosed(detail: string): void {
    this.live = false;
    for (const cancel of this.timers.splice(0)) cancel();
    this.pump.stop();
    this.requests?.end();
    this.requests = undefined;
    this.pile.notify({ kind: 'disconnected', detail });
  }

  private async sendRecord(record: PileRecord): Promise<RecordResult> {
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

/** A difference of clocks that explains a refused login. */
const CLOCK_ERROR_MS = 60_000;
const NO_PASSWORD = '0'.repeat(64);
const isDue = (lastMs: number, everyMs: number, nowMs: number): boolean => everyMs > 0 && nowMs - lastMs >= everyMs - TIMER_SLACK_MS;
/** A tick may be this much early and still send its report. */
const TIMER_SLACK_MS = 20;
const isCommand = (message: { readonly type: string }): message is PlatformCommand => message.type.startsWith('10');
