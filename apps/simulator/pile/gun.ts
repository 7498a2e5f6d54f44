import type { Rng } from '#engines/protocol/codec/kind.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { orderType, strategyType } from '#engines/order/codes.ts';
import { between, bits32 } from '../model/random.ts';
import { advance, AMBIENT_C, beginCharge, meterDwh, type Conditions, type Outlet } from '../model/charge.ts';
import { goalOf, type ChargeStrategy } from '../model/goal.ts';
import type { PriceRule } from '../model/price.ts';
import type { Cancel, Time } from '../time.ts';
import { startOutcome, type Car, type Claim, type GunPhase, type FalseReport, type PileRecord, type GunReservation, type Session } from './facts.ts';
import type { PileConnection } from './connection.ts';
import type { PileMemory } from './memory.ts';

/** What a gun needs of its pile. */
export interface GunHost {
  readonly time: Time;
  readonly rng: Rng;
  readonly connection: PileConnection;
  readonly memory: PileMemory;
  readonly outlet: Outlet;
  readonly gunTimes: GunTimes;
  /** How far the pile's clock is ahead of the true time; charges run on true time. */
  readonly clockOffMs: number;
  /** The power that this gun may draw now. */
  availableW(gun: Gun): number;
  readonly tzMinutes: number;
  /** The prices of this month. */
  readonly rule: PriceRule | null;
  readonly maxSoc: number;
  readonly pileDisabled: boolean;
  readonly pileFault: number;
  saveMemory(): void;
  addRecord(record: PileRecord): void;
  changed(gun: Gun): void;
}

/** The times of the steps at a pile. */
export interface GunTimes {
  /** Cable lock, insulation test and handshake take between these. */
  readonly startMs: readonly [number, number];
  /** The interval at which a charge is updated. */
  readonly tickMs: number;
  /** Step of the calculation. */
  readonly stepMs: number;
  /** As in `Conditions`. */
  readonly socSpeed: number;
}

/** The data of a start. */
export interface StartDetails {
  readonly orderNo: string;
  readonly claim: Claim;
  readonly startSource: number;
  readonly wish: ChargeStrategy;
  readonly rateRuleNo: string;
}

