import { sql } from 'kysely';
import { publication, receiptSource } from '#engines/marketing/codes.ts';
import { encodeTerms } from '#engines/marketing/terms.ts';
import { windowOfUse } from '#engines/marketing/validity.ts';
import type { Party } from '#domains/customer/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Tx } from '#kit/db/index.ts';
import { nameOf, numberOf, vipRankOf } from '../party-facts.server.ts';
import { couponRefusals } from './coupon.labels.ts';
import { whyNotReceived } from './coupon.rules.ts';
import { readCoupon, termsOf } from './coupon-terms.server.ts';
import type { StoredCoupon } from './coupon-terms.server.ts';

export interface CouponTaking {
  readonly couponId: string;
  readonly party: Party;
  readonly source: keyof typeof receiptSource;
  readonly by: string;
  readonly now: Date;
}

export interface TakenCoupon {
  readonly couponReceiveId: string;
  readonly expiresAt: Date;
}

/**
 * Gives one coupon to a party, or refuses. The row of the party is locked before that of the coupon, which everybody locks, and both are counted by
 * statements that count only while the limit allows it; so no number of takers at the same time gets more than there are.
 */
export const takeCoupon = async (tx: Tx, taking: CouponTaking): Promise<TakenCoupon> => {
  const { couponId, party, now } = taking;
  const coupon = (await readCoupon(tx, couponId)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (party.tenantId !== String(coupon.tenantId) || party.currency !== coupon.currency || party.state === 'disabled')
    throwRefusal(couponRefusals, 'coupon.notForYou');
  if (coupon.vipLevelValLimit > 0 && (await vipRankOf(tx, party)) < coupon.vipLevelValLimit) throwRefusal(couponRefusals, 'coupon.vipTooLow');
  const ordinal = await countForParty(tx, coupon, party);
  await countInAll(tx, couponId, now);
  return insertReceipt(tx, taking, { coupon, ordinal });
};

const countForParty = async (tx: Tx, { couponId, tenantId, limitNum }: StoredCoupon, party: Party): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`insert into coupon_person (tenant_id, coupon_id, main_part_type, main_part_id, taken)
    values (${tenantId}, ${couponId}, ${party.mainPartType}, ${party.mainPartId}, 1)
    on conflict (coupon_id, main_part_type, main_part_id) do update set taken = coupon_person.taken + 1 where coupon_person.taken < ${limitNum}
    returning taken`.execute(tx);
  return rows[0]?.taken ?? throwRefusal(couponRefusals, 'coupon.personLimit');
};

const countInAll = async (tx: Tx, couponId: string, now: Date): Promise<void> => {
  const { numAffectedRows } =
    await sql`update coupon set issued = issued + 1 where coupon_id = ${couponId} and state = ${sql.lit(publication.published)}
    and start_time <= ${now} and end_time > ${now} and use_end_time > ${now} and (total_num is null or issued < total_num) and not is_delete`.execute(
      tx,
    );
  if (numAffectedRows === 1n) return;
  const coupon = (await readCoupon(tx, couponId)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  throwRefusal(couponRefusals, whyNotReceived(coupon, now));
};

interface CountedCoupon {
  readonly coupon: StoredCoupon;
  readonly ordinal: number;
}

const insertReceipt = async (tx: Tx, { party, source, by, now }: CouponTaking, { coupon, ordinal }: CountedCoupon): Promise<TakenCoupon> => {
  const { beginsAtMs, expiresAtMs } = windowOfUse(
    {
      useBeginMs: coupon.useBeginTime.getTime(),
      useEndMs: coupon.useEndTime.getTime(),
      validDays: coupon.validDays ?? undefined,
      zone: coupon.zone,
    },
    now.getTime(),
  );
  const { rows } = await sql<{ id: bigint }>`insert into coupon_receive (tenant_id, agent_id, coupon_id, main_part_type, main_part_id, main_part_no,
      main_part_name, cust_id, ordinal, terms, begins_at, expires_at, source, create_by, create_time)
    values (${coupon.tenantId}, ${coupon.agentId}, ${coupon.couponId}, ${party.mainPartType}, ${party.mainPartId}, ${numberOf(party)}, ${nameOf(party)},
      ${party.custId}, ${ordinal}, ${JSON.stringify(encodeTerms(termsOf(coupon)))}::jsonb, ${new Date(beginsAtMs)}, ${new Date(expiresAtMs)},
      ${receiptSource[source]}, ${by}, ${now})
    returning coupon_receive_id as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a received coupon was not written');
  return { couponReceiveId: String(row.id), expiresAt: new Date(expiresAtMs) };
};
