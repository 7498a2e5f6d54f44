import { gunLimitW, offlineLimitW, scheduleLimitW, withoutCharge } from './power-limit.ts';
import type { Rng } from '#engines/protocol/codec/kind.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { slotOf, type Outlet } from '../model/charge.ts';
import type { PriceRule } from '../model/price.ts';
import type { LatencyHistogram } from '../fleet/latency-histogram.ts';
import type { Time } from '../time.ts';
import { commandsOf, type Commands } from './commands.ts';
import { requestAndStart, type StartRequest } from './start-at-pile.ts';
import type { Car, GunPhase, FalseReport, Permission, PileFacts, PileRecord } from './facts.ts';
import { Gun, type GunHost, type GunTimes } from './gun.ts';
import type { UpgradeFault } from './upgrade.ts';
import { createJournal, type Journal } from './journal.ts';
import { createPileLog } from './pile-log.ts';
import type { PileLog } from './pile-log.ts';
import type { PileConnection } from './connection.ts';
import { emptyMemory, ACKNOWLEDGED_MAX, type MemoryStore, type PileMemory } from './memory.ts';

/** An event at a pile, for listeners. */
export type PileNotice =
  | { readonly kind: 'live' | 'disconnected'; readonly detail: string }
  | { readonly kind: 'phase'; readonly gunNumber: number; readonly phase: GunPhase }
  | { readonly kind: 'recordCreated' | 'recordAcknowledged'; readonly record: PileRecord };

export interface PileParts {
  readonly facts: PileFacts;
  readonly outlet: Outlet;
  readonly time: Time;
  readonly rng: Rng;
  readonly gunTimes: GunTimes;
  readonly store: MemoryStore;
  readonly firstMeterDwh: number;
  /** How far the pile's clock stays ahead of the true time, however often it is set. */
  readonly clockErrorMs: number;
  readonly journalMax: number;
  readonly latencies: LatencyHistogram | undefined;
  readonly connection: (pile: Pile) => PileConnection;
}

/** A whole virtual pile: guns, clock, memory, and a connection to the platform. */
export class Pile implements GunHost {
  readonly facts: PileFacts;
  readonly outlet: Outlet;
  readonly time: Time;
  readonly rng: Rng;
  readonly gunTimes: GunTimes;
  readonly connection: PileConnection;
  readonly guns: readonly Gun[];
  readonly commands: Commands;
  readonly journal: Journal;
  readonly latencies: LatencyHistogram | undefined;
  readonly log: PileLog;
  memory: PileMemory;
  clockOffMs: number;
  tzMinutes = 0;
  maxSoc = 100;
  /** The most power that the platform allows; the rating by default. */
  limitW: number;
  pileDisabled = false;
  pileFault = 0;
  upgrading = false;
  upgradeFault: UpgradeFault | undefined;
  powered = true;
  /** Since when it has had no connection; null while it has one, and before the first. */
  private lostAtMs: number | null = null;
  private readonly parts: PileParts;
  private readonly listeners = new Set<(news: PileNotice) => void>();
  private readonly lastPhases: GunPhase[];

  constructor(parts: PileParts) {
    const { facts } = parts;
    this.parts = parts;
    this.facts = facts;
    this.outlet = parts.outlet;
    this.time = parts.time;
    this.rng = parts.rng;
    this.gunTimes = parts.gunTimes;
    this.limitW = facts.ratedW;
    this.clockOffMs = parts.clockErrorMs;
    this.memory = parts.store.load() ?? emptyMemory(Array.from({ length: facts.gunCount }, () => parts.firstMeterDwh));
    // Records of an earlier run belong to no connection of this run.
    this.memory.records = this.memory.records.map((record) => ({ ...record, connection: -1 }));
    this.journal = createJournal(parts.journalMax);
    this.latencies = parts.latencies;
    this.log = createPileLog(() => this.clockMs);
    this.on((notice) => this.log.add(notice));
    this.connection = parts.connection(this);
    this.guns = Array.from({ length: facts.gunCount }, (_, index) => new Gun(index + 1, this));
    this.lastPhases = this.guns.map((gun) => gun.phase);
    this.commands = commandsOf(this);
    for (const gun of this.guns) gun.restore(stopReason.powerLoss);
  }

