import { sql } from 'kysely';
import { refundOrderState } from '#engines/payment/codes.ts';
import { refundKind, refundOrder } from '#domains/charging/resources.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Context } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import type { Figures } from '../figures/added-up.rules.ts';
import type { FigureFilter } from '../figures/figures.server.ts';
import type { RefundAnalysis } from './operation.ts';
import { beginOf } from './period-begin.server.ts';

const MONEY_SCALE = 2;

/** Refunds that reached their receivers in the days, beside what was billed in them. */
export const refundsOf = async (ctx: Context, filter: FigureFilter, billed: readonly Figures[]): Promise<RefundAnalysis> => {
  const from = await beginOf(ctx, filter);
  const { rows } = await sql<{
    currency: string;
    refunds: number;
    amount: bigint;
    goodwill: bigint;
  }>`select t.currency, count(*)::int4 as refunds, sum(t.refund_amount)::int8 as amount,
      coalesce(sum(t.refund_amount) filter (where t.refund_kind = ${sql.lit(refundKind.items.goodwill.value)}), 0)::int8 as goodwill
    from refund_order as t where ${inScope(ctx, refundOrder)} and (${filter.stationId}::int8 is null or t.station_id = ${filter.stationId})
      and t.refund_state = ${sql.lit(refundOrderState.succeeded)} and t.refund_time >= ${from} and t.refund_time <= ${ctx.now}
    group by t.currency order by t.currency`.execute(ctx.db);
  const money = (cents: bigint): string => formatScaled(cents, MONEY_SCALE);
  return {
    from: from.toISOString(),
    until: ctx.now.toISOString(),
    sums: rows.map(({ currency, refunds, amount, goodwill }) => ({
      currency,
      refunds,
      amount: money(amount),
      goodwill: money(goodwill),
      billed: money(billed.find((figures) => figures.currency === currency)?.billedCents ?? 0n),
    })),
  };
};
