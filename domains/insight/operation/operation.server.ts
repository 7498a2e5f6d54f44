import { shareOf } from '#engines/insight/comparison.ts';
import { turnover, usageByEnergy, usageByTime } from '#engines/insight/usage.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { busyByHour, figuresByPeriod, figuresOfPiles, filterOf } from '../figures/figures.server.ts';
import { addedUp, wireOf } from '../figures/added-up.rules.ts';
import type { FigureFilter, PileFigures } from '../figures/figures.server.ts';
import { carbonOf } from './carbon.server.ts';
import { durationsOf, openOrdersOf, startsOf, unbilledOf } from './order-figures.server.ts';
import { heatOf, rankPiles } from './operation.rules.ts';
import { HEAT_DAYS, operationApi, ORDER_DAYS_MAX } from './operation.ts';
import type { ChargeAnalysis, PileUse, UseAnalysis } from './operation.ts';

const ENERGY_SCALE = 4;
const DAY_S = 86_400;
const SECOND_MS = 1_000;
const WH_PER_DWH = 10;

export const operationRoutes = implement(operationApi, {
  charges: async (ctx, query) => chargesOf(ctx, await filterOf(ctx, query), query.days),
  use: async (ctx, query) => usageOf(ctx, await filterOf(ctx, query), query.days),
  starts: async (ctx, query) => startsOf(ctx, await filterOf(ctx, { ...query, days: Math.min(query.days, ORDER_DAYS_MAX) })),
  unbilled: async (ctx, query) => {
    const filter = await filterOf(ctx, query);
    return unbilledOf(ctx, filter, addedUp(await figuresByPeriod(ctx, filter)));
  },
});

const chargesOf = async (ctx: Context, filter: FigureFilter, days: number): Promise<ChargeAnalysis> => {
  const before = { from: plusDays(filter.from, -days), to: plusDays(filter.from, -1) };
  const rows = await figuresByPeriod(ctx, { ...filter, from: before.from });
  const isNow = ({ day }: { readonly day: string }): boolean => day >= filter.from;
  const energyOf = (own: typeof rows): bigint => own.reduce((sum, { energyDwh }) => sum + energyDwh, 0n);
  const tenants = [...new Set(rows.map(({ tenantId }) => tenantId))].map((tenantId) => {
    const own = rows.filter((row) => row.tenantId === tenantId);
    return { tenantId, nowDwh: energyOf(own.filter(isNow)), beforeDwh: energyOf(own.filter((row) => !isNow(row))) };
  });
  const everyDay = [...new Set(rows.map(({ day }) => day))];
  return {
    from: filter.from,
    to: filter.to,
    before,
    sums: addedUp(rows.filter(isNow)).map(wireOf),
    sumsBefore: addedUp(rows.filter((row) => !isNow(row))).map(wireOf),
    days: everyDay.flatMap((day) => addedUp(rows.filter((row) => row.day === day)).map((figures) => ({ day, ...wireOf(figures) }))),
    openOrders: await openOrdersOf(ctx, filter),
    carbon: await carbonOf(ctx, tenants),
  };
};

const usageOf = async (ctx: Context, filter: FigureFilter, days: number): Promise<UseAnalysis> => {
  const piles = await figuresOfPiles(ctx, filter);
  const sum = (read: (pile: PileFigures) => number): number => piles.reduce((total, pile) => total + read(pile), 0);
  const sums = { busyS: sum(busyS), charges: sum(({ charges }) => charges), gunS: sum(({ guns, inServiceS }) => guns * Number(inServiceS)) };
  const heatFilter = { ...filter, from: plusDays(filter.to, 1 - HEAT_DAYS) };
  const { best, worst, dormant } = rankPiles(piles, filter.to);
  return {
    from: filter.from,
    to: filter.to,
    piles: piles.length,
    guns: sum(({ guns }) => guns),
    pilesInUse: piles.filter(({ charges }) => charges > 0).length,
    byTime: usageByTime({ chargingS: sums.busyS, inServiceS: sums.gunS }),
    // What each pile could have delivered depends on its own rated power.
    byEnergy: shareOf(
      sum(({ energyDwh }) => Number(energyDwh) / WH_PER_DWH),
      sum(({ ratedW, inServiceS }) => (Number(ratedW) * Number(inServiceS)) / 3_600),
    ),
    turnover: turnover({ charges: sums.charges, gunDays: sums.gunS / DAY_S }),
    chargeS: shareOf(sums.busyS, sums.charges),
    spread: days > ORDER_DAYS_MAX ? null : await durationsOf(ctx, filter),
    heat: heatOf(await busyByHour(ctx, heatFilter), await figuresOfPiles(ctx, heatFilter), heatFilter),
    best: best.map(pileOf),
    worst: worst.map(pileOf),
    dormant: dormant.slice(0, DORMANT_SHOWN).map(pileOf),
    dormantCount: dormant.length,
  };
};
const DORMANT_SHOWN = 10;

const busyS = ({ busyMs }: PileFigures): number => Number(busyMs) / SECOND_MS;

const pileOf = (pile: PileFigures): PileUse => ({
  cpCode: pile.cpCode,
  cpName: pile.cpName,
  stationId: String(pile.stationId),
  stationName: pile.stationName,
  charges: pile.charges,
  energy: formatScaled(pile.energyDwh, ENERGY_SCALE),
  byTime: usageByTime({ chargingS: busyS(pile), inServiceS: pile.guns * Number(pile.inServiceS) }),
  byEnergy: usageByEnergy({ energyWh: Number(pile.energyDwh) / WH_PER_DWH, ratedW: Number(pile.ratedW), inServiceS: Number(pile.inServiceS) }),
  lastDay: pile.lastDay,
});
