import { sql } from 'kysely';
import { commandResult } from '#engines/protocol/codes.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { ID_TAG_LENGTH_MAX } from '#engines/protocol/ocpp16/id-tag.ts';
import { localListKeys, localListLimits, planLocalList } from '#engines/protocol/ocpp16/local-list.ts';
import type { LocalListEntry, LocalListLimits, LocalListPart } from '#engines/protocol/ocpp16/local-list.ts';
import { accountType } from '#engines/protocol/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import type { CommandDraft } from '../command/enqueue.server.ts';
import { accountsOf } from './list-accounts.server.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';

/** What is known of the local authorization list of an OCPP station. */
export interface LocalList {
  readonly toldVersion: number | null;
  readonly toldAt: Date | null;
  readonly entries: readonly LocalListEntry[];
  readonly lastVersion: number | null;
}

/** The lists of stations to which one was sent or that told a version. */
export const localLists = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, LocalList>> => {
  const { rows } = await sql<LocalList & { cpCode: string }>`select cp_code, told_version, told_at, entries, last_version from pile_local_list
    where cp_code = any(${cpCodes}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.cpCode, row]));
};

/** What a station keeps; null when that is not known: it has another version than the last one that was sent. */
export const keptEntries = ({ toldVersion, lastVersion, entries }: LocalList): readonly LocalListEntry[] | null =>
  toldVersion === 0 ? [] : toldVersion !== null && toldVersion === lastVersion ? entries : null;

/** The cards that belong on the list of a station now, at most `listMax`. Numbers that no OCPP station can read are left out. */
export const wantedEntries = async (
  tx: Tx,
  cpCode: string,
  listMax: number,
): Promise<{ readonly entries: readonly LocalListEntry[]; readonly leftOut: number }> => {
  const { accounts, leftOut } = await accountsOf(tx, cpCode, { kind: accountType.card, max: listMax });
  const entries = accounts
    .filter(({ account }) => account.length <= ID_TAG_LENGTH_MAX)
    .map(({ account, groupTag, validUntil }) => ({ idTag: account, groupTag, expiresAtMs: validUntil?.getTime() ?? null }));
  return { entries, leftOut: leftOut + accounts.length - entries.length };
};

/**
 * Begins to send a station its list. The limits of the station and its version are read first, and each further message is sent once the one before
 * was answered, so a push survives a restart of the server between two of them.
 */
export const pushLocalList = (tx: Tx, cpCode: string, requestedBy: string): Promise<void> =>
  send(tx, { cpCode, requestedBy }, { cmd: 'readListLimits', push: true });

/** Asks a station which version of its list it has. */
export const pullLocalList = (tx: Tx, cpCode: string, requestedBy: string): Promise<void> =>
  send(tx, { cpCode, requestedBy }, { cmd: 'readLocalList', push: false });

/** Stores what an answer tells of a list, and sends what follows. */
const continueLocalList: CommandEffects['settled'] = async (tx, { pile: { cpCode }, command, settlement }) => {
  if (settlement.outcome !== 'answered') return;
  const { reply, late, atMs } = settlement;
  const isAccepted = reply.result === commandResult.success;
  const version = versionOf(command, isAccepted ? reply.keyVal : undefined, isAccepted);
  if (version !== undefined) await storeVersion(tx, cpCode, { version, at: new Date(atMs) });
  // A late answer may come several times and must not send a message each time.
  if (late) return;
  const from = async () => ({ cpCode, requestedBy: await requesterOf(tx, command.commandId) });
  // A station that does not tell its limits may still have a list.
  if (command.cmd === 'readListLimits' && command.push) return send(tx, await from(), { cmd: 'readLocalList', push: true });
  if (command.cmd === 'readLocalList' && command.push && version !== undefined) return sendList(tx, await from(), version);
  if (command.cmd !== 'sendLocalList') return;
  if (isAccepted) return sendNext(tx, await from());
  if (reply.remark === 'VersionMismatch' && (await forgetChangedList(tx, cpCode, command)))
    return send(tx, await from(), { cmd: 'readLocalList', push: true });
};

export const localListEffects: CommandEffects = { settled: continueLocalList };

const versionOf = (command: DeviceCommand, keyVal: string | undefined, isAccepted: boolean): number | undefined => {
  if (command.cmd === 'sendLocalList' && isAccepted) return command.listVersion;
  return command.cmd === 'readLocalList' && keyVal !== undefined && /^\d{1,10}$/.test(keyVal) ? Number(keyVal) : undefined;
};

interface ListTarget {
  readonly cpCode: string;
  readonly requestedBy: string;
}

const sendList = async (tx: Tx, target: ListTarget, version: number): Promise<void> => {
  const { cpCode } = target;
  const limits = await limitsOf(tx, cpCode);
  if (!limits.isEnabled) await send(tx, target, { cmd: 'setKey', key: localListKeys[0], value: 'true' });
  const stored = (await localLists(tx, [cpCode])).get(cpCode);
  const { entries } = await wantedEntries(tx, cpCode, limits.listMax);
  const parts = planLocalList({ wanted: entries, kept: stored ? keptEntries(stored) : null, version, perMessage: limits.perMessage });
  const [first, ...unsent] = parts;
  if (!first) return;
  await sql`update pile_local_list set entries = ${JSON.stringify(entries)}::jsonb, first_version = ${first.listVersion}, last_version = ${parts.at(-1)?.listVersion ?? 0},
    unsent = ${JSON.stringify(unsent)}::jsonb where cp_code = ${cpCode}`.execute(tx);
  await send(tx, target, { cmd: 'sendLocalList', ...first });
};

const sendNext = async (tx: Tx, target: ListTarget): Promise<void> => {
  const { rows } = await sql<{
    unsent: readonly LocalListPart[];
  }>`select unsent from pile_local_list where cp_code = ${target.cpCode} for update`.execute(tx);
  const [next, ...unsent] = rows[0]?.unsent ?? [];
  if (!next) return;
  await sql`update pile_local_list set unsent = ${JSON.stringify(unsent)}::jsonb where cp_code = ${target.cpCode}`.execute(tx);
  await send(tx, target, { cmd: 'sendLocalList', ...next });
};

/**
 * Somebody else has changed the list of the station: what is known of it is forgotten, so that the whole list is sent in its place. False for a refused
 * message that was not the first one; sending the list again would end in the same way.
 */
const forgetChangedList = async (tx: Tx, cpCode: string, { listVersion, updateType }: LocalListPart): Promise<boolean> => {
  if (updateType === 'Full') return false;
  const { numAffectedRows } = await sql`update pile_local_list set entries = '[]', first_version = null, last_version = null, unsent = '[]'
    where cp_code = ${cpCode} and first_version = ${listVersion}`.execute(tx);
  return numAffectedRows === 1n;
};

const storeVersion = async (tx: Tx, cpCode: string, { version, at }: { readonly version: number; readonly at: Date }): Promise<void> => {
  await sql`insert into pile_local_list (cp_code, tenant_id, told_version, told_at)
    select cp_code, tenant_id, ${version}::int, ${at}::timestamptz from pile where cp_code = ${cpCode}
    on conflict (cp_code) do update set told_version = excluded.told_version, told_at = excluded.told_at
    where pile_local_list.told_at is null or pile_local_list.told_at <= excluded.told_at`.execute(tx);
};

/** The limits as the station reported them last. */
export const limitsOf = async (tx: Tx, cpCode: string): Promise<LocalListLimits> => {
  const keys = localListKeys.map((key) => key.toLowerCase());
  const { rows } = await sql<{ key: string; value: string }>`select lower(param_no) as key, value from pile_parameter
    where cp_code = ${cpCode} and lower(param_no) = any(${keys}::text[])`.execute(tx);
  return localListLimits(new Map(rows.map(({ key, value }) => [key, value])));
};

const send = async (tx: Tx, { cpCode, requestedBy }: ListTarget, command: CommandDraft): Promise<void> => {
  await enqueueCommand(tx, { cpCode, command, requestedBy, because: 'operator' });
};

const requesterOf = async (tx: Tx, commandId: string): Promise<string> => {
  const { rows } = await sql<{ requestedBy: string }>`select requested_by from device_command where command_id = ${commandId}`.execute(tx);
  return rows[0]?.requestedBy ?? 'system';
};