  get clockMs(): number {
    return this.time.nowMs() + this.clockOffMs;
  }

  get mainSw(): string {
    return this.memory.mainSw ?? this.facts.mainSw;
  }

  gun(number: number): Gun | undefined {
    return this.guns[number - 1];
  }

  /** Begins to connect. */
  open(): void {
    this.connection.open();
  }

  /** Closes the connection and does not connect again. */
  close(): void {
    this.connection.close();
  }

  plug(gunNumber: number, car: Car): void {
    this.gun(gunNumber)?.plug(car);
  }

  unplug(gunNumber: number): void {
    this.gun(gunNumber)?.unplug();
  }

  startByCard(gunNumber: number, request: StartRequest): Promise<Permission> {
    return requestAndStart(this, gunNumber, { by: 'card', ...request });
  }

  /** By the VIN that the car reports. */
  startByVin(gunNumber: number, request: Partial<StartRequest> = {}): Promise<Permission> {
    return requestAndStart(this, gunNumber, { by: 'vin', account: this.gun(gunNumber)?.car?.vin ?? '', ...request });
  }

  startByPhone(gunNumber: number, request: StartRequest): Promise<Permission> {
    return requestAndStart(this, gunNumber, { by: 'phone', ...request });
  }

  startByPassword(gunNumber: number, request: StartRequest): Promise<Permission> {
    return requestAndStart(this, gunNumber, { by: 'password', ...request });
  }

  /** Ends the charge at the pile: with the card, or with the button on the screen. */
  stop(gunNumber: number, reason: number = stopReason.card): boolean {
    return this.gun(gunNumber)?.end(reason) ?? false;
  }

  /** Sets a fault of the whole pile by its code, 0 to clear it; a fault ends all charges. */
  setFault(code: number): void {
    if (code !== 0) for (const gun of this.guns) gun.end(code === EMERGENCY ? stopReason.emergencyStop : faultStop(code));
    this.pileFault = code;
    this.connection.pileChanged();
    for (const gun of this.guns) this.changed(gun);
  }

  emergencyStop(): void {
    this.setFault(EMERGENCY);
  }

  /** Sets a fault of one gun, 0 to clear it. */
  setGunFault(gunNumber: number, code: number): void {
    const gun = this.gun(gunNumber);
    if (!gun) return;
    if (code !== 0) gun.end(faultStop(code));
    gun.fault = code;
    this.changed(gun);
  }

  setFalseReport(gunNumber: number, falseReport: FalseReport): void {
    const gun = this.gun(gunNumber);
    if (gun) gun.falseReportAtEnd = falseReport;
  }

  /** Interrupts the network for a while; charging continues. */
  cut(forMs?: number): void {
    this.connection.cut(forMs);
  }

  /** Interrupts the power for a while: charges end, and their records are made when the power is back. */
  cutPower(forMs: number, reason: number = stopReason.powerLoss): void {
    if (!this.powered) return;
    this.switchOff();
    this.time.after(forMs, () => {
      this.powered = true;
      this.memory = this.parts.store.load() ?? this.memory;
      this.connection.reboot();
      for (const gun of this.guns) gun.restore(reason);
      this.saveMemory();
      this.connection.open();
    });
  }

  /** Switches the power off for good. A pile that is created later with this memory reports what was charging. */
  switchOff(): void {
    this.powered = false;
    for (const gun of this.guns) {
      gun.catchUp();
      gun.storeSession();
      gun.halt();
    }
    this.connection.cut();
    this.connection.close();
  }

