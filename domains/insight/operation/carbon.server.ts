import { carbonKg, carbonKgPerKwh, defaultCarbonFactors } from '#engines/insight/carbon.ts';
import type { CarbonFactors } from '#engines/insight/carbon.ts';
import { settingOf, settingsOf } from '#domains/system/server.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { TenantEnergy } from '../figures/figures.server.ts';
import { FACTOR_SCALE, fuelPer100Km, gridFactor, gridSource, kwhPerKm } from './carbon-settings.ts';
import type { CarbonAnalysis } from './operation.ts';

/** The carbon that the energies of tenants saved, each by the factors of its tenant. */
export const carbonOf = async (ctx: Context, energies: readonly TenantEnergy[]): Promise<CarbonAnalysis> => {
  let [kg, kgBefore] = [0, 0];
  const shown = new Map<string, CarbonAnalysis['factors'][number]>();
  const tenantIds = energies.map(({ tenantId }) => tenantId);
  const sources = await settingsOf(ctx, gridSource, tenantIds);
  const stored: (readonly [FactorSetting, ReadonlyMap<bigint, bigint>])[] = [];
  for (const each of FACTORS) stored.push([each, await settingsOf(ctx, each, tenantIds)]);
  for (const { tenantId, nowDwh, beforeDwh } of energies) {
    const factors = factorsFrom(new Map(stored.map(([each, values]) => [each, values.get(tenantId)])));
    const source = sources.get(tenantId) ?? null;
    kg += carbonKg(nowDwh, factors);
    kgBefore += carbonKg(beforeDwh, factors);
    shown.set(JSON.stringify([factors, source]), { kgPerKwh: carbonKgPerKwh(factors), gridKgPerKwh: factors.gridKgPerKwh, source });
  }
  return { kg, kgBefore, factors: [...shown.values()] };
};

/** The factors that a tenant has set, or the usual ones. */
export const factorsOf = async (reader: Parameters<typeof settingOf>[0], tenantId: string): Promise<CarbonFactors> => {
  const stored = new Map<FactorSetting, bigint>();
  for (const each of FACTORS) stored.set(each, await settingOf(reader, each, tenantId));
  return factorsFrom(stored);
};

const FACTORS = [fuelPer100Km, gridFactor, kwhPerKm] as const;
type FactorSetting = (typeof FACTORS)[number];

const factorsFrom = (stored: ReadonlyMap<FactorSetting, bigint | undefined>): CarbonFactors => {
  const read = (each: FactorSetting): number => Number(stored.get(each)) / 10 ** FACTOR_SCALE;
  const kwh = read(kwhPerKm);
  return {
    ...defaultCarbonFactors,
    fuelPer100Km: read(fuelPer100Km),
    gridKgPerKwh: read(gridFactor),
    // An electric car that takes nothing would save without end.
    kwhPerKm: kwh > 0 ? kwh : defaultCarbonFactors.kwhPerKm,
  };
};
