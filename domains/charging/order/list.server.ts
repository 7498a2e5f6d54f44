import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { runningOrderStates } from '#engines/order/codes.ts';
import type { Context, ListQuery } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { whereClauses } from '#kit/server/lists/list-sql.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { literals } from '#kit/db/literals.ts';
import type { chargingOrderApi } from './order-api.ts';
import { chargingOrder } from './order.ts';

const standard = crudHandlers(chargingOrder);

export const listHandlers: Pick<Handlers<typeof chargingOrderApi>, 'list' | 'queryById' | 'reveal' | 'exportXls' | 'dealConsume'> = {
  list: (ctx, input, extras) => standard.list(ctx, input, { ...extras, list: byCreation(extras.list) }),
  queryById: standard.queryById,
  ...revealHandlers(chargingOrder),
  exportXls: (ctx, input, extras) => standard.exportXls(ctx, input, { ...extras, list: byCreation(extras.list) }),
  dealConsume: (ctx, _input, { list }) => consumeTotals(ctx, list),
};

/** Ids are assigned when orders are created, so sorting by id is sorting by creation, which has an index in every scope. */
const byCreation = (list: ListQuery): ListQuery =>
  list.sort.column === chargingOrder.key ? { ...list, sort: { ...list.sort, column: 'createTime' } } : list;

interface Sums {
  readonly currency: string;
  readonly orders: number;
  readonly ordered: bigint;
  readonly billed: bigint;
  readonly elec: bigint;
  readonly tip: bigint;
  readonly peak: bigint;
  readonly flat: bigint;
  readonly valley: bigint;
}

/** The totals of the rows of a list, with the clauses of the list itself. */
const consumeTotals = async (ctx: Context, list: ListQuery) => {
  const where = whereClauses({ noun: chargingOrder, viewer: ctx.viewer, registry: ctx.registry, conditions: list.conditions });
  const [sums, running] = [await sumsOf(ctx, where), await runningEnergy(ctx, where)];
  const total = (pick: (row: Sums) => bigint): bigint => sums.reduce((sum, row) => sum + pick(row), 0n);
  // Amounts in several currencies have no sum.
  const [single] = sums.length === 1 ? sums : [];
  const none = sums.length === 0 ? 0n : null;
  return {
    orderCount: sums.reduce((count, row) => count + row.orders, 0),
    currency: single?.currency ?? null,
    orderAllAmount: single?.ordered ?? none,
    billingAllAmount: single?.billed ?? none,
    offerAllAmount: single ? single.ordered - single.billed : none,
    byCurrency: sums.map(({ currency, ordered, billed }) => ({
      currency,
      orderAllAmount: ordered,
      billingAllAmount: billed,
      offerAllAmount: ordered - billed,
    })),
    totalElec: total((row) => row.elec) + running,
    totalElecTip: total((row) => row.tip),
    totalElecPeak: total((row) => row.peak),
    totalElecFlat: total((row) => row.flat),
    totalElecValley: total((row) => row.valley),
  };
};

type Clauses = readonly RawBuilder<SqlBool>[];
const allOf = (clauses: Clauses): RawBuilder<unknown> => sql.join(clauses, sql` and `);

const sumsOf = async (ctx: Context, where: Clauses): Promise<readonly Sums[]> => {
  const { rows } =
    await sql<Sums>`select t.currency, count(*)::int4 as orders, sum(t.order_amount)::int8 as ordered, sum(t.billing_amount)::int8 as billed,
      sum(t.charging_elec)::int8 as elec, sum(t.charging_elec_tip)::int8 as tip, sum(t.charging_elec_peak)::int8 as peak, sum(t.charging_elec_flat)::int8 as flat, sum(t.charging_elec_valley)::int8 as valley
    from charging_order as t where ${allOf(where)} group by t.currency order by t.currency`.execute(ctx.db);
  return rows;
};

/** The energy of running orders that their rows do not contain yet; the list includes it. */
const runningEnergy = async (ctx: Context, where: Clauses): Promise<bigint> => {
  const running = [...where, sql<SqlBool>`t.order_state in (${literals(runningOrderStates)})`, sql<SqlBool>`t.stop_time is null`];
  const { rows } = await sql<{
    more: bigint | null;
  }>`select sum(greatest(t.charging_elec, p.energy, p.meter - t.start_meter) - t.charging_elec)::int8 as more
    from charging_order as t join order_progress as p on p.charging_order_id = t.charging_order_id where ${allOf(running)}`.execute(ctx.db);
  return rows[0]?.more ?? 0n;
};
