/** What the carbon saved by a kWh is calculated from. */
export interface CarbonFactors {
  /** Litres of fuel that a comparable car burns on 100 km. */
  readonly fuelPer100Km: number;
  /** kg of carbon dioxide from a litre of fuel. */
  readonly kgPerLitre: number;
  /** kWh that the electric car takes for a km. */
  readonly kwhPerKm: number;
  /** kg of carbon dioxide behind a kWh from the grid, of the region and the year of the energy. */
  readonly gridKgPerKwh: number;
}

/** A petrol car of 7 l/100 km against an electric one of 15 kWh/100 km on the average grid of China in 2023 (Ministry of Ecology and Environment). */
export const defaultCarbonFactors: CarbonFactors = { fuelPer100Km: 7, kgPerLitre: 2.31, kwhPerKm: 0.15, gridKgPerKwh: 0.5306 };

/** kg of carbon dioxide that a kWh saves; negative where the grid emits more than the fuel. */
export const carbonKgPerKwh = ({ fuelPer100Km, kgPerLitre, kwhPerKm, gridKgPerKwh }: CarbonFactors): number =>
  ((fuelPer100Km / 100) * kgPerLitre) / kwhPerKm - gridKgPerKwh;

const DWH_PER_KWH = 10_000;

/** kg of carbon dioxide that an energy in 0.1 Wh saves. */
export const carbonKg = (energyDwh: bigint, factors: CarbonFactors): number => (Number(energyDwh) / DWH_PER_KWH) * carbonKgPerKwh(factors);
