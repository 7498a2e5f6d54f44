/** Number of reports of current without an order after which an operator is alerted and offered a stop. */
const GHOST_REPORTS = 2;
/** Count of reports that means that the operator has already been alerted. */
export const GHOST_TOLD = GHOST_REPORTS + 1;
/** After this time an order at state 9 is created for the charge. */
const GHOST_ORDER_MS = 5 * 60_000;
/** A gap this long between reports starts a new ghost. */
export const GHOST_GAP_MS = 10 * 60_000;

/** The identifiers that a pile gives the charge it reports; null where it gives none, or one that commands cannot use. */
export interface GhostName {
  readonly orderNo: string | null;
  readonly transactionId: number | null;
}

/** A gun that charges without a known order (ghost charge); at most one per gun. */
export interface Ghost extends GhostName {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reports: number;
  /** Energy as the pile reports it, for the exception record. */
  readonly energyDwh: number | null;
  /** Number of the order that was created for it. */
  readonly madeOrderNo: string | null;
}

/** A report of a gun that charges without a live order. Instants are the platform's, so that a wrong pile clock does not age a ghost. */
export interface GhostSighting extends GhostName {
  readonly atMs: number;
  readonly energyDwh: number | null;
}

/** `tell`: record the exception and offer a stop. `open`: create the order (order/open.ts `openGhost`). */
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

/** A different number means a different charge; a number that was missing before may belong to the same one. */
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

/** Prefix of order numbers that a native pile creates when it starts offline. */
const LOCAL_NUMBER = 'L';

/** Somebody started the charge at the pile while it was offline. Its record will name the person, so it is not stopped automatically. */
export const beganOffline = ({ orderNo }: GhostName): boolean => orderNo?.startsWith(LOCAL_NUMBER) ?? false;

/** Prefix of numbers that the platform gives charges without an identifier. A pile does not know such a number, so commands address the gun. */
const UNNAMED = 'G';
export const unnamedNumber = ({ cpCode, gunNumber, atMs }: { readonly cpCode: string; readonly gunNumber: number; readonly atMs: number }): string =>
  `${UNNAMED}${atMs.toString(36).toUpperCase()}${cpCode}-${gunNumber}`.slice(0, 32);
export const isUnnamed = (orderNo: string): boolean => orderNo.startsWith(UNNAMED);
