import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import type { WalletOwner } from '../party/party.ts';

/** A card or car with a wallet of its own, and its card number or plate. */
export interface PoolMember {
  readonly owner: WalletOwner;
  readonly no: string;
  readonly tenantId: string;
  readonly currency: string;
}

/**
 * Moves the balances of cards and cars to the customer whose wallet they will use from now on, in the transaction that makes that
 * change. Refuses while an order holds money of one of them. The caller has locked the members' rows. The money domain implements
 * it, because it comes later in the import order.
 */
export type JoinPool = (ctx: Context, joining: { readonly custId: string; readonly members: readonly PoolMember[] }) => Promise<void>;

/**
 * All cards and cars of a customer, including void ones, which may still owe money. Their rows are locked, so that no recharge or
 * booking is lost during the move.
 */
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

/** Whether the customer uses the pool; locked until the transaction ends. Must be called before a card or car of the customer is locked. */
export const keepPoolFlag = async (ctx: Context, custId: string | null | undefined): Promise<boolean> => {
  if (!custId) return false;
  const { rows } = await sql<{ useFundsPool: number }>`select use_funds_pool from customer where cust_id = ${custId} for share`.execute(ctx.db);
  return rows[0]?.useFundsPool === 1;
};

/**
 * Whether the customer does not use the pool yet. Until the transaction ends, the flag cannot be switched and no card or car can be
 * assigned to the customer.
 */
export const isOutsidePool = async (ctx: Context, custId: string): Promise<boolean> => {
  const { rows } = await sql<{ useFundsPool: number }>`select use_funds_pool from customer where cust_id = ${custId} for no key update`.execute(
    ctx.db,
  );
  return rows[0]?.useFundsPool === 0;
};
