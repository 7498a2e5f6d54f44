import type { Claim, Permission, PileRecord, Session } from './facts.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { Gun } from './gun.ts';

/** A pile's way to the platform: one for each protocol. */
export interface PileConnection {
  /** Signed in. */
  readonly live: boolean;
  /** Counts connections. */
  readonly connection: number;
  /** Connects, and goes on connecting whenever the connection is lost. */
  open(): void;
  /** Loses the connection without a word; comes back after `forMs`, or when its patience says so. */
  cut(forMs?: number): void;
  close(): void;
  /** The pile's power is back: nothing of what was being said is remembered. */
  reboot(): void;
  askToStart(gun: Gun, claim: Claim, wish: ChargeStrategy): Promise<Permission>;
  pileChanged(): void;
  gunChanged(gun: Gun): void;
  /** Something waits in the records. */
  recordsChanged(): void;
  /** Called at every tick of a gun that charges, after its charge has moved on. */
  charging(gun: Gun, session: Session): void;
  /** A charge has ended; its record follows by itself. */
  finished(gun: Gun, record: PileRecord): void;
}
