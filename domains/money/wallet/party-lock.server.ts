import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';

/**
 * Locks a party's row until the end of the transaction, so that it is not voided, does not join a pool, and no other transaction pays its debt. A
 * transaction that reduces a debt needs this lock before it reads the debt, because the receivable account has no balance row to lock.
 */
export const lockParty = async (tx: Tx, { ownerType, ownerId }: WalletOwner): Promise<void> => {
  if (ownerType === 'card') await sql`select 1 from ic_card where ic_card_id = ${ownerId} for no key update`.execute(tx);
  else if (ownerType === 'car') await sql`select 1 from car where car_id = ${ownerId} for no key update`.execute(tx);
  else await sql`select 1 from customer where cust_id = ${ownerId} for no key update`.execute(tx);
};

/**
 * Only prevents a card or a car from joining a pool. A bill takes this lock after its booking, when it holds the balance row for which a recharge
 * waits while it has locked the party. The stronger lock would cause a deadlock.
 */
export const lockOutsidePool = async (tx: Tx, { ownerType, ownerId }: WalletOwner): Promise<void> => {
  if (ownerType === 'card') await sql`select 1 from ic_card where ic_card_id = ${ownerId} for key share`.execute(tx);
  else if (ownerType === 'car') await sql`select 1 from car where car_id = ${ownerId} for key share`.execute(tx);
};
