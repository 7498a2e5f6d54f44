import type { Rng } from '#engines/protocol/codec/kind.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { slotOf, type Outlet } from '../model/charge.ts';
import type { PriceRule } from '../model/price.ts';
import type { LatencyGauge } from '../fleet/gauge.ts';
import type { Time } from '../time.ts';
import { commandsOf, type Commands } from './commands.ts';
import { askAndStart, type StartRequest } from './ask.ts';
import type { Car, GunPhase, FalseReport, Permission, PileFacts, PileRecord } from './facts.ts';
import { Gun, type GunHost, type GunTimes } from './gun.ts';
import { createJournal, type Journal } from './journal.ts';
import type { PileConnection } from './line.ts';
import { emptyMemory, TAKEN_KEPT, type MemoryStore, type PileMemory } from './memory.ts';

/** What happens at a pile, for whoever watches it. */
export type PileNews =
  | { readonly kind: 'live' | 'lost'; readonly detail: string }
  | { readonly kind: 'phase'; readonly gunNumber: number; readonly phase: GunPhase }
  | { readonly kind: 'made' | 'taken'; readonly record: PileRecord };

export interface PileWorld {
  readonly facts: PileFacts;
  readonly outlet: Outlet;
  readonly time: Time;
  readonly rng: Rng;
  readonly pace: GunTimes;
  readonly store: MemoryStore;
  readonly firstMeterDwh: number;
  /** What the pile's clock is ahead of the truth, however often it is set. */
  readonly clockErrorMs: number;
  readonly journalMax: number;
  readonly gauge: LatencyGauge | undefined;
  readonly line: (pile: Pile) => PileConnection;
}

/** A whole virtual pile: guns, clock, memory, and a line to the platform. */
export class Pile implements GunHost {
  readonly facts: PileFacts;
  readonly outlet: Outlet;
  readonly time: Time;
  readonly rng: Rng;
  readonly pace: GunTimes;
  readonly line: PileConnection;
  readonly guns: readonly Gun[];
  readonly commands: Commands;
  readonly journal: Journal;
  readonly gauge: LatencyGauge | undefined;
  memory: PileMemory;
  clockOffMs: number;
  tzMinutes = 0;
  maxSoc = 100;
  /** What the platform lets the pile draw at most; its rating by default. */
  limitW: number;
  pileDisabled = false;
  pileFault = 0;
  upgrading = false;
  mainSw: string;
  powered = true;
  private readonly world: PileWorld;
  private readonly listeners = new Set<(news: PileNews) => void>();
  private readonly shown: GunPhase[];

  constructor(world: PileWorld) {
    const { facts } = world;
    this.world = world;
    this.facts = facts;
    this.outlet = world.outlet;
    this.time = world.time;
    this.rng = world.rng;
    this.pace = world.pace;
    this.limitW = facts.ratedW;
    this.mainSw = facts.mainSw;
    this.clockOffMs = world.clockErrorMs;
    this.memory = world.store.load() ?? emptyMemory(Array.from({ length: facts.gunCount }, () => world.firstMeterDwh));
    // Made in another life, whatever its count of connections was.
    this.memory.records = this.memory.records.map((record) => ({ ...record, connection: -1 }));
    this.journal = createJournal(world.journalMax);
    this.gauge = world.gauge;
    this.line = world.line(this);
    this.guns = Array.from({ length: facts.gunCount }, (_, index) => new Gun(index + 1, this));
    this.shown = this.guns.map((gun) => gun.phase);
    this.commands = commandsOf(this);
    for (const gun of this.guns) gun.restore(stopReason.powerLoss);
  }

  get clockMs(): number {
    return this.time.nowMs() + this.clockOffMs;
  }

  gun(number: number): Gun | undefined {
    return this.guns[number - 1];
  }

  /** Begins to connect. */
  open(): void {
    this.line.open();
  }

  /** Says goodbye and stays away. */
  close(): void {
    this.line.close();
  }

  plug(gunNumber: number, car: Car): void {
    this.gun(gunNumber)?.plug(car);
  }

  unplug(gunNumber: number): void {
    this.gun(gunNumber)?.unplug();
  }

  startByCard(gunNumber: number, asked: StartRequest): Promise<Permission> {
    return askAndStart(this, gunNumber, { by: 'card', ...asked });
  }

  /** By the number the car itself tells. */
  startByVin(gunNumber: number, asked: Partial<StartRequest> = {}): Promise<Permission> {
    return askAndStart(this, gunNumber, { by: 'vin', account: this.gun(gunNumber)?.car?.vin ?? '', ...asked });
  }

  startByPhone(gunNumber: number, asked: StartRequest): Promise<Permission> {
    return askAndStart(this, gunNumber, { by: 'phone', ...asked });
  }

  startByPassword(gunNumber: number, asked: StartRequest): Promise<Permission> {
    return askAndStart(this, gunNumber, { by: 'password', ...asked });
  }

