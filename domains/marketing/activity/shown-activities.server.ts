import { sql } from 'kysely';
import { publication } from '#engines/marketing/codes.ts';
import type { HeldTerms } from '#engines/marketing/terms.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { readCoupon, termsOf } from '../coupon/coupon-terms.server.ts';

/** What drivers see of activities at a station. */
export interface ShownActivity {
  readonly activityId: string;
  readonly title: string;
  readonly subtitle: string | null;
  /** Sanitised HTML. */
  readonly rule: string | null;
  readonly hasPicture: boolean;
  readonly endTime: Date;
  readonly coupons: readonly ShownCoupon[];
}

export interface ShownCoupon {
  readonly couponId: string;
  readonly terms: HeldTerms;
  readonly useEndTime: Date;
  /** How many are left; null without a limit. */
  readonly left: number | null;
  /** Whether it can be received now, as far as that does not depend on the person. */
  readonly isOpen: boolean;
  readonly limitNum: number;
  /** How many the person has received. */
  readonly taken: number;
}

interface ShownQuery {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  /** Who looks; absent: somebody unknown. */
  readonly holder?: { readonly mainPartType: MainPartType; readonly mainPartId: string } | undefined;
  readonly now: Date;
}

interface ActivityColumns {
  readonly activityId: bigint;
  readonly title: string;
  readonly subtitle: string | null;
  readonly rule: string | null;
  readonly hasPicture: boolean;
  readonly endTime: Date;
}

const ACTIVITIES_MAX = 10;
const COUPONS_MAX = 20;

const isShown = (now: Date) =>
  sql<boolean>`a.state = ${sql.lit(publication.published)} and not a.is_delete and a.display_time <= ${now} and a.end_time > ${now}`;

/** The published activities of a station that are to be seen now, the most important first, with their coupons. */
export const shownActivities = async (tx: Tx, { tenantId, agentId, stationId, holder, now }: ShownQuery): Promise<readonly ShownActivity[]> => {
  const { rows } =
    await sql<ActivityColumns>`select a.activity_id, a.title, a.subtitle, a.rule, coalesce(a.image, a.banner) is not null as has_picture, a.end_time
    from activity a where a.tenant_id = ${tenantId} and ${isShown(now)}
      and (a.agent_ids @> ${JSON.stringify([{ agentId }])}::jsonb or a.station_ids @> ${JSON.stringify([{ stationId }])}::jsonb)
    order by a.weight desc, a.activity_id desc limit ${ACTIVITIES_MAX}`.execute(tx);
  return Promise.all(
    rows.map(async ({ activityId, ...shown }) => ({
      ...shown,
      activityId: String(activityId),
      coupons: await couponsOf(tx, activityId, { holder, now }),
    })),
  );
};

const couponsOf = async (tx: Tx, activityId: bigint, { holder, now }: Pick<ShownQuery, 'holder' | 'now'>): Promise<readonly ShownCoupon[]> => {
  const { rows } = await sql<{ couponId: bigint; taken: number }>`select c.coupon_id,
      coalesce((select p.taken from coupon_person p where p.coupon_id = c.coupon_id and p.main_part_type = ${holder?.mainPartType ?? null}
        and p.main_part_id = ${holder?.mainPartId ?? null}), 0)::int4 as taken
    from coupon c where c.activity_id = ${activityId} and c.state = ${sql.lit(publication.published)} and not c.is_delete
    order by c.sort desc, c.coupon_id limit ${COUPONS_MAX}`.execute(tx);
  const shown: ShownCoupon[] = [];
  for (const { couponId, taken } of rows) {
    const coupon = await readCoupon(tx, String(couponId));
    if (!coupon) continue;
    const { startTime, endTime, useEndTime, totalNum, issued, limitNum } = coupon;
    const left = totalNum === null ? null : Math.max(0, totalNum - issued);
    const isOpen = startTime <= now && endTime > now && useEndTime > now && left !== 0;
    shown.push({ couponId: String(couponId), terms: termsOf(coupon), useEndTime, left, isOpen, limitNum, taken });
  }
  return shown;
};

/** The stored path of the picture of an activity that drivers may see; undefined for any other. */
export const pictureOfActivity = async (tx: Tx, activityId: string, now: Date): Promise<string | undefined> => {
  const { rows } = await sql<{
    path: string | null;
  }>`select coalesce(a.banner, a.image) as path from activity a where a.activity_id = ${activityId} and ${isShown(now)}`.execute(tx);
  return rows[0]?.path ?? undefined;
};
