import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { commandResult } from '#engines/protocol/codes.ts';
import { sealPileSecret } from '#domains/network/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import type { StoredRotation } from './key-rotation.rules.ts';

/** The AuthorizationKey of OCPP 1.6: 20 bytes as 40 hex digits. */
const KEY_BYTES = 20;

export const rotationOf = async (tx: Tx, cpCode: string): Promise<StoredRotation | undefined> =>
  (await sql<StoredRotation>`select is_accepted, accepted_until from pile_key_rotation where cp_code = ${cpCode} for update`.execute(tx)).rows[0];

interface RotationRequest {
  readonly cpCode: string;
  readonly commandId: string;
  readonly acceptedUntil: Date;
}

/** Begins a rotation. The key of an earlier one that the pile has accepted becomes the present key. */
export const beginRotation = async (tx: Tx, { cpCode, commandId, acceptedUntil }: RotationRequest): Promise<void> => {
  await adoptNextSecrets(tx, [cpCode], { onlyAccepted: true });
  await sql`insert into pile_key_rotation (cp_code, tenant_id, command_id, accepted_until)
    select cp_code, tenant_id, ${commandId}, ${acceptedUntil}::timestamptz from pile where cp_code = ${cpCode}
    on conflict (cp_code) do update set command_id = excluded.command_id, sealed_secret = null, is_accepted = false, accepted_until = excluded.accepted_until`.execute(
    tx,
  );
};

/** Makes the next secret of piles the present one; a trigger ends their rotations. */
export const adoptNextSecrets = async (tx: Tx, cpCodes: readonly string[], { onlyAccepted }: { readonly onlyAccepted: boolean }): Promise<void> => {
  await sql`update pile p set encryption_secret = r.sealed_secret from pile_key_rotation r
    where r.cp_code = p.cp_code and p.cp_code = any(${cpCodes}::text[]) and r.sealed_secret is not null and (r.is_accepted or not ${onlyAccepted}::bool)`.execute(
    tx,
  );
};

/** A login with the old key, after the grace time of a rotation that the pile never answered: the pile has not taken the new one. */
export const dropUnanswered = async (tx: Tx, cpCodes: readonly string[], now: Date): Promise<void> => {
  await sql`delete from pile_key_rotation where cp_code = any(${cpCodes}::text[]) and not is_accepted and accepted_until <= ${now}`.execute(tx);
};

/** The command with a key that is made now and stored sealed before it is sent. */
const withNewKey: CommandEffects['prepare'] = async (tx, { cpCode, command }, { secrets }) => {
  if (command.cmd !== 'setAuthorizationKey') return command;
  const value = randomBytes(KEY_BYTES).toString('hex');
  const { numAffectedRows } = await sql`update pile_key_rotation set sealed_secret = ${sealPileSecret(secrets, cpCode, value)}
    where cp_code = ${cpCode} and command_id = ${command.commandId}`.execute(tx);
  // The rotation has ended meanwhile, as another secret was set; without a value the command is not sent.
  return numAffectedRows === 1n ? { ...command, value } : command;
};

/**
 * A station that has accepted the key is disconnected, so that it logs in with it. One that refused it keeps the present one. Without an answer nobody
 * knows which it has, and both stay right.
 */
const settleRotation: CommandEffects['settled'] = async (tx, { pile: { cpCode, epoch }, command, settlement }) => {
  if (command.cmd !== 'setAuthorizationKey' || settlement.outcome !== 'answered') return;
  const { reply } = settlement;
  if (reply.result !== commandResult.success) {
    await sql`delete from pile_key_rotation where cp_code = ${cpCode} and command_id = ${command.commandId}`.execute(tx);
    return;
  }
  const { numAffectedRows } =
    await sql`update pile_key_rotation set is_accepted = true where cp_code = ${cpCode} and command_id = ${command.commandId}`.execute(tx);
  // A station that needs a restart first would only log in with the present key.
  if (numAffectedRows === 1n && reply.remark !== 'RebootRequired')
    await enqueueCommand(tx, { cpCode, command: { cmd: 'endSession', epoch }, requestedBy: 'system', because: 'newSecret' });
};

export const rotationEffects: CommandEffects = { prepare: withNewKey, settled: settleRotation };
