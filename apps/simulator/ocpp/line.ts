import { pileCalls, readAccepted, readBootAnswer, readStartAnswer, type PileCall, type PileReadings } from '#engines/protocol/ocpp16/pile.ts';
import { openRpc, stepRpc, type Outcome, type RpcInput, type RpcSession } from '#engines/protocol/ocpp16/rpc.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { between } from '../model/chance.ts';
import { readingOf } from '../model/reading.ts';
import type { Dial, Said } from '../pile/channel.ts';
import { GRANTED, NO_ANSWER, refused, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { Line } from '../pile/line.ts';
import { TRANSACTIONS_KEPT } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { PATIENCE, Uplink, type Patience } from '../pile/uplink.ts';
import type { Cancel } from '../time.ts';
import { numberOf } from './configuration.ts';
import { twisted } from './lies.ts';
import { obey, type Saying } from './obey.ts';
import { gunErrorOf, pileErrorOf, reasonOf, statusOf } from './words.ts';

export interface OcppManners extends Patience {
  /** After a transaction message was not taken: this times the number of attempts. Null: as the station is configured. */
  readonly againMs: number | null;
}

export const OCPP_MANNERS: OcppManners = { ...PATIENCE, againMs: null };

type Waiting = (outcome: Outcome) => void;
type Rpc = RpcSession<Waiting>;

/** A station that speaks OCPP 1.6J: Core and RemoteTrigger. */
export class OcppLine implements Line {
  live = false;
  private readonly pile: Pile;
  private readonly manners: OcppManners;
  private readonly uplink: Uplink;
  private rpc: Rpc = openRpc('');
  private booted = false;
  private heardMs = 0;
  private readonly cancel: Record<'boot' | 'heartbeat' | 'records' | 'timeout', Cancel> = {
    boot: idle,
    heartbeat: idle,
    records: idle,
    timeout: idle,
  };
  private busyWithRecords = false;
  private attempts = 0;
  /** By gun: which session has said what when. */
  private readonly told = new Map<number, { key: string; sampleMs: number; alignedMs: number }>();
  private readonly shown = new Map<number, string>();

  constructor(pile: Pile, dial: Dial, manners: OcppManners) {
    this.pile = pile;
    this.manners = manners;
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
    void this.sayRecords();
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
    const session = gun.session;
    const transactionId = session ? this.transactionOf(session.key) : undefined;
    if (!session?.charge || transactionId === undefined || !this.live) return;
    const reading = readingOf(session.charge, gun.conditions);
    const readings: PileReadings = {
      atMs: this.pile.clockMs,
      meterDwh: reading.meterDwh,
      context,
      ...(context !== 'Sample.Clock' && {
        powerW: reading.powerW,
        currentDa: reading.currentDa,
        voltageDv: reading.voltageDv,
        ...(this.pile.facts.kind === 'dc' && { soc: reading.soc }),
      }),
    };
    void this.call(pileCalls.meterValues({ gunNumber: gun.number, transactionId, readings: [readings] }));
  }

  private opened(): void {
    this.rpc = openRpc(`${this.pile.time.nowMs().toString(36)}${this.connection}-`);
    this.heardMs = this.pile.time.nowMs();
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
      this.cancel.boot = pile.time.after((answer?.intervalS || REBOOT_S) * 1_000, () => void this.boot());
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
    await this.sayRecords();
    if (!this.live) return;
    this.tellAll(0);
    this.beat(between(this.pile.rng, 0.2, 1));
  }

  private beat(share = 1): void {
    this.cancel.heartbeat();
    const everyMs = (numberOf(this.pile.memory, 'HeartbeatInterval') || HEARTBEAT_S) * 1_000;
    this.cancel.heartbeat = this.pile.time.after(everyMs * share, () => {
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

  private heard(message: Said): void {
    if (typeof message !== 'string') return;
    this.heardMs = this.pile.time.nowMs();
    this.run({ kind: 'text', text: message, atMs: this.heardMs });
  }

  private lost(detail: string): void {
    this.live = false;
    for (const cancel of Object.values(this.cancel)) cancel();
    this.run({ kind: 'close' });
    this.pile.tell({ kind: 'lost', detail });
  }

  private call({ action, payload }: PileCall): Promise<Outcome> {
    if (!this.uplink.open) return Promise.resolve({ ok: false, why: 'unsent' });
    const { gauge, time } = this.pile;
    const saidMs = time.nowMs();
    return new Promise((resolve) => {
      const subject: Waiting = (outcome) => {
        if (outcome.ok) gauge?.answered(time.nowMs() - saidMs);
        else gauge?.unanswered();
        resolve(outcome);
      };
      this.run({ kind: 'call', call: { subject, action, payload }, atMs: saidMs });
    });
  }

  private run(input: RpcInput<Waiting>): void {
    const step = stepRpc(this.rpc, input);
    this.rpc = step.session;
    for (const output of step.outputs) {
      if (output.kind === 'send') this.uplink.send(output.text);
      else if (output.kind === 'settled') output.call.subject(output.outcome);
      else if (output.kind === 'hangUp') this.uplink.cut();
      else if (output.kind === 'serve') this.later(() => this.run({ kind: 'reply', id: output.id, reply: obey(this.pile, output, this.saying) }));
    }
    this.cancel.timeout();
    this.cancel.timeout = idle;
    if (this.rpc.pending) this.cancel.timeout = this.pile.time.after(TIMEOUT_LOOK_MS, () => this.run({ kind: 'tick', atMs: this.pile.time.nowMs() }));
  }

  /** After everything heard before has been understood: an answer and the command that builds on it may come in one breath. */
  private later(say: () => void): void {
    this.pile.time.after(0, say);
  }

  private readonly saying: Saying = {
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
    sessionOf: (transactionId) => this.pile.memory.transactions.findLast(([, id]) => id === transactionId)?.[0],
  };

  /** Transaction messages in their order, each until it is answered with a result. */
  private async sayRecords(): Promise<void> {
    if (this.busyWithRecords || !this.live) return;
    this.busyWithRecords = true;
    const { connection } = this;
    for (let record = this.pile.memory.records[0]; record && this.live && connection === this.connection; record = this.pile.memory.records[0]) {
      if (await this.sayRecord(record)) {
        this.attempts = 0;
        this.pile.recordTaken(record);
      } else {
        this.attempts += 1;
        const stepMs = this.manners.againMs ?? numberOf(this.pile.memory, 'TransactionMessageRetryInterval') * 1_000;
        const waitMs = Math.min(stepMs * this.attempts, AGAIN_MAX_MS);
        if (this.live) this.cancel.records = this.pile.time.after(waitMs, () => void this.sayRecords());
        break;
      }
    }
    this.busyWithRecords = false;
  }

  private async sayRecord(record: PileRecord): Promise<boolean> {
    // A start that failed is no transaction: the states of the connector have told it.
    if (record.kind === 'start' && record.code !== 0) return true;
    if (record.kind === 'end') {
      const outcome = await this.call(this.stopCall(record));
      return outcome.ok;
    }
    const { session } = record;
    const outcome = await this.call(
      pileCalls.start({
        gunNumber: session.gunNumber,
        idTag: session.claim.account.slice(0, ID_TAG_LENGTH),
        startMeterDwh: record.meterDwh,
        atMs: (session.charge?.startMs ?? record.atMs) + record.clockOffMs,
      }),
    );
    const answer = outcome.ok ? readStartAnswer(outcome.payload) : undefined;
    if (!answer) return false;
    this.pile.memory.transactions = [...this.pile.memory.transactions, [session.key, answer.transactionId] satisfies [string, number]].slice(
      -TRANSACTIONS_KEPT,
    );
    this.pile.journal.numbered(session.key, answer.transactionId);
    const gun = this.pile.gun(session.gunNumber);
    if (!answer.accepted && gun?.session?.key === session.key) gun.end(stopReason.deAuthorized);
    return true;
  }

  private stopCall(record: PileRecord): PileCall {
    const { session, meterDwh, atMs, clockOffMs, code } = record;
    const readings = session.aligned.map((reading): PileReadings => ({ ...reading, atMs: reading.atMs + clockOffMs, context: 'Sample.Clock' }));
    const told = twisted(
      // 0: the pile never learnt the number.
      { transactionId: this.transactionOf(session.key) ?? 0, stopMeterDwh: meterDwh, atMs: atMs + clockOffMs },
      record,
    );
    return pileCalls.stop({
      ...told,
      reason: reasonOf(code),
      idTag: session.claim.account.slice(0, ID_TAG_LENGTH),
      ...(readings.length > 0 && { readings }),
    });
  }

  private transactionOf(key: string): number | undefined {
    return this.pile.memory.transactions.findLast(([known]) => known === key)?.[1];
  }
}

const ID_TAG_LENGTH = 20;
/** Account query result 1: not recorded. OCPP has one word for every no. */
const NOT_RECORDED = 1;
const REBOOT_S = 30;
const HEARTBEAT_S = 300;
const AGAIN_MAX_MS = 120_000;
const TIMER_SLACK_MS = 20;
/** The RPC layer gives a call up after its own time; this is how often it is reminded to. */
const TIMEOUT_LOOK_MS = 5_000;
const models = { dc: 'DC station', ac1: 'AC station 1p', ac3: 'AC station 3p' } as const;
const idle: Cancel = () => undefined;
