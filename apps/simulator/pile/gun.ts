import type { Rng } from '#engines/protocol/codec/kind.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { orderType, strategyType } from '#engines/order/codes.ts';
import { between, bits32 } from '../model/chance.ts';
import { advance, AMBIENT_C, beginCharge, meterDwh, type Conditions, type Outlet } from '../model/charge.ts';
import { goalOf, type ChargeStrategy } from '../model/goal.ts';
import type { PriceRule } from '../model/price.ts';
import type { Cancel, Time } from '../time.ts';
import { startOutcome, type Car, type Claim, type GunPhase, type FalseReport, type PileRecord, type Session } from './facts.ts';
import type { PileConnection } from './line.ts';
import type { PileMemory } from './memory.ts';

/** What a gun needs of its pile. */
export interface GunHost {
  readonly time: Time;
  readonly rng: Rng;
  readonly line: PileConnection;
  readonly memory: PileMemory;
  readonly outlet: Outlet;
  readonly pace: GunTimes;
  /** What the pile's clock is ahead of the truth; charges run on true time. */
  readonly clockOffMs: number;
  /** Power this gun may draw now. */
  spareW(gun: Gun): number;
  readonly tzMinutes: number;
  /** The prices of this month. */
  readonly rule: PriceRule | null;
  readonly maxSoc: number;
  readonly pileDisabled: boolean;
  readonly pileFault: number;
  remember(): void;
  addRecord(record: PileRecord): void;
  changed(gun: Gun): void;
}

/** How fast things happen at a pile. */
export interface GunTimes {
  /** Cable lock, insulation test and handshake take between these. */
  readonly startMs: readonly [number, number];
  /** How often a charge is looked at. */
  readonly tickMs: number;
  /** Step of the calculation. */
  readonly stepMs: number;
  /** Batteries this many times smaller; see `Conditions`. */
  readonly socSpeed: number;
}

/** What a start needs to be known. */
export interface Start {
  readonly orderNo: string;
  readonly claim: Claim;
  readonly startSource: number;
  readonly wish: ChargeStrategy;
  readonly rateRuleNo: string;
}

/** One gun: the car on it, the charge it gives, and what is wrong with it. */
export class Gun {
  readonly number: number;
  car: Car | null = null;
  session: Session | null = null;
  /** Gun fault of section 8; 0 for none. */
  fault = 0;
  disabled = false;
  /** Why the last charge ended; 0 before the first. */
  lastStop = 0;
  lastStart = 0;
  reservation: { readonly id: number; readonly account: string; readonly untilMs: number } | null = null;
  /** The next start fails with this code. */
  failNextStart = 0;
  lieAtEnd: FalseReport | null = null;
  /** A question is under way. */
  asking = false;
  /** A start that came before the car. */
  private waiting: { readonly start: Start; readonly untilMs: number } | null = null;
  private after: 'none' | 'ended' | 'failed' = 'none';
  private cancelTimer: Cancel = () => undefined;
  private readonly host: GunHost;

  constructor(number: number, host: GunHost) {
    this.number = number;
    this.host = host;
  }

  get phase(): GunPhase {
    if (this.fault !== 0 || this.host.pileFault !== 0) return 'fault';
    if (this.disabled || this.host.pileDisabled) return 'disabled';
    if (this.session) return this.session.charge ? 'charging' : 'starting';
    if (this.car) return this.after === 'none' ? 'plugged' : this.after;
    return this.reservation && this.reservation.untilMs > this.host.time.nowMs() ? 'reserved' : 'idle';
  }

  get conditions(): Conditions {
    const { host } = this;
    const startMs = this.session?.charge?.startMs ?? host.time.nowMs();
    const wish = this.session?.wish ?? NO_WISH;
    return {
      limitW: host.spareW(this),
      goal: goalOf(wish, { startMs, maxSoc: host.maxSoc }),
      rule: this.session ? this.session.rule : host.rule,
      dayShiftMs: host.tzMinutes * 60_000 + host.clockOffMs,
      socSpeed: host.pace.socSpeed,
      stepMs: host.pace.stepMs,
    };
  }

  get meterDwh(): number {
    return this.session?.charge ? meterDwh(this.session.charge) : (this.host.memory.metersDwh[this.number - 1] ?? 0);
  }

  plug(car: Car): void {
    const { waiting, host } = this;
    this.car = car;
    this.after = 'none';
    this.waiting = null;
    host.changed(this);
    if (waiting && waiting.untilMs > host.time.nowMs()) this.begin(waiting.start);
  }

  /** Starts as soon as a car is plugged in, within the time. */
  beginWhenPlugged(start: Start, withinMs: number): void {
    this.waiting = { start, untilMs: this.host.time.nowMs() + withinMs };
  }

  /** Pulls the cable; a charge ends with it. */
  unplug(): void {
    if (this.session) this.end(stopReason.unplugged);
    this.car = null;
    this.after = 'none';
    this.host.changed(this);
  }

