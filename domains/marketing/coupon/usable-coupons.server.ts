import { sql } from 'kysely';
import { receiptState } from '#engines/marketing/codes.ts';
import { rankCandidates } from '#engines/marketing/choose.ts';
import type { Candidate, RankedCandidate } from '#engines/marketing/choose.ts';
import { coversPlace, decodeTerms } from '#engines/marketing/terms.ts';
import type { HeldTerms } from '#engines/marketing/terms.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';

/** Coupons of one party that are looked at for an order; those that expire first. */
const CANDIDATES_MAX = 200;

export interface CouponPlace {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly currency: string;
}

export interface UsableQuery {
  readonly party: { readonly mainPartType: MainPartType; readonly mainPartId: string };
  readonly place: CouponPlace;
  /** What the order will cost, about. */
  readonly amountCents: bigint;
  readonly now: Date;
}

/** A coupon that the party holds and may use at the place. */
export interface HeldCoupon extends Candidate {
  readonly terms: HeldTerms;
}

/** The coupons that a party may use for an order at a place now, the best first. */
export const usableCoupons = async (tx: Tx, { party, place, amountCents, now }: UsableQuery): Promise<readonly RankedCandidate<HeldCoupon>[]> => {
  const { rows } = await sql<{ id: bigint; terms: unknown; expiresAt: Date }>`select coupon_receive_id as id, terms, expires_at from coupon_receive
    where main_part_id = ${party.mainPartId} and main_part_type = ${party.mainPartType} and tenant_id = ${place.tenantId}
      and state = ${sql.lit(receiptState.usable)} and begins_at <= ${now} and expires_at > ${now} order by expires_at, coupon_receive_id limit ${CANDIDATES_MAX}`.execute(
    tx,
  );
  const held = rows.flatMap(({ id, terms: stored, expiresAt }): readonly HeldCoupon[] => {
    const terms = decodeTerms(stored);
    if (!terms) throw new Error(`the terms of received coupon ${id} cannot be read`);
    if (terms.currency !== place.currency || !coversPlace(terms, place)) return [];
    return [{ receiveId: String(id), coupon: terms.coupon, expiresAtMs: expiresAt.getTime(), terms }];
  });
  return rankCandidates(held, amountCents);
};
