/** What a gun reports besides its charge, as it is pushed. Units: °C, 0.01 V, kΩ, 0.1 kW. Null where the report has none; fault 0 is no fault. */
export interface GunStatusPush {
  /** When the report arrived. */
  readonly atMs: number;
  readonly faultType: number;
  readonly stopType: number | null;
  readonly statusInfo: number | null;
  readonly positiveTempC: number | null;
  readonly negativeTempC: number | null;
  readonly cpVoltageCv: number | null;
  readonly insulationKohm: number | null;
  readonly maxPowerHw: number | null;
}
