import { shareOf } from '#engines/insight/comparison.ts';
import { spreadOfMinutes, turnover, usageByEnergy, usageByTime } from '#engines/insight/usage.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { busyByHour, energyByTenant, figuresByPeriod, filterOf, placeOf } from '../figures/figures.server.ts';
import { addedUp, wireOf } from '../figures/added-up.rules.ts';
import type { FigureFilter, FigurePlace } from '../figures/figures.server.ts';
import { detailsOfPiles, dormantCodesOf, gunsInService, figuresOfPiles } from '../figures/pile-figures.server.ts';
import type { PileDetails, PileFigures } from '../figures/pile-figures.server.ts';
import { dayPart } from '../tenant-day/tenant-day.codes.ts';
import type { Duration } from '../tenant-day/tenant-day.codes.ts';
import { durationsByMinute } from '../tenant-day/durations.server.ts';
import { busyHourOf } from './busy-hour.server.ts';
import { carbonOf } from './carbon.server.ts';
import { meterGapOf, openOrdersOf, unbilledOf } from './order-figures.server.ts';
import { refundsOf } from './refunds.server.ts';
import { startsOf } from './starts.server.ts';
import { DAY_S, heatOf, newestDayOver, rankPiles } from './operation.rules.ts';
import { DORMANT_LISTED, HEAT_DAYS, operationApi, ORDER_DAYS_MAX } from './operation.ts';
import type { ChargeAnalysis, DurationAnalysis, Dwell, HeatAnalysis, PileUse, UseAnalysis } from './operation.ts';

const ENERGY_SCALE = 4;
const HOUR_S = 3_600;
const SECOND_MS = 1_000;
const WH_PER_DWH = 10;

export const operationRoutes = implement(operationApi, {
  charges: async (ctx, query) => chargesOf(ctx, await filterOf(ctx, query), query.days),
  use: async (ctx, query) => usageOf(ctx, await filterOf(ctx, query)),
  durations: async (ctx, query) => durationsOf(await durationsByMinute(ctx, await filterOf(ctx, query))),
  heat: async (ctx, query) => heatAnalysisOf(ctx, await placeOf(ctx, query)),
  hour: async (ctx, query) => busyHourOf(ctx, await placeOf(ctx, query), query),
  starts: async (ctx, query) => startsOf(ctx, await filterOf(ctx, { ...query, days: Math.min(query.days, ORDER_DAYS_MAX) })),
  dormant: async (ctx, query) => ({ codes: await dormantCodesOf(ctx, await filterOf(ctx, query), query.after) }),
  gap: async (ctx, query) => meterGapOf(ctx, await filterOf(ctx, query), query.after),
  unbilled: async (ctx, query) => {
    const filter = await filterOf(ctx, query);
    return { ...(await unbilledOf(ctx, filter, addedUp(await figuresByPeriod(ctx, filter)))), gap: await meterGapOf(ctx, filter) };
  },
  refunds: async (ctx, query) => {
    const filter = await filterOf(ctx, query);
    return refundsOf(ctx, filter, addedUp(await figuresByPeriod(ctx, filter)));
  },
});

const chargesOf = async (ctx: Context, filter: FigureFilter, days: number): Promise<ChargeAnalysis> => {
  const before = { from: plusDays(filter.from, -days), to: plusDays(filter.from, -1) };
  const both = { ...filter, from: before.from };
  const rows = await figuresByPeriod(ctx, both);
  const isNow = ({ day }: { readonly day: string }): boolean => day >= filter.from;
  return {
    from: filter.from,
    to: filter.to,
    before,
    sums: addedUp(rows.filter(isNow)).map(wireOf),
    sumsBefore: addedUp(rows.filter((row) => !isNow(row))).map(wireOf),
    days: rows.map(({ day, ...figures }) => ({ day, ...wireOf(figures) })),
    openOrders: await openOrdersOf(ctx, filter),
    carbon: await carbonOf(ctx, await energyByTenant(ctx, both, filter.from)),
  };
};

