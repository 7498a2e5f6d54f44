import { sql } from 'kysely';
import type { CommandReply } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { parametersOf } from '#engines/protocol/ocpp16/conclude.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { commandStat } from '../command/command.ts';
import { storeGunValues, storePileValues } from './told-values.server.ts';
import { parameterNo } from '../protocol.codes.ts';

/** Parameters that are commands rather than values: the pile stores nothing of them. */
const NOT_STORED: readonly number[] = [parameterNo.items.restart.value, parameterNo.items.systemTime.value];

interface AcceptedCommand {
  readonly cpCode: string;
  readonly command: DeviceCommand;
  readonly reply: CommandReply | undefined;
  readonly atMs: number;
}

export const parameterEffects: CommandEffects = {
  settled: (tx, { pile: { cpCode }, command, settlement }) =>
    storeAcceptedParameter(tx, {
      cpCode,
      command,
      reply: settlement.outcome === 'answered' ? settlement.reply : undefined,
      atMs: settlement.atMs,
    }),
};

/** A value that a pile has accepted counts as its value until it reports another. */
export const storeAcceptedParameter = async (tx: Tx, accepted: AcceptedCommand): Promise<void> => {
  const { command, reply } = accepted;
  if (reply?.result !== commandResult.success) return;
  if (command.cmd === 'setKey') await storeAcceptedKey(tx, accepted, command);
  if (command.cmd === 'setPayQrCode') await storeAcceptedAddress(tx, accepted, command.url);
  if (command.cmd !== 'setParameter' || NOT_STORED.includes(command.paramNo) || (await isOutrun(tx, command.commandId))) return;
  const told = { cpCode: accepted.cpCode, values: { [String(command.paramNo)]: command.value }, at: new Date(accepted.atMs) };
  return command.gunNumber > 0 ? storeGunValues(tx, command.gunNumber, told) : storePileValues(tx, told);
};

/** Whether a later command has set the same parameter meanwhile: a late answer does not say what the pile has now. */
const isOutrun = async (tx: Tx, commandId: string): Promise<boolean> => {
  const { rows } = await sql<{ outrun: boolean }>`select exists (select from device_command own join device_command later
      on later.cp_code = own.cp_code and later.param_no = own.param_no and later.gun_number = own.gun_number and later.sent_at > own.sent_at
    where own.command_id = ${commandId} and (later.stat = ${sql.lit(commandStat.items.running.value)} or later.result = ${sql.lit(commandResult.success)})) as outrun`.execute(
    tx,
  );
  return rows[0]?.outrun ?? false;
};

/** The payment address is sent gun by gun. Where all guns of a pile have the same one, it is the parameter of the pile. */
const storeAcceptedAddress = async (tx: Tx, { cpCode, atMs }: AcceptedCommand, url: string): Promise<void> => {
  const no = String(parameterNo.items.payQrCode.value);
  const { rows } = await sql<{
    wanted: string | null;
  }>`select wanted from pile_parameter_wanted where cp_code = ${cpCode} and param_no = ${no}`.execute(tx);
  if (rows[0]?.wanted === url) await storePileValues(tx, { cpCode, values: { [no]: url }, at: new Date(atMs) });
};

/** A configuration key that carries a parameter sets it. */
const storeAcceptedKey = (
  tx: Tx,
  { cpCode, atMs }: AcceptedCommand,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<void> =>
  storePileValues(tx, { cpCode, values: parametersOf({ configurationKey: [{ key, value, readonly: false }] }), at: new Date(atMs) });
