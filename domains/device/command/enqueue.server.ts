import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { commandStat, replyResult } from './command.ts';

const { notExecuted, completed } = valuesOf(commandStat);
const { failure } = valuesOf(replyResult);

/** The topic that wakes the dispatchers. */
export const commandTopic = 'device.command';

type WithoutId<C> = C extends { readonly commandId: string } ? Omit<C, 'commandId'> : never;
/** A command without its id. */
export type CommandDraft = WithoutId<DeviceCommand>;

export interface CommandRequest {
  readonly cpCode: string;
  readonly command: CommandDraft;
  /** A username, or the name of the part of the system that requests the command. */
  readonly requestedBy: string;
  readonly because: string;
  /** Set where a caller waits for the answer to this very command; enqueuing the same id twice writes one command. */
  readonly commandId?: string;
  /** How long the command waits for a pile that is offline, where that is not the default. */
  readonly waitsUntil?: Date;
}

/** Writes a command in the caller's transaction and returns its id. The command is sent after the commit, at once if its pile is online. */
export const enqueueCommand = async (tx: Tx, request: CommandRequest): Promise<string> => {
  const { command, commandId = newCommandId() } = request;
  const gunNumber = 'gunNumber' in command ? command.gunNumber : null;
  const orderNo = 'chargingOrderNo' in command ? (command.chargingOrderNo ?? null) : null;
  const deadline = command.cmd === 'start' ? new Date(command.deadlineMs) : (request.waitsUntil ?? null);
  await sql`insert into device_command (command_id, tenant_id, agent_id, station_id, cp_code, gun_number, cmd, payload, charging_order_no, deadline, requested_by, because)
    select ${commandId}, tenant_id, agent_id, station_id, cp_code, ${gunNumber}::int, ${command.cmd}, ${JSON.stringify({ ...command, commandId })}::jsonb, ${orderNo}::text, ${deadline}::timestamptz, ${request.requestedBy}, ${request.because}
    from pile where cp_code = ${request.cpCode} on conflict (command_id) do nothing`.execute(tx);
  tx.wake(commandTopic);
  return commandId;
};

/** Withdraws a command that has not been sent; false if it was sent or has ended. */
export const voidCommand = async (tx: Tx, commandId: string): Promise<boolean> => {
  const { numAffectedRows = 0n } =
    await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = 'void', completed_at = now()
    where command_id = ${commandId} and stat = ${sql.lit(notExecuted)}`.execute(tx);
  return numAffectedRows === 1n;
};

/** 16 hexadecimal digits, unique among commands. */
export const newCommandId = (): string => randomBytes(8).toString('hex').toUpperCase();
