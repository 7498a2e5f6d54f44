import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';

/**
 * Keeps a party's row as it is until the transaction ends: it is not voided meanwhile, does not join a pool, and nobody else pays what it
 * owes. Whoever takes from a debt asks for this before reading it, since the account of a debt has no balance row to wait at.
 */
export const lockParty = async (tx: Tx, { ownerType, ownerId }: WalletOwner): Promise<void> => {
  if (ownerType === 'card') await sql`select 1 from ic_card where ic_card_id = ${ownerId} for no key update`.execute(tx);
  else if (ownerType === 'car') await sql`select 1 from car where car_id = ${ownerId} for no key update`.execute(tx);
  else await sql`select 1 from customer where cust_id = ${ownerId} for no key update`.execute(tx);
};

/**
 * Only keeps a card or a car from joining a pool. A bill asks for it after its booking, when it holds the balance that a recharge, which
 * has locked the party, waits for: the stronger lock would let the two wait for each other.
 */
export const lockOutsidePool = async (tx: Tx, { ownerType, ownerId }: WalletOwner): Promise<void> => {
  if (ownerType === 'card') await sql`select 1 from ic_card where ic_card_id = ${ownerId} for key share`.execute(tx);
  else if (ownerType === 'car') await sql`select 1 from car where car_id = ${ownerId} for key share`.execute(tx);
};
