import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { accountType as accountTypes, listAction } from '#engines/protocol/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import type { WhiteListKind } from './white-list.ts';

/** The accounts of one command; a frame has room for 255. */
const ACCOUNTS_PER_COMMAND = 200;
/** The longest list of a native pile. */
export const NATIVE_LIST_MAX = 2_000;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface ListedAccount {
  readonly account: string;
  readonly groupTag: string;
  readonly validUntil: Date | null;
}

export interface AccountList {
  readonly accounts: readonly ListedAccount[];
  /** The number of accounts that did not fit. */
  readonly leftOut: number;
}

/** The accounts that belong on a list of a pile now, at most `max`, in a fixed order. */
export const accountsOf = async (
  tx: Tx,
  cpCode: string,
  { kind, max = NATIVE_LIST_MAX }: { readonly kind: WhiteListKind; readonly max?: number },
): Promise<AccountList> => {
  if (kind === accountTypes.phoneUser) return { accounts: await mobilesOf(tx, cpCode), leftOut: 0 };
  const { rows } = await sql<{ account: string; groupTag: string; validUntil: Date | null; total: bigint }>`
    select account, group_tag, valid_until, total from pile_list_accounts(${cpCode}, ${kind}, ${max})`.execute(tx);
  return { accounts: rows, leftOut: Number(rows[0]?.total ?? 0n) - rows.length };
};

/** The mobiles of the station of a pile. A station has no more of them than a pile can keep. */
const mobilesOf = async (tx: Tx, cpCode: string): Promise<readonly ListedAccount[]> => {
  const { rows } = await sql<{ mobileNumber: string }>`select m.mobile_number from mobile_station m join pile p on p.station_id = m.station_id
    where p.cp_code = ${cpCode} and not m.is_delete order by m.mobile_number`.execute(tx);
  return rows.map(({ mobileNumber }) => ({ account: mobileNumber, groupTag: '', validUntil: null }));
};

interface ListPart {
  readonly cpCode: string;
  readonly kind: WhiteListKind;
  readonly accounts: readonly ListedAccount[];
  readonly offset: number;
  readonly requestedBy: string;
}

/**
 * Sends a native pile the part of a list that begins at `offset`. The first part replaces what the pile keeps; the next one is sent once this one was
 * accepted.
 */
export const sendPart = async (tx: Tx, { cpCode, kind, accounts, offset, requestedBy }: ListPart): Promise<void> => {
  const action = offset === 0 ? listAction.replace : listAction.add;
  const part = accounts.slice(offset, offset + ACCOUNTS_PER_COMMAND).map(({ account }) => account);
  const command = { cmd: 'setWhiteList', accountType: kind, action, accounts: part, offset } as const;
  await enqueueCommand(tx, { cpCode, command, requestedBy, because: 'operator' });
};
