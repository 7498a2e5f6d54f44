import { DecodeError, toHex } from '#engines/protocol/codec/bytes.ts';
import { hear, loginRequest, openLink, orderRecord } from '#engines/protocol/native/client.ts';
import { readFrame } from '#engines/protocol/native/frame.ts';
import type { BodyOf, PileRequest, PlatformCommand } from '#engines/protocol/native/messages.ts';
import { passwordDigest } from '#engines/protocol/native/password.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { genericResult, loginResult, recordResult, startRequestResult, startResult as started } from '#engines/protocol/codes.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { between, bits32 } from '../model/chance.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { Dial, ChannelMessage } from '../pile/channel.ts';
import { cpTypeOf, NO_ANSWER, refused, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { PileConnection } from '../pile/line.ts';
import type { Pile } from '../pile/pile.ts';
import { RecordPump, type RecordResult } from '../pile/record-pump.ts';
import { PATIENCE, Uplink, type RetryTimes } from '../pile/uplink.ts';
import type { Cancel } from '../time.ts';
import { createObedience, type CommandAnswers } from './obey.ts';
import { applyIntervals, intervalOf, parameterTexts } from './parameters.ts';
import { Requests, type Answer } from './requests.ts';
import { chargingInfo, gunInfo, orderBody, pileInfo, seconds, startResult } from './say.ts';
import { bmsCharging, bmsEnd, bmsHandshake, bmsParameter } from './say-bms.ts';

/** How a native pile behaves towards the platform; tests shorten it. */
export interface NativeManners extends RetryTimes {
  /** After an order record was refused with "send again later", or was not answered at all. */
  readonly againMs: number;
  /** After a login was refused: too frequent, or anything else. */
  readonly refusedMs: number;
}

export const NATIVE_MANNERS: NativeManners = { ...PATIENCE, againMs: 30_000, refusedMs: 60_000 };

/** When a gun last said what. */
interface LastReports {
  sampleMs: number;
  bmsMs: number;
  handshake: boolean;
  key: string;
}

/** A pile that speaks the native protocol (native.md sections 2 to 5). */
export class NativeLine implements PileConnection {
  live = false;
  private readonly pile: Pile;
  private readonly manners: NativeManners;
  private readonly uplink: Uplink;
  private readonly obedience: CommandAnswers;
  private readonly pump: RecordPump;
  private requests: Requests | undefined;
  private timers: Cancel[] = [];
  /** How far the platform's clock was ahead of the pile's when it last said the time: a login is dated by the platform's, whatever the pile's own shows. */
  private loginShiftMs = 0;
  private readonly told = new Map<number, LastReports>();

  constructor(pile: Pile, dial: Dial, manners: NativeManners) {
    this.pile = pile;
    this.manners = manners;
    this.obedience = createObedience(pile, {
      tellParameters: () => void this.ask({ type: '0006', body: { values: parameterTexts(pile) } }),
      tellStatus: (gunNumber) => this.tellStatus(gunNumber),
      intervalsChanged: () => this.restartReports(),
    });
    this.pump = new RecordPump(pile, (record) => this.sayRecord(record));
    this.uplink = new Uplink(pile.facts, dial, {
      time: pile.time,
      rng: pile.rng,
      patience: manners,
      events: { opened: () => void this.login(), heard: (message) => this.heard(message), closed: (detail) => this.lost(detail) },
    });
  }

  get connection(): number {
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
    this.told.clear();
  }

  async askToStart(gun: Gun, claim: Claim, wish: ChargeStrategy): Promise<Permission> {
    const { cpCode } = this.pile.facts;
    const password = claim.password === undefined ? NO_PASSWORD : toHex(passwordDigest(claim.password, cpCode, nodeCrypto));
    const who = { gunNumber: gun.number, accountType: claim.accountType, account: claim.account, password };
    const known = await this.ask({ type: '0003', body: who });
    if (typeof known === 'string' || known.type !== '0103') return refused(NO_ANSWER);
    if (known.body.result !== startRequestResult.success) return refused(known.body.result);
    const { strategyType, strategyValE2 } = wish;
    const body = { ...who, vin: gun.car?.vin ?? '', chargingStrategyType: strategyType, chargingStrategyVal: strategyValE2, localOrderNo: '' };
    const answer = await this.ask({ type: '0004', body });
    if (typeof answer === 'string' || answer.type !== '0104') return refused(NO_ANSWER);
    const { result, chargingOrderNo, balance, maxAmount, rateRuleNo } = answer.body;
    return { result, orderNo: chargingOrderNo, balanceCents: balance, maxAmountCents: maxAmount, rateRuleNo };
  }

  pileChanged(): void {
    if (this.live) void this.ask(pileInfo(this.pile));
  }

  gunChanged(gun: Gun): void {
    if (this.live) void this.ask(gunInfo(this.pile, gun));
  }

  recordsChanged(): void {
    void this.pump.run();
  }

  charging(gun: Gun, session: Session): void {
    if (!this.live) return;
    const nowMs = this.pile.time.nowMs();
    const told = this.toldOf(gun, session);
    const dc = this.pile.facts.kind === 'dc';
    if (dc && !told.handshake) this.shakeHands(session);
    told.handshake = true;
    if (isDue(told.sampleMs, intervalOf(this.pile, 'charging'), nowMs)) {
      told.sampleMs = nowMs;
      // What the platform has seen must not be more than the pile remembers.
      gun.keep();
      this.say(chargingInfo(this.pile, gun, session));
    }
    if (dc && isDue(told.bmsMs, intervalOf(this.pile, 'bmsCharging'), nowMs)) {
      told.bmsMs = nowMs;
      this.say(bmsCharging(gun, session));
    }
  }

  finished(_gun: Gun, record: PileRecord): void {
    if (this.pile.facts.kind === 'dc' && intervalOf(this.pile, 'bmsEnd') > 0) this.say(bmsEnd(record));
  }

  private async ask(request: PileRequest, how: { readonly stored?: boolean } = {}): Promise<Answer> {
    const { gauge, time } = this.pile;
    const saidMs = gauge && time.nowMs();
    const answer = (await this.requests?.ask(request, how)) ?? 'lost';
    if (saidMs !== undefined && typeof answer !== 'string') gauge?.answered(time.nowMs() - saidMs);
    else gauge?.unanswered();
    return answer;
  }

  private say(message: PileRequest | undefined): void {
    if (message && this.live) void this.ask(message);
  }

  private shakeHands(session: Session): void {
    if (intervalOf(this.pile, 'bmsHandshake') > 0) this.say(bmsHandshake(session));
    if (intervalOf(this.pile, 'bmsParameter') > 0) this.say(bmsParameter(this.pile, session));
  }

  private toldOf(gun: Gun, session: Session): LastReports {
    const known = this.told.get(gun.number);
    if (known?.key === session.key) return known;
    const nowMs = this.pile.time.nowMs();
    const fresh: LastReports = { key: session.key, sampleMs: nowMs, bmsMs: nowMs, handshake: false };
    this.told.set(gun.number, fresh);
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
    const answer = await requests.ask(loginRequest(link, facts, nodeCrypto));
    if (this.requests !== requests) return;
    if (typeof answer === 'string' || answer.type !== '0100') return this.uplink.cut();
    this.admitted(answer.body);
  }

  private admitted({ result, serverTime, tzMinutes, intervals, rateRuleNo }: BodyOf<'0100'>): void {
    const { pile } = this;
    const wasOffMs = serverTime * 1_000 - pile.clockMs - this.loginShiftMs;
    if (result === loginResult.success) pile.setClock(serverTime * 1_000);
    this.loginShiftMs = serverTime * 1_000 - pile.clockMs;
    if (result !== loginResult.success) {
      pile.tell({ kind: 'lost', detail: `login refused: ${result}` });
      // Refused for its date, a login that is dated better may follow at once.
      if (Math.abs(wasOffMs) < DATE_OFF_MS) this.uplink.notBefore(between(pile.rng, this.manners.refusedMs, this.manners.refusedMs * 1.5));
      return this.uplink.cut();
    }
    pile.tzMinutes = tzMinutes;
    pile.memory.parameters['rateRuleNo'] = rateRuleNo;
    applyIntervals(pile, intervals);
    this.live = true;
    this.uplink.settled();
    pile.tell({ kind: 'live', detail: '' });
    void this.greet();
  }

  /** Stored records go first, then what the pile is. */
  private async greet(): Promise<void> {
    await this.pump.run();
    if (!this.live) return;
    void this.ask({ type: '0006', body: { values: parameterTexts(this.pile) } });
    this.tellStatus(0);
    this.restartReports();
  }

  private tellStatus(gunNumber: number): void {
    if (gunNumber === 0) this.pileChanged();
    for (const gun of this.pile.guns) if (gunNumber === 0 || gun.number === gunNumber) this.gunChanged(gun);
  }

  /** The status reports at the pace the platform has given; the first of them somewhere within it, so that a fleet does not speak in chorus. */
  private restartReports(): void {
    for (const cancel of this.timers.splice(0)) cancel();
    this.report(0, intervalOf(this.pile, 'pile'), async () => {
      // The pile's heartbeat: without an answer the connection is dead.
      if ((await this.ask(pileInfo(this.pile))) === 'silence') this.uplink.cut();
    });
    this.report(1, intervalOf(this.pile, 'gun'), async () => {
      for (const gun of this.pile.guns) void this.ask(gunInfo(this.pile, gun));
    });
  }

  private report(slot: number, everyMs: number, say: () => Promise<void>): void {
    if (everyMs <= 0) return;
    const next = (waitMs: number): void => {
      this.timers[slot] = this.pile.time.after(waitMs, () => {
        next(everyMs);
        void say();
      });
    };
    next(between(this.pile.rng, 0, everyMs));
  }

  private heard(message: ChannelMessage): void {
    const { requests } = this;
    if (typeof message === 'string' || !requests) return;
    try {
      const { sequence, message: body } = hear(requests.state, readFrame(message), nodeCrypto);
      if (requests.hear({ sequence, message: body }) || !this.live || !isCommand(body)) return;
      // After everything heard before has been understood: an answer and the command that builds on it may come in one breath.
      this.pile.time.after(0, () => {
        if (this.requests === requests) requests.reply(sequence, this.obedience.answer(body));
      });
    } catch (error) {
      // A frame that cannot be read is as one that never came.
      if (!(error instanceof DecodeError)) throw error;
    }
  }

  private lost(detail: string): void {
    this.live = false;
    for (const cancel of this.timers.splice(0)) cancel();
    this.pump.rest();
    this.requests?.end();
    this.requests = undefined;
    this.pile.tell({ kind: 'lost', detail });
  }

  private async sayRecord(record: PileRecord): Promise<RecordResult> {
    const stored = record.connection !== this.connection;
    const answer = await this.ask(this.messageOf(record), { stored });
    if (answer === 'lost') return 'lost';
    if (answer === 'silence') return { againMs: this.manners.againMs };
    if (answer.type === '0115') return answer.body.result === recordResult.stored ? 'taken' : { againMs: this.manners.againMs };
    if (answer.type === '0105' && answer.body.result !== genericResult.success && record.code === started.success) this.refusedStart(record);
    return 'taken';
  }

  private messageOf(record: PileRecord): PileRequest {
    if (record.kind === 'start' || !this.requests) return startResult(record);
    const message = orderRecord(this.requests.state, orderBody(record), nodeCrypto);
    if (record.lie !== 'checkCodeWrong' || message.type !== '0015') return message;
    return { type: '0015', body: { ...message.body, checkCode: 'DEADBEEFDEADBEEF' } };
  }

  /** The platform knows of no such order: what charges without one must stop. */
  private refusedStart({ session }: PileRecord): void {
    const gun = this.pile.gun(session.gunNumber);
    if (gun?.session?.key === session.key) gun.end(stopReason.deAuthorized);
  }
}

/** A difference of clocks that explains why a login was refused. */
const DATE_OFF_MS = 60_000;
const NO_PASSWORD = '0'.repeat(64);
const isDue = (lastMs: number, everyMs: number, nowMs: number): boolean => everyMs > 0 && nowMs - lastMs >= everyMs - TIMER_SLACK_MS;
/** A tick may come this much early without missing its report. */
const TIMER_SLACK_MS = 20;
const isCommand = (message: { readonly type: string }): message is PlatformCommand => message.type.startsWith('10');