  /** Sets the clock to the platform's; a pile with a clock error stays wrong by it. */
  setClock(serverMs: number): void {
    this.clockOffMs = serverMs - this.time.nowMs() + this.parts.clockErrorMs;
    // The server sends whole seconds, and a message takes time: a smaller difference is no error.
    if (Math.abs(this.clockOffMs - this.parts.clockErrorMs) < CLOCK_TOLERANCE_MS) this.clockOffMs = this.parts.clockErrorMs;
  }

  localSlot(): number {
    return slotOf(this.time.nowMs(), this.dayShiftMs);
  }

  get rule(): PriceRule | null {
    const month = new Date(this.time.nowMs() + this.dayShiftMs).getUTCMonth() + 1;
    return this.memory.rules[String(month)] ?? null;
  }

  private get dayShiftMs(): number {
    return this.tzMinutes * 60_000 + this.clockOffMs;
  }

  availableW(gun: Gun): number {
    const charging = this.guns.filter((other) => other === gun || other.phase === 'charging').length;
    const isUnheard = this.lostAtMs !== null && this.time.nowMs() - this.lostAtMs >= this.facts.offlineAfterMs;
    const offlineW = isUnheard ? offlineLimitW(this) : null;
    if (offlineW !== null) return Math.min(this.facts.ratedW, offlineW) / charging;
    return Math.min(Math.min(this.facts.ratedW, this.limitW, scheduleLimitW(this)) / charging, gunLimitW(this, gun.number));
  }

  saveMemory(): void {
    this.parts.store.save(this.memory);
  }

  addRecord(record: PileRecord): void {
    this.memory.records.push(record);
    if (record.kind === 'end') this.memory.chargingProfiles = withoutCharge(this.memory.chargingProfiles, record.session.gunNumber);
    this.journal.recordCreated(record);
    this.saveMemory();
    this.notify({ kind: 'recordCreated', record });
    this.connection.recordsChanged();
  }

  /** The platform has acknowledged the record. */
  recordAcknowledged(record: PileRecord): void {
    this.memory.records = this.memory.records.filter((other) => other !== record);
    if (record.kind === 'end') this.memory.taken = [...this.memory.taken, record].slice(-ACKNOWLEDGED_MAX);
    this.journal.recordAcknowledged(record, this.time.nowMs());
    this.saveMemory();
    this.notify({ kind: 'recordAcknowledged', record });
  }

  /** Reports a change of a gun. */
  changed(gun: Gun): void {
    this.connection.gunChanged(gun);
    const { phase } = gun;
    if (this.lastPhases[gun.number - 1] === phase) return;
    this.lastPhases[gun.number - 1] = phase;
    this.notify({ kind: 'phase', gunNumber: gun.number, phase });
  }

  notify(news: PileNotice): void {
    if (news.kind === 'live') this.lostAtMs = null;
    if (news.kind === 'disconnected') this.lostAtMs ??= this.time.nowMs();
    for (const listener of this.listeners) listener(news);
  }

  /** Calls `listener` for every event; the function it returns ends that. */
  on(listener: (news: PileNotice) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Waits until a condition holds, which is checked regularly. Rejects after `withinMs`. */
  waitFor(condition: (pile: Pile) => boolean, withinMs = 30_000): Promise<void> {
    const untilMs = this.time.nowMs() + withinMs;
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (condition(this)) return resolve();
        if (this.time.nowMs() >= untilMs) return reject(new Error(`${this.facts.cpCode} waited ${withinMs} ms for ${String(condition)}`));
        this.time.after(CHECK_MS, check);
      };
      check();
    });
  }
}

/** Pile fault 2 is an emergency stop. */
const EMERGENCY = 2;
/** Stop reasons 160 to 239 are faults: from 165 on for pile faults (1 to 16), from 182 on for gun faults (65 to 86), 239 for an unknown fault. */
const faultStop = (code: number): number => (code > 86 ? stopReason.unknown : code > 16 ? 117 + code : 165 + code);
const CLOCK_TOLERANCE_MS = 2_500;
/** The interval at which `waitFor` checks. */
const CHECK_MS = 20;
