/** Reports of current without an order, after which somebody is told and a stop is offered. */
const GHOST_REPORTS = 2;
/** Somebody knows of it already. */
export const GHOST_TOLD = GHOST_REPORTS + 1;
/** After this long an order at 9 is made of it. */
const GHOST_ORDER_MS = 5 * 60_000;
/** A gap this long between reports begins a new ghost. */
export const GHOST_GAP_MS = 10 * 60_000;

/** What a pile calls the charge it reports; null where it does not say, or where nothing can be reached by that. */
export interface GhostName {
  readonly orderNo: string | null;
  readonly transactionId: number | null;
}

/** A gun that charges and nobody knows why; one per gun, null while there is none. */
export interface Ghost extends GhostName {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reports: number;
  /** Energy as the pile tells it, for the record. */
  readonly energyDwh: number | null;
  /** Number of the order that was made of it. */
  readonly madeOrderNo: string | null;
}

/** What was seen of a gun that charges without a live order; instants by our clock, so that a pile's wrong one makes no ghost old. */
export interface GhostSighting extends GhostName {
  readonly atMs: number;
  readonly energyDwh: number | null;
}

/** `tell`: exception, and offer a stop. `open`: time to make the order (order/open.ts `openGhost`). */
export interface GhostStep {
  readonly ghost: Ghost;
  readonly act: 'none' | 'tell' | 'open';
}

export const stepGhost = (known: Ghost | null, sighting: GhostSighting): GhostStep => {
  const seen = known !== null && isSame(known, sighting) ? again(known, sighting) : first(sighting);
  const isOld = seen.reports >= GHOST_REPORTS && sighting.atMs - seen.sinceMs >= GHOST_ORDER_MS;
  if (seen.madeOrderNo === null && isOld) return { ghost: seen, act: 'open' };
  return { ghost: seen, act: seen.reports === GHOST_REPORTS ? 'tell' : 'none' };
};

/** Another number is another charge; one that was not told before may be the same. */
const isSame = (known: Ghost, { atMs, orderNo, transactionId }: GhostSighting): boolean =>
  atMs - known.lastMs <= GHOST_GAP_MS &&
  (orderNo ?? known.orderNo) === (known.orderNo ?? orderNo) &&
  (transactionId ?? known.transactionId) === (known.transactionId ?? transactionId);

const first = ({ atMs, energyDwh, orderNo, transactionId }: GhostSighting): Ghost => ({
  sinceMs: atMs,
  lastMs: atMs,
  reports: 1,
  energyDwh,
  orderNo,
  transactionId,
  madeOrderNo: null,
});

const again = (known: Ghost, { atMs, energyDwh, orderNo, transactionId }: GhostSighting): Ghost => ({
  ...known,
  lastMs: Math.max(known.lastMs, atMs),
  reports: known.reports + 1,
  energyDwh: energyDwh ?? known.energyDwh,
  orderNo: orderNo ?? known.orderNo,
  transactionId: transactionId ?? known.transactionId,
});

/** The native protocol lets a pile that starts offline make the order's number, and this is how such a number begins. */
const LOCAL_NUMBER = 'L';

/** Somebody started it at the pile while the pile was alone: its record will say who, so it is not stopped without being asked. */
export const beganOffline = ({ orderNo }: GhostName): boolean => orderNo?.startsWith(LOCAL_NUMBER) ?? false;

/** Numbers of ours for what no pile has named begin so. A pile knows nothing under such a number, but it knows what its gun does. */
const UNNAMED = 'G';
export const unnamedNumber = ({ cpCode, gunNumber, atMs }: { readonly cpCode: string; readonly gunNumber: number; readonly atMs: number }): string =>
  `${UNNAMED}${atMs.toString(36).toUpperCase()}${cpCode}-${gunNumber}`.slice(0, 32);
export const isUnnamed = (orderNo: string): boolean => orderNo.startsWith(UNNAMED);
