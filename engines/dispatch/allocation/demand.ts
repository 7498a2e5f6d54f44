/** A gun that draws clearly less than its limit is asked for a tenth and 1 kW more than it draws, so that it can grow again. */
const GROWTH_PERMILLE = 1_100;
const GROWTH_HW = 10;
const LESS_THAN_PERMILLE = 900;
/** How long a gun must have drawn less before others get the difference. */
const HOLD_MS = 60_000;
/** A meter that shows more than all guns together has other consumers behind it, which may take this much more at once. */
const UNCONTROLLED_RESERVE_HW = 10;
const AC_LOWEST_A = 6;
const HW_W = 100;

export interface DrawHistory {
  /** The limit that the device is proven to have. */
  readonly limitHw: number;
  readonly drawnHw: number;
  /** Since when it has drawn less than 90 % of its limit; null when it does not. */
  readonly belowSinceMs: number | null;
}

/** Whether a gun that draws this much leaves a part of its limit unused. */
export const drawsLess = ({ limitHw, drawnHw }: Omit<DrawHistory, 'belowSinceMs'>): boolean => drawnHw * 1_000 < limitHw * LESS_THAN_PERMILLE;

/** What a car that charges would take: what it says itself; else what it draws, once it has drawn less than it may for a while; else everything. */
export const demandOf = (requestedHw: number | null, history: DrawHistory | null, nowMs: number): number => {
  if (requestedHw !== null) return requestedHw;
  if (history?.belowSinceMs == null || nowMs - history.belowSinceMs < HOLD_MS) return Infinity;
  return Math.ceil((history.drawnHw * GROWTH_PERMILLE) / 1_000) + GROWTH_HW;
};

/** Below 6 A on each phase an AC car does not charge; in hectowatts, rounded up. */
export const acFloorHw = (phases: number, voltageV: number): number => Math.ceil((AC_LOWEST_A * phases * voltageV) / HW_W);

/** What guns may take of a limit with a meter: other consumers behind the meter, with a reserve, and a margin are taken off. `meterHw` null: no meter. */
export const budgetHw = (limitHw: number, marginPermille: number, measured: { readonly meterHw: number | null; readonly gunsHw: number }): number => {
  const others = measured.meterHw === null ? 0 : Math.max(measured.meterHw - measured.gunsHw, 0) + UNCONTROLLED_RESERVE_HW;
  return Math.max(0, Math.floor((limitHw * (1_000 - marginPermille)) / 1_000) - others);
};

/**
 * The power that may be drawn for the rest of a demand window, so that its mean stays at the target. `energyHwMs` is the energy since its start;
 * `mostHw` limits the result near the end of the window, where little energy allows much power.
 */
export const demandWindowHw = (
  target: { readonly meanHw: number; readonly windowMs: number; readonly mostHw: number },
  energyHwMs: number,
  leftMs: number,
): number => Math.max(0, Math.min(target.mostHw, Math.floor((target.meanHw * target.windowMs - energyHwMs) / Math.max(leftMs, 1))));
