import type { Claim, Permission, PileRecord, Session } from './facts.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { Gun } from './gun.ts';

/** A pile's connection to the platform; each protocol has one implementation. */
export interface PileConnection {
  /** Logged in. */
  readonly live: boolean;
  /** The number of the connection, counted from 1. */
  readonly connectionNo: number;
  /** Connects, and connects again whenever the connection is lost. */
  open(): void;
  /** Loses the connection without closing it; connects again after `forMs`, or after the usual wait. */
  cut(forMs?: number): void;
  close(): void;
  /** The pile's power is back: the state of earlier conversations is gone. */
  reboot(): void;
  /** The platform names the group of an account, so that a reservation is compared after its answer. */
  readonly checksGroups: boolean;
  requestStart(gun: Gun, claim: Claim, wish: ChargeStrategy): Promise<Permission>;
  pileChanged(): void;
  gunChanged(gun: Gun): void;
  /** There are records to send. */
  recordsChanged(): void;
  /** Called at every tick of a gun that charges, after its charge has moved on. */
  charging(gun: Gun, session: Session): void;
  /** A charge has ended; its record is sent separately. */
  finished(gun: Gun, record: PileRecord): void;
}
