import { carbonKg, carbonKgPerKwh, defaultCarbonFactors } from '#engines/insight/carbon.ts';
import type { CarbonFactors } from '#engines/insight/carbon.ts';
import { settingOf } from '#domains/system/server.ts';
import type { Context } from '#kit/server/context/context.ts';
import { FACTOR_SCALE, fuelPer100Km, gridFactor, gridSource, kwhPerKm } from './carbon-settings.ts';
import type { CarbonAnalysis } from './operation.ts';

interface TenantEnergy {
  readonly tenantId: bigint;
  readonly nowDwh: bigint;
  readonly beforeDwh: bigint;
}

/** The carbon that the energies of tenants saved, each by the factors of its tenant. */
export const carbonOf = async (ctx: Context, energies: readonly TenantEnergy[]): Promise<CarbonAnalysis> => {
  let [kg, kgBefore] = [0, 0];
  const shown = new Map<string, CarbonAnalysis['factors'][number]>();
  for (const { tenantId, nowDwh, beforeDwh } of energies) {
    const factors = await factorsOf(ctx, String(tenantId));
    const source = await settingOf(ctx, gridSource, String(tenantId));
    kg += carbonKg(nowDwh, factors);
    kgBefore += carbonKg(beforeDwh, factors);
    shown.set(JSON.stringify([factors, source]), { kgPerKwh: carbonKgPerKwh(factors), gridKgPerKwh: factors.gridKgPerKwh, source });
  }
  return { kg, kgBefore, factors: [...shown.values()] };
};

/** The factors that a tenant has set, or the usual ones. */
export const factorsOf = async (reader: Parameters<typeof settingOf>[0], tenantId: string): Promise<CarbonFactors> => {
  const read = async (setting: typeof gridFactor): Promise<number> => Number(await settingOf(reader, setting, tenantId)) / 10 ** FACTOR_SCALE;
  const kwh = await read(kwhPerKm);
  return {
    ...defaultCarbonFactors,
    fuelPer100Km: await read(fuelPer100Km),
    gridKgPerKwh: await read(gridFactor),
    // An electric car that takes nothing would save without end.
    kwhPerKm: kwh > 0 ? kwh : defaultCarbonFactors.kwhPerKm,
  };
};
