import { sql } from 'kysely';
import type { PointLot } from '#engines/marketing/point-rules.ts';
import type { Tx } from '#kit/db/index.ts';

export interface LotPart {
  readonly lotId: string;
  readonly points: bigint;
}

interface LotQuery {
  /** The lot of this order comes first. */
  readonly first?: string | undefined;
  /** Only those that can be spent then. */
  readonly validAt?: Date;
  /** Only those that have expired by then. */
  readonly expiredAt?: Date;
}

/** Lots of a locked account with points that no order has set aside, those that expire first. */
export const freeLots = async (tx: Tx, accountId: string, { first, validAt, expiredAt }: LotQuery): Promise<readonly PointLot[]> => {
  const { rows } = await sql<{ lotId: bigint; free: bigint }>`select point_lot_id as lot_id, points_left - points_held as free from point_lot
    where user_agent_points_id = ${accountId} and points_left > points_held and active_at <= coalesce(${validAt ?? null}::timestamptz, 'infinity') and expires_at > coalesce(${validAt ?? null}::timestamptz, '-infinity')
      and expires_at <= coalesce(${expiredAt ?? null}::timestamptz, 'infinity')
    order by charging_order_id is not distinct from ${first ?? '0'}::int8 desc, expires_at, point_lot_id`.execute(tx);
  return rows.map(({ lotId, free }) => ({ lotId: String(lotId), free }));
};

/** Points leave their lots. */
export const reduceLots = async (tx: Tx, parts: readonly LotPart[]): Promise<void> => {
  if (parts.length === 0) return;
  await sql`update point_lot l set points_left = l.points_left - part.points
    from unnest(${parts.map(({ lotId }) => lotId)}::int8[], ${parts.map(({ points }) => points)}::int8[]) as part (lot_id, points)
    where l.point_lot_id = part.lot_id`.execute(tx);
};
