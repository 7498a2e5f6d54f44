import { pileCalls, readAccepted, readGroup, readBootAnswer, type PileCall, type PileReadings } from '#engines/protocol/ocpp16/client.ts';
import type { Outcome } from '#engines/protocol/ocpp16/rpc.ts';
import { between } from '../model/random.ts';
import { readingOf } from '../model/reading.ts';
import type { Dial, ChannelMessage } from '../pile/channel.ts';
import { GRANTED, localResult, NO_ANSWER, refused, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import { isReservedForOther } from '../pile/start-at-pile.ts';
import type { PileConnection } from '../pile/connection.ts';
import type { Pile } from '../pile/pile.ts';
import { RecordPump, type RecordResult } from '../pile/record-pump.ts';
import { RETRY_TIMES, Uplink, type RetryTimes } from '../pile/uplink.ts';
import type { Cancel } from '../time.ts';
import { Calls } from './calls.ts';
import { AUTHORIZATION_KEY, numberOf, valueOf } from './configuration.ts';
import { isOnLocalList } from './local-list.ts';
import { performCall, type StationMessages } from './platform-calls.ts';
import { ID_TAG_LENGTH, sendTransaction, sessionOf, transactionOf } from './transactions.ts';
import { gunErrorOf, pileErrorOf, statusOf } from './status-codes.ts';

export interface OcppTimings extends RetryTimes {
  /** After the platform did not acknowledge a transaction message: this times the number of attempts. Null: as the station is configured. */
  readonly retryMs: number | null;
}

export const OCPP_TIMINGS: OcppTimings = { ...RETRY_TIMES, retryMs: null };

/** A station that speaks OCPP 1.6J: Core and RemoteTrigger. */
export class OcppConnection implements PileConnection {
  live = false;
  private readonly pile: Pile;
  private readonly timings: OcppTimings;
  private readonly uplink: Uplink;
  private readonly pump: RecordPump;
  private calls: Calls | undefined;
  private booted = false;
  private receivedMs = 0;
  private attempts = 0;
  private cancelBoot: Cancel = () => undefined;
  private cancelHeartbeat: Cancel = () => undefined;
  /** By gun: the last reports of its session. */
  private readonly lastReports = new Map<number, { key: string; sampleMs: number; alignedMs: number }>();
  /** By gun: the last status that was sent. */
  private readonly lastStatus = new Map<number, string>();

  constructor(pile: Pile, dial: Dial, timings: OcppTimings) {
    this.pile = pile;
    this.timings = timings;
    this.pump = new RecordPump(pile, (record) => this.sendRecord(record));
    // A key that the platform has given takes the place of the one that the station was delivered with.
    const withKey: Dial = ({ cpCode, secret }, events) => dial({ cpCode, secret: valueOf(pile.memory, AUTHORIZATION_KEY) || secret }, events);
    this.uplink = new Uplink(pile.facts, withKey, {
      time: pile.time,
      rng: pile.rng,
      retryTimes: timings,
      events: { opened: () => this.handleOpened(), received: (message) => this.receive(message), closed: (detail) => this.handleClosed(detail) },
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
    this.booted = false;
    this.lastReports.clear();
    this.lastStatus.clear();
  }

  readonly checksGroups = true;

  /** OCPP 1.6 has no strategies: the platform only answers whether the tag may charge. */
  async requestStart(gun: Gun, claim: Claim): Promise<Permission> {
    const idTag = claim.account.slice(0, ID_TAG_LENGTH);
    const outcome = await this.call(pileCalls.authorize(idTag));
    if (!outcome.ok) return this.isAcceptedOffline(idTag) && !isReservedForOther(gun, idTag) ? GRANTED : refused(NO_ANSWER);
    if (!readAccepted(outcome.payload)) return refused(NOT_RECORDED);
    return isReservedForOther(gun, idTag, readGroup(outcome.payload)) ? refused(localResult.reserved) : GRANTED;
  }

  private isAcceptedOffline(idTag: string): boolean {
    const { memory, time } = this.pile;
    const isOn = (key: string) => valueOf(memory, key) === 'true';
    return isOn('LocalAuthorizeOffline') && isOn('LocalAuthListEnabled') && isOnLocalList(memory, idTag, time.nowMs());
  }

  pileChanged(): void {
    const { pileFault, pileDisabled } = this.pile;
    const status = pileFault !== 0 ? 'Faulted' : pileDisabled ? 'Unavailable' : 'Available';
    this.sendStatus({ gunNumber: 0, status, errorCode: pileErrorOf(pileFault) });
  }

  gunChanged(gun: Gun): void {
    this.sendStatus({ gunNumber: gun.number, status: statusOf[gun.phase], errorCode: gunErrorOf(gun.fault) });
  }

  recordsChanged(): void {
    void this.pump.run();
  }

  charging(gun: Gun, session: Session): void {
    const { pile } = this;
    const nowMs = pile.time.nowMs();
    const last = this.lastReportsOf(gun, session, nowMs);
    const alignedMs = numberOf(pile.memory, 'ClockAlignedDataInterval') * 1_000;
    const border = alignedMs > 0 ? Math.floor(pile.clockMs / alignedMs) * alignedMs : 0;
    if (border > last.alignedMs) {
      last.alignedMs = border;
      gun.align(nowMs);
      this.sample(gun, 'Sample.Clock');
    }
    const everyMs = numberOf(pile.memory, 'MeterValueSampleInterval') * 1_000;
    if (everyMs > 0 && nowMs - last.sampleMs >= everyMs - TIMER_SLACK_MS) {
      last.sampleMs = nowMs;
      // The platform must not have seen more than the pile has stored.
      gun.storeSession();
      this.sample(gun, 'Sample.Periodic');
    }
  }

  finished(): void {
    // The record of the charge contains everything.
  }

  private lastReportsOf(gun: Gun, session: Session, nowMs: number) {
    const current = this.lastReports.get(gun.number);
    if (current?.key === session.key) return current;
    const fresh = { key: session.key, sampleMs: nowMs, alignedMs: this.pile.clockMs };
    this.lastReports.set(gun.number, fresh);
    return fresh;
  }

  private sample(gun: Gun, context: 'Sample.Clock' | 'Sample.Periodic' | 'Trigger'): void {
    const { session } = gun;
    const transactionId = session ? transactionOf(this.pile, session.key) : undefined;
    if (!session?.charge || transactionId === undefined || !this.live) return;
    const { meterDwh, powerW, currentDa, voltageDv, soc } = readingOf(session.charge, gun.conditions);
    const full = { powerW, currentDa, voltageDv, ...(this.pile.facts.kind === 'dc' && { soc }) };
    const readings: PileReadings = { atMs: this.pile.clockMs, meterDwh, context, ...(context !== 'Sample.Clock' && full) };
    void this.call(pileCalls.meterValues({ gunNumber: gun.number, transactionId, readings: [readings] }));
  }

  private handleOpened(): void {
    const { time, latencies } = this.pile;
    this.receivedMs = time.nowMs();
    this.calls = new Calls(
      `${this.receivedMs.toString(36)}${this.connectionNo}-`,
      {
        send: (text) => this.uplink.send(text),
        serve: (call, reply) => this.afterMessages(() => reply(performCall(this.pile, call, this.messages))),
        hangUp: () => this.uplink.cut(),
      },
      { time, latencies },
    );
    if (this.booted) this.handleAccepted();
    else void this.boot();
  }

  private async boot(): Promise<void> {
    const { pile, connectionNo } = this;
    const { mainHw, kind, cpCode } = pile.facts;
    const outcome = await this.call(
      pileCalls.boot({
        chargePointVendor: mainHw.slice(0, 20),
        chargePointModel: models[kind],
        chargePointSerialNumber: cpCode,
        firmwareVersion: pile.mainSw.slice(0, 50),
        meterType: 'class 1',
      }),
    );
    if (connectionNo !== this.connectionNo || !this.uplink.open) return;
    const answer = outcome.ok ? readBootAnswer(outcome.payload) : undefined;
    if (answer?.status !== 'Accepted') {
      this.cancelBoot = pile.time.after((answer?.intervalS || REBOOT_S) * 1_000, () => void this.boot());
      return;
    }
    pile.memory.parameters['HeartbeatInterval'] = String(answer.intervalS);
    pile.setClock(answer.atMs);
    if (!this.booted || !this.live) this.handleAccepted();
  }

  private handleAccepted(): void {
    const started = !this.booted;
    this.booted = true;
    this.live = true;
    this.uplink.resetWaits();
    this.pile.notify({ kind: 'live', detail: '' });
    this.lastStatus.clear();
    void this.sendInitialReports(started);
  }

  /** Stored records are sent first, then the state of the station. */
  private async sendInitialReports(started: boolean): Promise<void> {
    await this.pump.run();
    if (!this.live) return;
    this.sendAllStatus(0);
    if (started) this.sendStart();
    this.scheduleHeartbeat(between(this.pile.rng, 0.2, 1));
  }

  /** After a start: a security event, and what only the vendor understands. */
  private sendStart(): void {
    const { mainHw, gunCount, ratedW } = this.pile.facts;
    void this.call(pileCalls.securityEvent({ type: 'StartupOfTheDevice', atMs: this.pile.clockMs }));
    const data = JSON.stringify({ connectors: gunCount, ratedW });
    void this.call(pileCalls.dataTransfer({ vendorId: mainHw.slice(0, 255), messageId: 'Inventory', data }));
  }

  private scheduleHeartbeat(share = 1): void {
    this.cancelHeartbeat();
    const everyMs = (numberOf(this.pile.memory, 'HeartbeatInterval') || HEARTBEAT_S) * 1_000;
    this.cancelHeartbeat = this.pile.time.after(everyMs * share, () => {
      this.scheduleHeartbeat();
      // A heartbeat can be omitted while other messages are answered.
      if (this.pile.time.nowMs() - this.receivedMs >= everyMs / 2) void this.heartbeat();
    });
  }

  private async heartbeat(): Promise<void> {
    const outcome = await this.call(pileCalls.heartbeat());
    if (!outcome.ok && outcome.reason === 'timeout') this.uplink.cut();
  }

  private sendAllStatus(connectorId: number): void {
    if (connectorId === 0) this.pileChanged();
    for (const gun of this.pile.guns) if (connectorId === 0 || gun.number === connectorId) this.gunChanged(gun);
  }

  private sendStatus(status: Omit<Parameters<typeof pileCalls.status>[0], 'atMs'>): void {
    const text = `${status.status} ${status.errorCode ?? ''}`;
    if (!this.live || this.lastStatus.get(status.gunNumber) === text) return;
    this.lastStatus.set(status.gunNumber, text);
    void this.call(pileCalls.status({ ...status, atMs: this.pile.clockMs }));
  }

  private receive(message: ChannelMessage): void {
    if (typeof message !== 'string') return;
    this.receivedMs = this.pile.time.nowMs();
    this.calls?.receive(message);
  }

  private handleClosed(detail: string): void {
    this.live = false;
    this.cancelBoot();
    this.cancelHeartbeat();
    this.pump.stop();
    this.calls?.end();
    this.calls = undefined;
    this.pile.notify({ kind: 'disconnected', detail });
  }

  private call(call: PileCall): Promise<Outcome> {
    return this.calls?.call(call) ?? Promise.resolve({ ok: false, reason: 'unsent' });
  }

  private async sendRecord(record: PileRecord): Promise<RecordResult> {
    if (await sendTransaction(this.pile, record, (call) => this.call(call))) {
      this.attempts = 0;
      return 'acknowledged';
    }
    this.attempts += 1;
    const stepMs = this.timings.retryMs ?? numberOf(this.pile.memory, 'TransactionMessageRetryInterval') * 1_000;
    return { retryMs: Math.min(stepMs * this.attempts, AGAIN_MAX_MS) };
  }

  /** Only after earlier messages have been handled: an answer and the command that depends on it may arrive together. */
  private afterMessages(send: () => void): void {
    this.pile.time.after(0, send);
  }

  private readonly messages: StationMessages = {
    boot: () => this.afterMessages(() => void this.boot()),
    heartbeat: () => this.afterMessages(() => void this.heartbeat()),
    status: (connectorId) =>
      this.afterMessages(() => {
        this.lastStatus.clear();
        this.sendAllStatus(connectorId);
      }),
    meterValues: (connectorId) =>
      this.afterMessages(() => {
        for (const gun of this.pile.guns) if (connectorId === 0 || gun.number === connectorId) this.sample(gun, 'Trigger');
      }),
    diagnosticsStatus: (status) => void this.call(pileCalls.diagnosticsStatus(status)),
    logStatus: (status, requestId) => void this.call(pileCalls.logStatus(status, requestId)),
    firmwareStatus: (status) => void this.call(pileCalls.firmwareStatus(status)),
    signedFirmwareStatus: (status, requestId) => void this.call(pileCalls.signedFirmwareStatus(status, requestId)),
    configurationChanged: () => this.afterMessages(() => this.scheduleHeartbeat()),
    sessionOf: (transactionId) => sessionOf(this.pile, transactionId),
  };
}

/** Account query result 1: the account is unknown. OCPP has a single status for all such refusals. */
const NOT_RECORDED = 1;
const REBOOT_S = 30;
const HEARTBEAT_S = 300;
const AGAIN_MAX_MS = 120_000;
const TIMER_SLACK_MS = 20;
const models = { dc: 'DC station', ac1: 'AC station 1p', ac3: 'AC station 3p' } as const;
