import { sql } from 'kysely';
import { orderState, settledOrderStates } from '#engines/order/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { literals } from '#kit/db/literals.ts';
import type { Context } from '#kit/server/context/context.ts';
import { unsettledOrderStates } from './behind.rules.ts';
import type { Figures } from '../figures/added-up.rules.ts';
import type { FigureFilter, FigurePlace } from '../figures/figures.server.ts';
import { ordersOfPlace } from '../figures/orders-of-place.server.ts';
import { GAP_ORDERS_MAX } from './operation.ts';
import type { MeterGap, UnbilledAnalysis } from './operation.ts';

const DAY_MS = 86_400_000;
const ENERGY_SCALE = 4;
const MONEY_SCALE = 2;

export const openOrdersOf = async (ctx: Context, filter: FigurePlace): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from charging_order as t
    where ${ordersOfPlace(ctx, filter)} and t.order_state in (${literals(unsettledOrderStates)})`.execute(ctx.db);
  return rows[0]?.n ?? 0;
};

/** Orders that delivered energy and have not been billed for a day, and their value at the mean price of the given figures. */
export const unbilledOf = async (ctx: Context, filter: FigureFilter, prices: readonly Figures[]): Promise<Omit<UnbilledAnalysis, 'gap'>> => {
  const before = new Date(ctx.now.getTime() - DAY_MS);
  const { rows } = await sql<{
    currency: string;
    n: number;
    energy: bigint;
  }>`select t.currency, count(*)::int4 as n, sum(case when t.stop_time is null
        then greatest(t.charging_elec, (select greatest(p.energy, p.meter - t.start_meter) from order_progress p where p.charging_order_id = t.charging_order_id))
        else t.charging_elec end)::int8 as energy
    from charging_order as t where ${ordersOfPlace(ctx, filter)} and t.order_state in (${literals([orderState.ended, orderState.abnormal])}) and t.order_state <> ${sql.lit(orderState.settled)}
      and t.charging_elec > 0 and t.create_time <= ${before} group by 1 order by 1`.execute(ctx.db);
  return {
    before: before.toISOString(),
    orders: rows.reduce((sum, { n }) => sum + n, 0),
    energy: formatScaled(
      rows.reduce((sum, { energy }) => sum + energy, 0n),
      ENERGY_SCALE,
    ),
    values: rows.flatMap(({ currency, energy }) => {
      const price = prices.find((figures) => figures.currency === currency);
      return price && price.energyDwh > 0n ? [{ currency, amount: formatScaled((energy * price.billedCents) / price.energyDwh, MONEY_SCALE) }] : [];
    }),
  };
};

/** Meters are read in 0.01 kWh by some piles, so a smaller difference is none. */
const GAP_DWH = 100;

/** Settled orders of the days whose meter counted more than they were billed for; those after so many are named. */
export const meterGapOf = async (ctx: Context, filter: FigureFilter, after = 0): Promise<MeterGap> => {
  const { rows } = await sql<{
    n: number;
    energy: bigint;
    orderNos: readonly string[] | null;
  }>`select count(*)::int4 as n, coalesce(sum(g.gap), 0)::int8 as energy,
      (array_agg(g.charging_order_no order by g.gap desc, g.charging_order_no))[${after}::int4 + 1:${after}::int4 + ${sql.lit(GAP_ORDERS_MAX)}] as order_nos
    from (select t.charging_order_no, t.stop_meter - t.start_meter - t.charging_elec as gap from charging_order as t where ${ordersOfPlace(ctx, filter)}
      and t.charge_day >= ${filter.from}::date and t.charge_day <= ${filter.to}::date and t.order_state in (${literals(settledOrderStates)})
      and t.stop_meter - t.start_meter - t.charging_elec > ${sql.lit(GAP_DWH)}) g`.execute(ctx.db);
  const [row] = rows;
  return { orders: row?.n ?? 0, energy: formatScaled(row?.energy ?? 0n, ENERGY_SCALE), orderNos: row?.orderNos ?? [] };
};