const usageOf = async (ctx: Context, filter: FigureFilter): Promise<UseAnalysis> => {
  const { totals, rankable } = await figuresOfPiles(ctx, filter);
  const busyS = totals.busyMs / SECOND_MS;
  return {
    from: filter.from,
    to: filter.to,
    piles: totals.piles,
    guns: totals.guns,
    pilesInUse: totals.pilesInUse,
    byTime: usageByTime({ chargingS: busyS, inServiceS: totals.gunS }),
    // What each pile could have delivered depends on its own rated power.
    byEnergy: shareOf(totals.energyDwh / WH_PER_DWH, totals.ratedWs / HOUR_S),
    turnover: turnover({ charges: totals.charges, gunDays: totals.gunS / DAY_S }),
    chargeS: shareOf(busyS, totals.charges),
    ...(await ranksOf(ctx, filter, rankable)),
    dormantCount: totals.dormant,
  };
};

const heatAnalysisOf = async (ctx: Context, place: FigurePlace): Promise<HeatAnalysis> => {
  const to = newestDayOver(ctx.now);
  const days = { from: plusDays(to, 1 - HEAT_DAYS), to };
  const filter = { ...place, ...days };
  return { ...days, shares: heatOf(await busyByHour(ctx, filter), await gunsInService(ctx, filter), filter) };
};

const DORMANT_SHOWN = 10;

/** The piles that are ranked, with their names. */
const ranksOf = async (
  ctx: Context,
  filter: FigureFilter,
  rankable: readonly PileFigures[],
): Promise<Pick<UseAnalysis, 'best' | 'worst' | 'dormant' | 'dormantCodes'>> => {
  const { best, worst, dormant } = rankPiles(rankable);
  const shown = dormant.slice(0, DORMANT_SHOWN);
  const details = await detailsOfPiles(
    ctx,
    filter,
    [...best, ...worst, ...shown].map(({ cpCode }) => cpCode),
  );
  const named = (piles: readonly PileFigures[]): readonly PileUse[] =>
    piles.flatMap((pile) => {
      const own = details.get(pile.cpCode);
      return own ? [{ ...useOf(pile), ...own }] : [];
    });
  return {
    best: named(best),
    worst: named(worst),
    dormant: named(shown),
    dormantCodes: dormant.slice(0, DORMANT_LISTED).map(({ cpCode }) => cpCode),
  };
};

const ofKind = (durations: readonly Duration[], kind: number): readonly Duration[] => durations.filter((each) => each.kind === kind);

const durationsOf = (durations: readonly Duration[]): DurationAnalysis => ({
  spread: spreadOfMinutes(ofKind(durations, dayPart.charge)),
  dwell: dwellOf(durations),
});

const dwellOf = (durations: readonly Duration[]): Dwell | null => {
  const plugged = ofKind(durations, dayPart.plugged);
  const spread = spreadOfMinutes(plugged);
  const ms = (rows: readonly Duration[]): number => rows.reduce((sum, row) => sum + row.ms, 0);
  const charges = plugged.reduce((sum, { count }) => sum + count, 0);
  return spread && { charges, ...spread, stayedShare: shareOf(ms(ofKind(durations, dayPart.stayed)), ms(plugged)) };
};

const useOf = (pile: PileFigures): Omit<PileUse, keyof PileDetails> => ({
  cpCode: pile.cpCode,
  charges: pile.charges,
  energy: formatScaled(BigInt(pile.energyDwh), ENERGY_SCALE),
  byTime: usageByTime({ chargingS: pile.busyMs / SECOND_MS, inServiceS: pile.guns * pile.inServiceS }),
  byEnergy: usageByEnergy({ energyWh: pile.energyDwh / WH_PER_DWH, ratedW: pile.ratedW, inServiceS: pile.inServiceS }),
});