  /** Somebody ends the charge: with their card, or the button on the screen. */
  stop(gunNumber: number, reason: number = stopReason.card): boolean {
    return this.gun(gunNumber)?.end(reason) ?? false;
  }

  /** A fault of the whole pile by its code (section 8), 0 to clear it; charges end with the first. */
  setFault(code: number): void {
    if (code !== 0) for (const gun of this.guns) gun.end(code === EMERGENCY ? stopReason.emergencyStop : faultStop(code));
    this.pileFault = code;
    this.line.pileChanged();
    for (const gun of this.guns) this.changed(gun);
  }

  emergencyStop(): void {
    this.setFault(EMERGENCY);
  }

  /** A fault of one gun, 0 to clear it. */
  setGunFault(gunNumber: number, code: number): void {
    const gun = this.gun(gunNumber);
    if (!gun) return;
    if (code !== 0) gun.end(faultStop(code));
    gun.fault = code;
    this.changed(gun);
  }

  lie(gunNumber: number, lie: FalseReport): void {
    const gun = this.gun(gunNumber);
    if (gun) gun.lieAtEnd = lie;
  }

  /** The network is gone for a while; charging goes on. */
  cut(forMs?: number): void {
    this.line.cut(forMs);
  }

  /** The power is gone for a while: what charged has ended, and its record is made when the power is back. */
  cutPower(forMs: number, reason: number = stopReason.powerLoss): void {
    if (!this.powered) return;
    this.switchOff();
    this.time.after(forMs, () => {
      this.powered = true;
      this.memory = this.world.store.load() ?? this.memory;
      this.line.reboot();
      for (const gun of this.guns) gun.restore(reason);
      this.remember();
      this.line.open();
    });
  }

  /** The power is gone for good; whoever makes a pile with this memory again finds what had been charged. */
  switchOff(): void {
    this.powered = false;
    for (const gun of this.guns) {
      gun.catchUp();
      gun.keep();
      gun.halt();
    }
    this.line.cut();
    this.line.close();
  }

  /** Sets the clock by the platform's; a pile with a clock error stays wrong. */
  setClock(serverMs: number): void {
    this.clockOffMs = serverMs - this.time.nowMs() + this.world.clockErrorMs;
    // The server tells whole seconds, and a message takes its time: less than that is no error.
    if (Math.abs(this.clockOffMs - this.world.clockErrorMs) < CLOCK_GRAIN_MS) this.clockOffMs = this.world.clockErrorMs;
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

  spareW(gun: Gun): number {
    const charging = this.guns.filter((other) => other === gun || other.phase === 'charging').length;
    return Math.min(this.facts.ratedW, this.limitW) / charging;
  }

  remember(): void {
    this.world.store.save(this.memory);
  }

  addRecord(record: PileRecord): void {
    this.memory.records.push(record);
    this.journal.made(record);
    this.remember();
    this.tell({ kind: 'made', record });
    this.line.recordsChanged();
  }

  /** The platform has it. */
  recordTaken(record: PileRecord): void {
    this.memory.records = this.memory.records.filter((other) => other !== record);
    if (record.kind === 'end') this.memory.taken = [...this.memory.taken, record].slice(-TAKEN_KEPT);
    this.journal.taken(record, this.time.nowMs());
    this.remember();
    this.tell({ kind: 'taken', record });
  }

  /** Something about a gun is different: say so. */
  changed(gun: Gun): void {
    this.line.gunChanged(gun);
    const { phase } = gun;
    if (this.shown[gun.number - 1] === phase) return;
    this.shown[gun.number - 1] = phase;
    this.tell({ kind: 'phase', gunNumber: gun.number, phase });
  }

  tell(news: PileNews): void {
    for (const listener of this.listeners) listener(news);
  }

  /** Calls `listener` at everything that happens; what it returns ends that. */
  on(listener: (news: PileNews) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Waits until something holds, looking now and then. Rejects after `withinMs`. */
  waitFor(holds: (pile: Pile) => boolean, withinMs = 30_000): Promise<void> {
    const untilMs = this.time.nowMs() + withinMs;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (holds(this)) return resolve();
        if (this.time.nowMs() >= untilMs) return reject(new Error(`${this.facts.cpCode} waited ${withinMs} ms for ${String(holds)}`));
        this.time.after(LOOK_MS, look);
      };
      look();
    });
  }
}

/** Pile fault 2 of section 8. */
const EMERGENCY = 2;
/** Stop reasons 160 to 239 are faults: 165 and on by pile faults (1 to 16), 182 and on by gun faults (65 to 86), 239 by an unknown one. */
const faultStop = (code: number): number => (code > 86 ? stopReason.unknown : code > 16 ? 117 + code : 165 + code);
const CLOCK_GRAIN_MS = 2_500;
/** How often `waitFor` looks. */
const LOOK_MS = 20;
