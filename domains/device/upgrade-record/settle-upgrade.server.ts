import { sql } from 'kysely';
import { acceptedResults } from '#engines/protocol/codes.ts';
import { UPGRADE_DEADLINE_MS } from '#engines/upgrade/record.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { createAddress } from '../device-file/address.server.ts';
import { reportUpgrade } from './report-upgrade.server.ts';

/** The address of the file is made when the command is sent; the signature is not repeated in every command. */
const withFile: CommandEffects['prepare'] = async (tx, { cpCode, command }, { now, fileUrl }) => {
  if (command.cmd !== 'upgrade') return command;
  const { upgradeId } = command;
  const { rows } = await sql<{ signature: string | null; signingCertificate: string | null }>`select f.signature, f.signing_certificate
    from upgrade_record r join firmware f using (firmware_id) where r.upgrade_id = ${upgradeId}`.execute(tx);
  const { signature, signingCertificate } = rows[0] ?? {};
  const expiresAt = new Date(now.getTime() + UPGRADE_DEADLINE_MS);
  const url = fileUrl(await createAddress(tx, { cpCode, upgradeId, expiresAt }));
  return { ...command, url, signature: signature ?? '', certificate: signingCertificate ?? '', atMs: now.getTime() };
};

/** A station without the security extension answers its signed message so. */
const isUnknownMessage = (remark: string | undefined): boolean => /^(NotImplemented|NotSupported)/.test(remark ?? '');

/** Without an answer the upgrade goes on: the pile may have begun. */
const settleUpgrade: CommandEffects['settled'] = async (tx, { pile: { cpCode }, command, settlement }) => {
  if (command.cmd !== 'upgrade' || settlement.outcome !== 'answered') return;
  const { result, remark } = settlement.reply;
  if (acceptedResults.includes(result)) return;
  if (!command.unsigned && isUnknownMessage(remark)) {
    const { commandId: _refused, ...again } = command;
    // The address is made anew when it is sent.
    await enqueueCommand(tx, { cpCode, command: { ...again, unsigned: true }, requestedBy: 'upgrade', because: 'upgrade' });
    return;
  }
  await reportUpgrade(tx, command, { report: { kind: 'refused' }, now: new Date(settlement.atMs), remark });
};

export const upgradeEffects: CommandEffects = {
  prepare: withFile,
  settled: settleUpgrade,
  unsent: async (tx, command, now) => {
    if (command.cmd === 'upgrade') await reportUpgrade(tx, command, { report: { kind: 'unsent' }, now });
  },
};
