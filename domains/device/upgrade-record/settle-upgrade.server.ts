import { commandResult } from '#engines/protocol/codes.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { CommandSettlement } from '#engines/protocol/device-backend.ts';
import type { Tx } from '#kit/db/index.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { reportUpgrade } from './report-upgrade.server.ts';

/** A station without the security extension answers its signed message so. */
const isUnknownMessage = (remark: string | undefined): boolean => /^(NotImplemented|NotSupported)/.test(remark ?? '');

/** Applies a pile's answer to the command of its upgrade. Without an answer the upgrade goes on: the pile may have begun. */
export const settleUpgrade = async (
  tx: Tx,
  { cpCode, command, settlement }: { readonly cpCode: string; readonly command: DeviceCommand; readonly settlement: CommandSettlement },
): Promise<void> => {
  if (command.cmd !== 'upgrade' || settlement.outcome !== 'answered') return;
  const { result, remark } = settlement.reply;
  if (result === commandResult.success || result === commandResult.exists) return;
  if (!command.unsigned && isUnknownMessage(remark)) {
    const { commandId: _refused, ...again } = command;
    await enqueueCommand(tx, { cpCode, command: { ...again, unsigned: true }, requestedBy: 'upgrade', because: 'upgrade' });
    return;
  }
  await reportUpgrade(tx, command, { report: { kind: 'refused' }, now: new Date(settlement.atMs), remark });
};

/** The command of an upgrade was never sent. */
export const upgradeUnsent = async (tx: Tx, command: DeviceCommand, now: Date): Promise<void> => {
  if (command.cmd === 'upgrade') await reportUpgrade(tx, command, { report: { kind: 'unsent' }, now });
};
