/** Reports of current without an order, after which somebody is told and a stop is offered. */
const GHOST_REPORTS = 2;
/** After this long an order at 9 is made of it. */
const GHOST_ORDER_MS = 5 * 60_000;
/** A gap this long between reports begins a new ghost. */
export const GHOST_GAP_MS = 10 * 60_000;

/** A gun that charges and nobody knows why; one per gun, null while there is none. */
export interface Ghost {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reports: number;
  /** Energy or meter as the pile tells it, for the record. */
  readonly energyDwh: number | null;
  readonly orderOpened: boolean;
}

/** What was seen of a gun without a live order; instants by our clock, so that a pile's wrong one makes no ghost old. */
export interface GhostSighting {
  readonly atMs: number;
  readonly charging: boolean;
  readonly energyDwh: number | null;
}

/** `tell`: exception, and offer a stop. `open`: make the order (order/open.ts `openGhost`), which also stops the gun. */
export interface GhostStep {
  readonly ghost: Ghost | null;
  readonly act: 'none' | 'tell' | 'open';
}

export const stepGhost = (known: Ghost | null, { atMs, charging, energyDwh }: GhostSighting): GhostStep => {
  if (!charging) return { ghost: null, act: 'none' };
  const goesOn = known !== null && atMs - known.lastMs <= GHOST_GAP_MS;
  const seen: Ghost = goesOn
    ? { ...known, lastMs: Math.max(known.lastMs, atMs), reports: known.reports + 1, energyDwh: energyDwh ?? known.energyDwh }
    : { sinceMs: atMs, lastMs: atMs, reports: 1, energyDwh, orderOpened: false };
  const isDue = !seen.orderOpened && seen.reports >= GHOST_REPORTS && atMs - seen.sinceMs >= GHOST_ORDER_MS;
  if (isDue) return { ghost: { ...seen, orderOpened: true }, act: 'open' };
  return { ghost: seen, act: seen.reports === GHOST_REPORTS ? 'tell' : 'none' };
};
