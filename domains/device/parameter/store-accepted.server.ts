import { sql } from 'kysely';
import type { CommandReply } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { parametersOf } from '#engines/protocol/ocpp16/conclude.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { commandStat } from '../command/command.ts';
import { canonicalText } from './parameter-values.rules.ts';
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
  const [cpCode, at, value] = [accepted.cpCode, new Date(accepted.atMs), canonicalText(String(command.paramNo), command.value)];
  if (command.gunNumber > 0) {
    await sql`insert into gun_parameter (cp_code, gun_number, param_no, tenant_id, value, reported_at)
      select cp_code, ${command.gunNumber}, ${String(command.paramNo)}, tenant_id, ${value}, ${at} from pile where cp_code = ${cpCode}
      on conflict (cp_code, gun_number, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where gun_parameter.reported_at <= excluded.reported_at`.execute(
      tx,
    );
    return;
  }
  await sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at)
    select cp_code, ${String(command.paramNo)}, tenant_id, ${value}, ${at} from pile where cp_code = ${cpCode}
    on conflict (cp_code, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where pile_parameter.reported_at <= excluded.reported_at`.execute(
    tx,
  );
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
  await sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at)
    select p.cp_code, w.param_no, p.tenant_id, ${url}, ${new Date(atMs)}
    from pile p join pile_parameter_wanted w on w.cp_code = p.cp_code and w.param_no = ${String(parameterNo.items.payQrCode.value)} and w.wanted = ${url}
    where p.cp_code = ${cpCode}
    on conflict (cp_code, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where pile_parameter.reported_at <= excluded.reported_at`.execute(
    tx,
  );
};

/** A configuration key that carries a parameter sets it. */
const storeAcceptedKey = async (
  tx: Tx,
  { cpCode, atMs }: AcceptedCommand,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<void> => {
  const entries = Object.entries(parametersOf({ configurationKey: [{ key, value, readonly: false }] }));
  const values = entries.map(([no, text]) => canonicalText(no, text));
  await sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at)
    select cp_code, no, tenant_id, value, ${new Date(atMs)}
    from pile cross join unnest(${entries.map(([no]) => no)}::text[], ${values}::text[]) as given (no, value) where cp_code = ${cpCode}
    on conflict (cp_code, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where pile_parameter.reported_at <= excluded.reported_at`.execute(
    tx,
  );
};
