import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { CommandSettlement, PileRef } from '#engines/protocol/device-backend.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';

export interface ClaimedCommand {
  readonly cpCode: string;
  readonly command: DeviceCommand;
}

export interface SettledCommand {
  readonly pile: PileRef;
  readonly command: DeviceCommand;
  readonly settlement: CommandSettlement;
}

/** What a noun does at the steps of a command, in the transaction of the step. A command of another noun passes through. */
export interface CommandEffects {
  /** Completes a command that is about to be sent with what must not be stored with it. */
  readonly prepare?: (tx: Tx, claimed: ClaimedCommand, parts: PrepareParts) => Promise<DeviceCommand>;
  /** The pile has answered, or no answer came. */
  readonly settled?: (tx: Tx, settled: SettledCommand) => Promise<void>;
  /** The command ended without having been sent. */
  readonly unsent?: (tx: Tx, command: DeviceCommand, now: Date) => Promise<void>;
  /** The command was sent, and its answer can no longer be expected. */
  readonly lost?: (tx: Tx, command: DeviceCommand, now: Date) => Promise<void>;
  /** Called regularly, for what ends by time alone. */
  readonly expire?: (tx: Tx, now: Date) => Promise<void>;
}

export interface PrepareParts {
  readonly now: Date;
  readonly secrets: Secrets;
  /** The address of a file behind a token, as piles reach this installation. */
  readonly fileUrl: (token: string) => string;
}