  /** Locks, tests and starts; the result goes to the platform in any case. */
  begin(start: Start): Session {
    const { host } = this;
    host.memory.sessionCount += 1;
    const key = `${this.number}-${host.memory.sessionCount}`;
    const session: Session = { key, gunNumber: this.number, vin: this.car?.vin ?? '', rule: host.rule, charge: null, aligned: [], ...start };
    this.session = session;
    this.reservation = null;
    this.keep();
    host.changed(this);
    this.cancelTimer = host.time.after(between(host.rng, ...host.pace.startMs), () => this.started());
    return session;
  }

  /** Ends what is going on; false when nothing is. */
  end(reason: number): boolean {
    const { session, host } = this;
    if (!session) return false;
    this.cancelTimer();
    if (!session.charge) {
      this.failed(reason === stopReason.emergencyStop ? startOutcome.emergencyStop : startOutcome.cancelled);
      return true;
    }
    const charge = advance(session.charge, host.time.nowMs(), this.conditions);
    const record = this.record('end', { ...session, charge }, { code: reason });
    this.session = null;
    this.after = 'ended';
    this.lastStop = reason;
    this.lieAtEnd = null;
    if (this.car) this.car = { ...charge.car };
    host.memory.metersDwh[this.number - 1] = record.meterDwh;
    host.line.finished(this, record);
    this.store(record);
    return true;
  }

  /** Moves the charge on to now. */
  catchUp(): void {
    const { session, host } = this;
    if (!session?.charge) return;
    this.session = { ...session, charge: advance(session.charge, host.time.nowMs(), this.conditions) };
  }

  /** Notes the meter on a border of the clock. */
  align(atMs: number): void {
    if (!this.session) return;
    const aligned = [...this.session.aligned, { atMs, meterDwh: this.meterDwh }].slice(-ALIGNED_MAX);
    this.session = { ...this.session, aligned };
  }

  /** Puts the session where a power cut does not reach it. */
  keep(): void {
    const { memory } = this.host;
    memory.running[this.number - 1] = this.session;
    memory.metersDwh[this.number - 1] = this.meterDwh;
    this.host.remember();
  }

  /** The power is gone: nothing happens any more until `restore`. */
  halt(): void {
    this.cancelTimer();
    this.session = null;
    this.waiting = null;
    this.asking = false;
  }

  /** The power is back: what was running when it went has ended then. */
  restore(reason: number): void {
    const kept = this.host.memory.running[this.number - 1];
    this.after = this.car ? 'ended' : 'none';
    if (!kept) return;
    this.host.memory.running[this.number - 1] = null;
    this.lastStop = reason;
    this.after = this.car ? (kept.charge ? 'ended' : 'failed') : 'none';
    this.host.addRecord(
      kept.charge ? this.record('end', kept, { code: reason, atMs: kept.charge.atMs }) : this.record('start', kept, { code: startOutcome.cancelled }),
    );
  }

  private started(): void {
    const { session, host, car } = this;
    if (!session) return;
    if (!car) return this.failed(startOutcome.cancelled);
    if (this.failNextStart !== 0) {
      const code = this.failNextStart;
      this.failNextStart = 0;
      return this.failed(code);
    }
    const meter = host.memory.metersDwh[this.number - 1] ?? 0;
    const charge = beginCharge({ outlet: host.outlet, car, seed: bits32(host.rng), startMs: host.time.nowMs(), meterDwh: meter });
    this.session = { ...session, charge };
    this.lastStart = startOutcome.success;
    this.store(this.record('start', this.session, { code: startOutcome.success }));
    this.cancelTimer = host.time.after(host.pace.tickMs, () => this.tick());
  }

  private tick(): void {
    this.catchUp();
    const charge = this.session?.charge;
    if (!this.session || !charge) return;
    if (charge.ended !== null) return void this.end(charge.ended);
    this.cancelTimer = this.host.time.after(this.host.pace.tickMs, () => this.tick());
    this.host.line.charging(this, this.session);
  }

  private failed(code: number): void {
    const { session } = this;
    if (!session) return;
    this.session = null;
    this.after = 'failed';
    this.lastStart = code;
    this.store(this.record('start', session, { code }));
  }

  private record(
    kind: PileRecord['kind'],
    session: Session,
    { code, atMs = this.host.time.nowMs() }: { readonly code: number; readonly atMs?: number },
  ): PileRecord {
    return {
      kind,
      session,
      code,
      atMs,
      clockOffMs: this.host.clockOffMs,
      meterDwh: session.charge ? meterDwh(session.charge) : this.meterDwh,
      orderType: orderType.online,
      connection: this.host.line.connection,
      ...(kind === 'end' && this.lieAtEnd !== null && { lie: this.lieAtEnd }),
    };
  }

  private store(record: PileRecord): void {
    this.host.memory.running[this.number - 1] = this.session;
    this.host.addRecord(record);
    this.host.changed(this);
  }
}

export const temperatureAt = (gun: Gun): number => Math.round(gun.session?.charge?.gunC ?? AMBIENT_C);

const NO_WISH: ChargeStrategy = { strategyType: strategyType.untilFull, strategyValE2: 0, balanceCents: 0, maxAmountCents: 0 };
/** Quarter hours of a day. */
const ALIGNED_MAX = 96;
