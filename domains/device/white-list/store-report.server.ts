import { sql } from 'kysely';
import { commandResult } from '#engines/protocol/codes.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { readListReport } from '#engines/protocol/white-list.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { accountsOf, sendPart } from './list-accounts.server.ts';
import { whiteListKind } from './white-list.ts';

/** Stores what a native pile reports of a list in an answer, and sends the next part of a list that was longer than one command. */
const storeListReport: CommandEffects['settled'] = async (tx, { pile: { cpCode }, command, settlement }) => {
  if ((command.cmd !== 'setWhiteList' && command.cmd !== 'readWhiteList') || settlement.outcome !== 'answered') return;
  const { reply, atMs, late } = settlement;
  if (reply.result !== commandResult.success) return;
  const report = readListReport(reply.keyVal ?? '');
  if (report)
    await sql`insert into pile_white_list (cp_code, account_type, tenant_id, account_count, digest, reported_at)
      select cp_code, ${command.accountType}::smallint, tenant_id, ${report.count}::int, ${report.digest}, ${new Date(atMs)}::timestamptz from pile where cp_code = ${cpCode}
      on conflict (cp_code, account_type) do update set account_count = excluded.account_count, digest = excluded.digest, reported_at = excluded.reported_at
      where pile_white_list.reported_at <= excluded.reported_at`.execute(tx);
  // A late answer may come several times and must not send a part each time.
  if (command.cmd === 'setWhiteList' && !late) await sendNextPart(tx, cpCode, command);
};

export const whiteListEffects: CommandEffects = { settled: storeListReport };

const sendNextPart = async (
  tx: Tx,
  cpCode: string,
  { commandId, accountType, offset, accounts }: DeviceCommand & { readonly cmd: 'setWhiteList' },
): Promise<void> => {
  const kind = Object.values(whiteListKind.items).find(({ value }) => value === accountType)?.value;
  const { rows } = await sql<{ requestedBy: string }>`select requested_by from device_command where command_id = ${commandId}`.execute(tx);
  const [sent] = rows;
  if (!sent || kind === undefined) return;
  const list = await accountsOf(tx, cpCode, { kind });
  const next = offset + accounts.length;
  if (accounts.length > 0 && next < list.accounts.length)
    await sendPart(tx, { cpCode, kind, accounts: list.accounts, offset: next, requestedBy: sent.requestedBy });
};