/** One gun: the car plugged in, its charge and its faults. */
export class Gun {
  readonly number: number;
  car: Car | null = null;
  session: Session | null = null;
  /** The code of the gun's fault; 0 for none. */
  fault = 0;
  disabled = false;
  /** Why the last charge ended; 0 before the first. */
  lastStop = 0;
  lastStart = 0;
  reservation: GunReservation | null = null;
  /** The next start fails with this code. */
  failNextStart = 0;
  falseReportAtEnd: FalseReport | null = null;
  /** A start request waits for its answer. */
  isRequesting = false;
  /** A start that waits for a car. */
  private pendingStart: { readonly start: StartDetails; readonly untilMs: number } | null = null;
  private afterCharge: 'none' | 'ended' | 'failed' = 'none';
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
    if (this.car) return this.afterCharge === 'none' ? 'plugged' : this.afterCharge;
    return this.liveReservation ? 'reserved' : 'idle';
  }

  /** Whom the gun is kept for now. */
  get liveReservation(): GunReservation | null {
    return this.reservation && this.reservation.untilMs > this.host.time.nowMs() ? this.reservation : null;
  }

  get conditions(): Conditions {
    const { host } = this;
    const startMs = this.session?.charge?.startMs ?? host.time.nowMs();
    const wish = this.session?.wish ?? DEFAULT_WISH;
    return {
      limitW: host.availableW(this),
      goal: goalOf(wish, { startMs, maxSoc: host.maxSoc }),
      rule: this.session ? this.session.rule : host.rule,
      dayShiftMs: host.tzMinutes * 60_000 + host.clockOffMs,
      socSpeed: host.gunTimes.socSpeed,
      stepMs: host.gunTimes.stepMs,
    };
  }

  get meterDwh(): number {
    return this.session?.charge ? meterDwh(this.session.charge) : (this.host.memory.metersDwh[this.number - 1] ?? 0);
  }

  plug(car: Car): void {
    const { pendingStart, host } = this;
    this.car = car;
    this.afterCharge = 'none';
    this.pendingStart = null;
    host.changed(this);
    if (pendingStart && pendingStart.untilMs > host.time.nowMs()) this.begin(pendingStart.start);
  }

  /** Starts as soon as a car is plugged in, if that happens within the time. */
  beginWhenPlugged(start: StartDetails, withinMs: number): void {
    this.pendingStart = { start, untilMs: this.host.time.nowMs() + withinMs };
  }

  /** Unplugs the cable; this ends a charge. */
  unplug(): void {
    if (this.session) this.end(stopReason.unplugged);
    this.car = null;
    this.afterCharge = 'none';
    this.host.changed(this);
  }

  /** Locks, tests and starts; the platform receives the result in any case. */
  begin(start: StartDetails): Session {
    const { host } = this;
    host.memory.sessionCount += 1;
    const key = `${this.number}-${host.memory.sessionCount}`;
    const session: Session = {
      key,
      gunNumber: this.number,
      vin: this.car?.vin ?? '',
      rule: host.rule,
      charge: null,
      aligned: [],
      ...start,
      ...this.usedReservation,
    };
    this.session = session;
    this.reservation = null;
    this.storeSession();
    host.changed(this);
    this.cancelTimer = host.time.after(between(host.rng, ...host.gunTimes.startMs), () => this.completeStart());
    return session;
  }

  private get usedReservation(): Pick<Session, 'reservationId'> {
    return this.liveReservation ? { reservationId: this.liveReservation.id } : {};
  }

  /** Ends a start or a charge; false if there is none. */
  end(reason: number): boolean {
    const { session, host } = this;
    if (!session) return false;
    this.cancelTimer();
    if (!session.charge) {
      this.failStart(reason === stopReason.emergencyStop ? startOutcome.emergencyStop : startOutcome.cancelled);
      return true;
    }
    const charge = advance(session.charge, host.time.nowMs(), this.conditions);
    const record = this.record('end', { ...session, charge }, { code: reason });
    this.session = null;
    this.afterCharge = 'ended';
    this.lastStop = reason;
    this.falseReportAtEnd = null;
    if (this.car) this.car = { ...charge.car };
    host.memory.metersDwh[this.number - 1] = record.meterDwh;
    host.connection.finished(this, record);
    this.addRecord(record);
    return true;
  }

  /** Advances the charge to the present. */
  catchUp(): void {
    const { session, host } = this;
    if (!session?.charge) return;
    this.session = { ...session, charge: advance(session.charge, host.time.nowMs(), this.conditions) };
  }

  /** Records the meter at a clock-aligned time. */
  align(atMs: number): void {
    if (!this.session) return;
    const aligned = [...this.session.aligned, { atMs, meterDwh: this.meterDwh }].slice(-ALIGNED_MAX);
    this.session = { ...this.session, aligned };
  }

  /** Stores the session where a power cut does not reach it. */
  storeSession(): void {
    const { memory } = this.host;
    memory.running[this.number - 1] = this.session;
    memory.metersDwh[this.number - 1] = this.meterDwh;
    this.host.saveMemory();
  }

  /** The power is off: nothing happens until `restore`. */
  halt(): void {
    this.cancelTimer();
    this.session = null;
    this.reservation = null;
    this.pendingStart = null;
    this.isRequesting = false;
  }

  /** The power is back: what was running has ended at the time of the power cut. */
  restore(reason: number): void {
    const stored = this.host.memory.running[this.number - 1];
    this.afterCharge = this.car ? 'ended' : 'none';
    if (!stored) return;
    this.host.memory.running[this.number - 1] = null;
    this.lastStop = reason;
    this.afterCharge = this.car ? (stored.charge ? 'ended' : 'failed') : 'none';
    this.host.addRecord(
      stored.charge
        ? this.record('end', stored, { code: reason, atMs: stored.charge.atMs })
        : this.record('start', stored, { code: startOutcome.cancelled }),
    );
  }

  private completeStart(): void {
    const { session, host, car } = this;
    if (!session) return;
    if (!car) return this.failStart(startOutcome.cancelled);
    if (this.failNextStart !== 0) {
      const code = this.failNextStart;
      this.failNextStart = 0;
      return this.failStart(code);
    }
    const meter = host.memory.metersDwh[this.number - 1] ?? 0;
    const charge = beginCharge({ outlet: host.outlet, car, seed: bits32(host.rng), startMs: host.time.nowMs(), meterDwh: meter });
    this.session = { ...session, charge };
    this.lastStart = startOutcome.success;
    this.addRecord(this.record('start', this.session, { code: startOutcome.success }));
    this.cancelTimer = host.time.after(host.gunTimes.tickMs, () => this.tick());
  }

  private tick(): void {
    this.catchUp();
    const charge = this.session?.charge;
    if (!this.session || !charge) return;
    if (charge.ended !== null) return void this.end(charge.ended);
    this.cancelTimer = this.host.time.after(this.host.gunTimes.tickMs, () => this.tick());
    this.host.connection.charging(this, this.session);
  }

  private failStart(code: number): void {
    const { session } = this;
    if (!session) return;
    this.session = null;
    this.afterCharge = 'failed';
    this.lastStart = code;
    this.addRecord(this.record('start', session, { code }));
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
      connection: this.host.connection.connectionNo,
      ...(kind === 'end' && this.falseReportAtEnd !== null && { lie: this.falseReportAtEnd }),
    };
  }

  private addRecord(record: PileRecord): void {
    this.host.memory.running[this.number - 1] = this.session;
    this.host.addRecord(record);
    this.host.changed(this);
  }
}

export const temperatureAt = (gun: Gun): number => Math.round(gun.session?.charge?.gunC ?? AMBIENT_C);

const DEFAULT_WISH: ChargeStrategy = { strategyType: strategyType.untilFull, strategyValE2: 0, balanceCents: 0, maxAmountCents: 0 };
/** The quarter hours of a day. */
const ALIGNED_MAX = 96;
