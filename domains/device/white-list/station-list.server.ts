import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { accountType, listAction } from '#engines/protocol/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';

/** The accounts of one command; a frame has room for 255. */
const ACCOUNTS_PER_COMMAND = 200;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The mobiles of a station in a fixed order. */
export const mobilesOf = async (tx: Tx, stationId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ mobileNumber: string }>`select mobile_number from mobile_station
    where station_id = ${stationId} and not is_delete order by mobile_number`.execute(tx);
  return rows.map(({ mobileNumber }) => mobileNumber);
};

/** Sends the part of a list that begins at `offset`. The first part replaces what the pile keeps; the next one is sent once this one was accepted. */
export const sendPart = async (
  tx: Tx,
  {
    cpCode,
    mobiles,
    offset,
    requestedBy,
  }: { readonly cpCode: string; readonly mobiles: readonly string[]; readonly offset: number; readonly requestedBy: string },
): Promise<void> => {
  const action = offset === 0 ? listAction.replace : listAction.add;
  const accounts = mobiles.slice(offset, offset + ACCOUNTS_PER_COMMAND);
  const command = { cmd: 'setWhiteList', accountType: accountType.phoneUser, action, accounts, offset } as const;
  await enqueueCommand(tx, { cpCode, command, requestedBy, because: 'operator' });
};
