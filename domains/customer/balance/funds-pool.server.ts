import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import type { WalletOwner } from '../party/party.ts';

/** A card or a car with a wallet of its own, and the number people know it by. */
export interface PoolMember {
  readonly owner: WalletOwner;
  readonly no: string;
  readonly tenantId: string;
  readonly currency: string;
}

/**
 * Brings what lies in the wallets of cards and cars to the customer on whose wallet they draw from now on, in the transaction that makes it
 * so; refuses while an order holds money of one. The members' rows are locked by the caller. Money does it, which stands later on the street.
 */
export type JoinPool = (ctx: Context, joining: { readonly custId: string; readonly members: readonly PoolMember[] }) => Promise<void>;

/** All cards and cars of a customer, void ones too: they may still owe. Locked, so that nobody recharges one meanwhile or books to it what would stay behind. */
export const membersOf = async (ctx: Context, custId: string): Promise<readonly PoolMember[]> => {
  const cards = await sql<Member>`select 'card' as owner_type, ic_card_id as owner_id, ic_card_no as no, tenant_id, currency from ic_card
    where cust_id = ${custId} and not is_delete order by ic_card_id for update`.execute(ctx.db);
  const cars = await sql<Member>`select 'car' as owner_type, car_id as owner_id, car_num as no, tenant_id, currency from car
    where (cust_id = ${custId} or phone_user_id = ${custId}) and not is_delete order by car_id for update`.execute(ctx.db);
  return [...cards.rows, ...cars.rows].map(({ ownerType, ownerId, tenantId, ...member }) => ({
    ...member,
    owner: { ownerType, ownerId: String(ownerId) },
    tenantId: String(tenantId),
  }));
};

interface Member {
  readonly ownerType: 'card' | 'car';
  readonly ownerId: bigint;
  readonly no: string;
  readonly tenantId: bigint;
  readonly currency: string;
}

/** Whether the customer uses the pool, which stays so until the transaction ends. Asked before a card or car of his is locked. */
export const keepPoolFlag = async (ctx: Context, custId: string | null | undefined): Promise<boolean> => {
  if (!custId) return false;
  const { rows } = await sql<{ useFundsPool: number }>`select use_funds_pool from customer where cust_id = ${custId} for share`.execute(ctx.db);
  return rows[0]?.useFundsPool === 1;
};

/** Whether the customer does not use the pool yet; nobody gives him a card or a car, or switches it, until the transaction ends. */
export const isOutsidePool = async (ctx: Context, custId: string): Promise<boolean> => {
  const { rows } = await sql<{ useFundsPool: number }>`select use_funds_pool from customer where cust_id = ${custId} for no key update`.execute(
    ctx.db,
  );
  return rows[0]?.useFundsPool === 0;
};
