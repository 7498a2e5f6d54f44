import { sql } from 'kysely';
import type { CommandReply } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { profileValues } from './profile-values.rules.ts';
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
export const storeAcceptedParameter = async (tx: Tx, { cpCode, command, reply, atMs }: AcceptedCommand): Promise<void> => {
  if (command.cmd !== 'setParameter' || reply?.result !== commandResult.success || NOT_STORED.includes(command.paramNo) || command.gunNumber > 0)
    return;
  const at = new Date(atMs);
  await sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at)
    select cp_code, ${String(command.paramNo)}, tenant_id, ${command.value}, ${at} from pile where cp_code = ${cpCode}
    on conflict (cp_code, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where pile_parameter.reported_at <= excluded.reported_at`.execute(
    tx,
  );
  await updateProfile(tx, cpCode, profileValues({ [command.paramNo]: command.value }));
};

/** The profile must say what the pile has: otherwise the next login would undo it, and the form would show another value. */
export const updateProfile = async (tx: Tx, cpCode: string, values: ReturnType<typeof profileValues>): Promise<void> => {
  if (values.length === 0) return;
  const cells = values.map(({ column, value }) => ({ column: sql.ref(column), value: sql`${value}` }));
  const columns = sql.join(cells.map(({ column }) => column));
  const accepted = sql.join(cells.map(({ value }) => value));
  await sql`update pile_profile set ${sql.join(cells.map(({ column, value }) => sql`${column} = ${value}`))}, version = version + 1
    where cp_code = ${cpCode} and (${columns}) is distinct from (${accepted})`.execute(tx);
};
