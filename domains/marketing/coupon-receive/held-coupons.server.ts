import { sql } from 'kysely';
import { receiptState } from '#engines/marketing/codes.ts';
import type { ReceiptState } from '#engines/marketing/codes.ts';
import { decodeTerms } from '#engines/marketing/terms.ts';
import type { HeldTerms } from '#engines/marketing/terms.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';

/** A coupon as its holder sees it. */
export interface OwnCoupon {
  readonly couponReceiveId: string;
  readonly state: ReceiptState;
  readonly terms: HeldTerms;
  readonly beginsAt: Date;
  readonly expiresAt: Date;
}

const COUPONS_MAX = 100;

/** What a party holds: what it can use first, of that what expires first, and then what is over, the newest first. */
export const ownCoupons = async (
  tx: Tx,
  { mainPartType, mainPartId }: { readonly mainPartType: MainPartType; readonly mainPartId: string },
  now: Date,
): Promise<readonly OwnCoupon[]> => {
  const { rows } = await sql<{
    id: bigint;
    state: number;
    terms: unknown;
    beginsAt: Date;
    expiresAt: Date;
  }>`select coupon_receive_id as id, state, terms, begins_at, expires_at
    from coupon_receive where main_part_type = ${mainPartType} and main_part_id = ${mainPartId}
    order by state = ${sql.lit(receiptState.usable)} and expires_at > ${now} desc, case when state = ${sql.lit(receiptState.usable)} then expires_at end, coupon_receive_id desc
    limit ${COUPONS_MAX}`.execute(tx);
  return rows.flatMap(({ id, state, terms: stored, beginsAt, expiresAt }) => {
    const known = Object.values(receiptState).find((value) => value === state);
    const terms = decodeTerms(stored);
    if (!terms || known === undefined) return [];
    const isOver = known === receiptState.usable && expiresAt <= now;
    return [{ couponReceiveId: String(id), state: isOver ? receiptState.expired : known, terms, beginsAt, expiresAt }];
  });
};
