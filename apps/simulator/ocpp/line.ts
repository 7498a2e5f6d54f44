import { pileCalls, readAccepted, readBootAnswer, type PileCall, type PileReadings } from '#engines/protocol/ocpp16/client.ts';
import type { Outcome } from '#engines/protocol/ocpp16/rpc.ts';
import { between } from '../model/chance.ts';
import { readingOf } from '../model/reading.ts';
import type { Dial, ChannelMessage } from '../pile/channel.ts';
import { GRANTED, NO_ANSWER, refused, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { PileConnection } from '../pile/line.ts';
import type { Pile } from '../pile/pile.ts';
import { RecordPump, type RecordResult } from '../pile/record-pump.ts';
import { PATIENCE, Uplink, type RetryTimes } from '../pile/uplink.ts';
import type { Cancel } from '../time.ts';
import { Calls } from './calls.ts';
import { numberOf } from './configuration.ts';
import { obey, type StationMessages } from './obey.ts';
import { ID_TAG_LENGTH, sayTransaction, sessionOf, transactionOf } from './transactions.ts';
import { gunErrorOf, pileErrorOf, statusOf } from './words.ts';

export interface OcppManners extends RetryTimes {
  /** After a transaction message was not taken: this times the number of attempts. Null: as the station is configured. */
  readonly againMs: number | null;
}

export const OCPP_MANNERS: OcppManners = { ...PATIENCE, againMs: null };

/** A station that speaks OCPP 1.6J: Core and RemoteTrigger. */
export class OcppLine implements PileConnection {
  live = false;
  private readonly pile: Pile;
  private readonly manners: OcppManners;
  private readonly uplink: Uplink;
  private readonly pump: RecordPump;
  private calls: Calls | undefined;
  private booted = false;
  private heardMs = 0;
  private attempts = 0;
  private cancelBoot: Cancel = () => undefined;
  private cancelBeat: Cancel = () => undefined;
  /** By gun: which session has said what when. */
  private readonly told = new Map<number, { key: string; sampleMs: number; alignedMs: number }>();
  /** By gun: the last status that was said. */
  private readonly shown = new Map<number, string>();

  constructor(pile: Pile, dial: Dial, manners: OcppManners) {
    this.pile = pile;
    this.manners = manners;
    this.pump = new RecordPump(pile, (record) => this.sayRecord(record));
    this.uplink = new Uplink(pile.facts, dial, {
      time: pile.time,
      rng: pile.rng,
      patience: manners,
      events: { opened: () => this.opened(), heard: (message) => this.heard(message), closed: (detail) => this.lost(detail) },
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
    this.booted = false;
    this.told.clear();
    this.shown.clear();
  }

  /** OCPP 1.6 has no strategies and no places: the platform only says whether the tag may charge. */
  async askToStart(_gun: Gun, claim: Claim): Promise<Permission> {
    const outcome = await this.call(pileCalls.authorize(claim.account.slice(0, ID_TAG_LENGTH)));
    if (!outcome.ok) return refused(NO_ANSWER);
    return readAccepted(outcome.payload) ? GRANTED : refused(NOT_RECORDED);
  }

  pileChanged(): void {
    const { pileFault, pileDisabled } = this.pile;
    const status = pileFault !== 0 ? 'Faulted' : pileDisabled ? 'Unavailable' : 'Available';
    this.tellStatus({ gunNumber: 0, status, errorCode: pileErrorOf(pileFault) });
  }

  gunChanged(gun: Gun): void {
    this.tellStatus({ gunNumber: gun.number, status: statusOf[gun.phase], errorCode: gunErrorOf(gun.fault) });
  }

  recordsChanged(): void {
    void this.pump.run();
  }

  charging(gun: Gun, session: Session): void {
    const { pile } = this;
    const nowMs = pile.time.nowMs();
    const told = this.toldOf(gun, session, nowMs);
    const alignedMs = numberOf(pile.memory, 'ClockAlignedDataInterval') * 1_000;
    const border = alignedMs > 0 ? Math.floor(pile.clockMs / alignedMs) * alignedMs : 0;
    if (border > told.alignedMs) {
      told.alignedMs = border;
      gun.align(nowMs);
      this.sample(gun, 'Sample.Clock');
    }
    const everyMs = numberOf(pile.memory, 'MeterValueSampleInterval') * 1_000;
    if (everyMs > 0 && nowMs - told.sampleMs >= everyMs - TIMER_SLACK_MS) {
      told.sampleMs = nowMs;
      // What the platform has seen must not be more than the pile remembers.
      gun.keep();
      this.sample(gun, 'Sample.Periodic');
    }
  }

  finished(): void {
    // The record of the charge says it all.
  }

  private toldOf(gun: Gun, session: Session, nowMs: number) {
    const known = this.told.get(gun.number);
    if (known?.key === session.key) return known;
    const fresh = { key: session.key, sampleMs: nowMs, alignedMs: this.pile.clockMs };
    this.told.set(gun.number, fresh);
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

  private opened(): void {
    const { time, gauge } = this.pile;
    this.heardMs = time.nowMs();
    this.calls = new Calls(
      `${this.heardMs.toString(36)}${this.connection}-`,
      {
        send: (text) => this.uplink.send(text),
        serve: (call, reply) => this.later(() => reply(obey(this.pile, call, this.saying))),
        hangUp: () => this.uplink.cut(),
      },
      { time, gauge },
    );
    if (this.booted) this.admitted();
    else void this.boot();
  }

  private async boot(): Promise<void> {
    const { pile, connection } = this;
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
    if (connection !== this.connection || !this.uplink.open) return;
    const answer = outcome.ok ? readBootAnswer(outcome.payload) : undefined;
    if (answer?.status !== 'Accepted') {
      this.cancelBoot = pile.time.after((answer?.intervalS || REBOOT_S) * 1_000, () => void this.boot());
      return;
    }
    pile.memory.parameters['HeartbeatInterval'] = String(answer.intervalS);
    pile.setClock(answer.atMs);
    if (!this.booted || !this.live) this.admitted();
  }

  private admitted(): void {
    this.booted = true;
    this.live = true;
    this.uplink.settled();
    this.pile.tell({ kind: 'live', detail: '' });
    this.shown.clear();
    void this.greet();
  }

  /** Stored records go first, then what the station is. */
  private async greet(): Promise<void> {
    await this.pump.run();
    if (!this.live) return;
    this.tellAll(0);
    this.beat(between(this.pile.rng, 0.2, 1));
  }

  private beat(share = 1): void {
    this.cancelBeat();
    const everyMs = (numberOf(this.pile.memory, 'HeartbeatInterval') || HEARTBEAT_S) * 1_000;
    this.cancelBeat = this.pile.time.after(everyMs * share, () => {
      this.beat();
      // A heartbeat may be left out while other messages are answered.
      if (this.pile.time.nowMs() - this.heardMs >= everyMs / 2) void this.heartbeat();
    });
  }

  private async heartbeat(): Promise<void> {
    const outcome = await this.call(pileCalls.heartbeat());
    if (!outcome.ok && outcome.why === 'timeout') this.uplink.cut();
  }

  private tellAll(connectorId: number): void {
    if (connectorId === 0) this.pileChanged();
    for (const gun of this.pile.guns) if (connectorId === 0 || gun.number === connectorId) this.gunChanged(gun);
  }

  private tellStatus(status: Omit<Parameters<typeof pileCalls.status>[0], 'atMs'>): void {
    const text = `${status.status} ${status.errorCode ?? ''}`;
    if (!this.live || this.shown.get(status.gunNumber) === text) return;
    this.shown.set(status.gunNumber, text);
    void this.call(pileCalls.status({ ...status, atMs: this.pile.clockMs }));
  }

  private heard(message: ChannelMessage): void {
    if (typeof message !== 'string') return;
    this.heardMs = this.pile.time.nowMs();
    this.calls?.hear(message);
  }

  private lost(detail: string): void {
    this.live = false;
    this.cancelBoot();
    this.cancelBeat();
    this.pump.rest();
    this.calls?.end();
    this.calls = undefined;
    this.pile.tell({ kind: 'lost', detail });
  }

  private call(call: PileCall): Promise<Outcome> {
    return this.calls?.call(call) ?? Promise.resolve({ ok: false, why: 'unsent' });
  }

  private async sayRecord(record: PileRecord): Promise<RecordResult> {
    if (await sayTransaction(this.pile, record, (call) => this.call(call))) {
      this.attempts = 0;
      return 'taken';
    }
    this.attempts += 1;
    const stepMs = this.manners.againMs ?? numberOf(this.pile.memory, 'TransactionMessageRetryInterval') * 1_000;
    return { againMs: Math.min(stepMs * this.attempts, AGAIN_MAX_MS) };
  }

  /** After everything heard before has been understood: an answer and the command that builds on it may come in one breath. */
  private later(say: () => void): void {
    this.pile.time.after(0, say);
  }

  private readonly saying: StationMessages = {
    boot: () => this.later(() => void this.boot()),
    heartbeat: () => this.later(() => void this.heartbeat()),
    status: (connectorId) =>
      this.later(() => {
        this.shown.clear();
        this.tellAll(connectorId);
      }),
    meterValues: (connectorId) =>
      this.later(() => {
        for (const gun of this.pile.guns) if (connectorId === 0 || gun.number === connectorId) this.sample(gun, 'Trigger');
      }),
    configurationChanged: () => this.later(() => this.beat()),
    sessionOf: (transactionId) => sessionOf(this.pile, transactionId),
  };
}

/** Account query result 1: not recorded. OCPP has one word for every no. */
const NOT_RECORDED = 1;
const REBOOT_S = 30;
const HEARTBEAT_S = 300;
const AGAIN_MAX_MS = 120_000;
const TIMER_SLACK_MS = 20;
const models = { dc: 'DC station', ac1: 'AC station 1p', ac3: 'AC station 3p' } as const;
