import { sql } from 'kysely';
import { wordsFor } from '#kit/fields/words.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import type { chargingOrderApi } from '../order-api.ts';
import type { RawEndRecord } from '../order-detail.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { chargingOrder } from '../order.ts';

/** The most records shown for one order. A repeated record is stored once. */
const RECORDS_MAX = 200;

interface EndRecordRow {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly toldAt: Date;
  readonly refusal: string | null;
  readonly raw: string;
}

/** Every end record that names an order, as it was sent. Records of piles that the viewer may not see are left out. */
export const endRecordHandlers: Pick<Handlers<typeof chargingOrderApi>, 'endRecords'> = {
  endRecords: async (ctx, { id }) => {
    const { chargingOrderNo } = await ctx.rows(chargingOrder).get(id);
    const { rows } = await sql<EndRecordRow>`select r.cp_code, r.gun_number, r.told_at, r.refusal, r.raw from end_record r
      where r.charging_order_no = ${chargingOrderNo} and exists (select from pile p where p.cp_code = r.cp_code)
      order by r.told_at limit ${RECORDS_MAX}`.execute(ctx.db);
    return rows.map(({ toldAt, refusal, ...row }): RawEndRecord => ({
      ...row,
      toldAt: toldAt.toISOString(),
      refusal: refusal === null ? null : refusalText(ctx, refusal),
    }));
  },
};

const refusalText = (ctx: Context, refusal: string): string => {
  const words = wordsFor(orderRefusals, refusal);
  return words ? ctx.say(words) : refusal;
};
