import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { formatScaled } from '#kit/fields/scaled.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import { sumList } from '#kit/server/lists/sum-list.ts';
import type { RowWithSums } from '#kit/server/lists/sum-list.ts';
import { consume, consumeApi } from './consume.ts';

const { list, queryById, exportXls } = crudHandlers(consume);

/** A refund is subtracted. */
const nonRefundSum = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(sum(case t.is_refund when 1 then -${column} else ${column} end), 0)::int8`;
const total = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(sum(${column}), 0)::int8`;

export const consumeRoutes = implement(consumeApi, {
  list,
  queryById,
  ...revealHandlers(consume),
  exportXls,
  dealConsume: (ctx, _input, { list: listQuery }) =>
    sumList(ctx, {
      noun: consume,
      list: listQuery,
      sums: ({ head, tail }) => sql<
        RowWithSums<Sums>
      >`select ${head}, ${nonRefundSum(sql`t.order_amount`)} as ordered, ${nonRefundSum(sql`t.rr_money`)} as billed, ${total(sql`t.receivable_money - t.debt_paid_money`)} as owed,
        ${total(sql`t.charging_elec`)} as elec, ${total(sql`t.charging_elec_tip`)} as tip, ${total(sql`t.charging_elec_peak`)} as peak,
        ${total(sql`t.charging_elec_flat`)} as flat, ${total(sql`t.charging_elec_valley`)} as valley ${tail}`,
      read: (sums: Sums) => ({
        orderAllAmount: formatScaled(sums.ordered, 2),
        billingAllAmount: formatScaled(sums.billed, 2),
        offerAllAmount: formatScaled(sums.ordered - sums.billed, 2),
        receivableAllAmount: formatScaled(sums.owed, 2),
        totalElec: formatScaled(sums.elec, 4),
        totalElecTip: formatScaled(sums.tip, 4),
        totalElecPeak: formatScaled(sums.peak, 4),
        totalElecFlat: formatScaled(sums.flat, 4),
        totalElecValley: formatScaled(sums.valley, 4),
      }),
    }),
});

type Sums = Readonly<Record<'ordered' | 'billed' | 'owed' | 'elec' | 'tip' | 'peak' | 'flat' | 'valley', bigint>>;
