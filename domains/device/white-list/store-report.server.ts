import { sql } from 'kysely';
import { commandResult } from '#engines/protocol/codes.ts';
import type { DeviceCommand } from '#engines/protocol/device.ts';
import type { CommandSettlement } from '#engines/protocol/device-backend.ts';
import { readListReport } from '#engines/protocol/white-list.ts';
import type { Tx } from '#kit/db/index.ts';
import { mobilesOf, sendPart } from './station-list.server.ts';

interface SettledList {
  readonly cpCode: string;
  readonly command: DeviceCommand;
  readonly settlement: CommandSettlement;
}

/** Stores what a pile reports of its white list in an answer, and sends the next part of a list that was longer than one command. */
export const storeListReport = async (tx: Tx, { cpCode, command, settlement }: SettledList): Promise<void> => {
  if ((command.cmd !== 'setWhiteList' && command.cmd !== 'readWhiteList') || settlement.outcome !== 'answered') return;
  const { reply, atMs, late } = settlement;
  if (reply.result !== commandResult.success) return;
  const report = readListReport(reply.keyVal ?? '');
  if (report)
    await sql`insert into pile_white_list (cp_code, tenant_id, account_count, digest, reported_at)
      select cp_code, tenant_id, ${report.count}::int, ${report.digest}, ${new Date(atMs)}::timestamptz from pile where cp_code = ${cpCode}
      on conflict (cp_code) do update set account_count = excluded.account_count, digest = excluded.digest, reported_at = excluded.reported_at
      where pile_white_list.reported_at <= excluded.reported_at`.execute(tx);
  // A late answer may come several times and must not send a part each time.
  if (command.cmd === 'setWhiteList' && !late) await sendNextPart(tx, cpCode, command);
};

const sendNextPart = async (
  tx: Tx,
  cpCode: string,
  { commandId, offset, accounts }: DeviceCommand & { readonly cmd: 'setWhiteList' },
): Promise<void> => {
  const { rows } = await sql<{
    stationId: bigint;
    requestedBy: string;
  }>`select station_id, requested_by from device_command where command_id = ${commandId}`.execute(tx);
  const [sent] = rows;
  if (!sent) return;
  const mobiles = await mobilesOf(tx, String(sent.stationId));
  const next = offset + accounts.length;
  if (accounts.length > 0 && next < mobiles.length) await sendPart(tx, { cpCode, mobiles, offset: next, requestedBy: sent.requestedBy });
};
