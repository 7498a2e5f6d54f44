/** Number of reports of current without an order after which an operator is alerted and offered a stop. */
const GHOST_REPORTS = 2;
/** At this count of reports the operator has already been alerted. */
export const GHOST_ALERTED = GHOST_REPORTS + 1;
/** After this time an order at state 9 is created for the charge. */
const GHOST_ORDER_MS = 5 * 60_000;
/** A gap this long between reports starts a new ghost. */
export const GHOST_GAP_MS = 10 * 60_000;

/** The identifiers that a pile gives the charge it reports; null where it gives none, or gives one that commands cannot use. */
export interface GhostIdentifiers {
  readonly orderNo: string | null;
  readonly transactionId: number | null;
}

/** A gun that charges without a known order (ghost charge); at most one per gun. */
export interface Ghost extends GhostIdentifiers {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly reports: number;
  /** Energy as the pile reports it, for the exception record. */
  readonly energyDwh: number | null;
  /** Number of the order that was created for it. */
  readonly madeOrderNo: string | null;
}

/** A report of a gun that charges without a live order. Instants are the platform's, so that a wrong pile clock does not age a ghost. */
export interface GhostReport extends GhostIdentifiers {
  readonly atMs: number;
  readonly energyDwh: number | null;
}

/** `tell`: record the exception and offer a stop. `open`: create the order (order/open.ts `openFoundCharging`). */
export interface GhostStep {
  readonly ghost: Ghost;
  readonly act: 'none' | 'tell' | 'open';
}

export const stepGhost = (known: Ghost | null, report: GhostReport): GhostStep => {
  const ghost = known !== null && isSameCharge(known, report) ? repeatedGhost(known, report) : newGhost(report);
  const isOld = ghost.reports >= GHOST_REPORTS && report.atMs - ghost.sinceMs >= GHOST_ORDER_MS;
  if (ghost.madeOrderNo === null && isOld) return { ghost, act: 'open' };
  return { ghost, act: ghost.reports === GHOST_REPORTS ? 'tell' : 'none' };
};

/** A different number means a different charge; a number that was missing before may belong to the same one. */
const isSameCharge = (known: Ghost, { atMs, orderNo, transactionId }: GhostReport): boolean =>
  atMs - known.lastMs <= GHOST_GAP_MS &&
  (orderNo ?? known.orderNo) === (known.orderNo ?? orderNo) &&
  (transactionId ?? known.transactionId) === (known.transactionId ?? transactionId);

const newGhost = ({ atMs, energyDwh, orderNo, transactionId }: GhostReport): Ghost => ({
  sinceMs: atMs,
  lastMs: atMs,
  reports: 1,
  energyDwh,
  orderNo,
  transactionId,
  madeOrderNo: null,
});

const repeatedGhost = (known: Ghost, { atMs, energyDwh, orderNo, transactionId }: GhostReport): Ghost => ({
  ...known,
  lastMs: Math.max(known.lastMs, atMs),
  reports: known.reports + 1,
  energyDwh: energyDwh ?? known.energyDwh,
  orderNo: orderNo ?? known.orderNo,
  transactionId: transactionId ?? known.transactionId,
});

/** Prefix of order numbers that a native pile creates when it starts offline. */
const LOCAL_PREFIX = 'L';

/** The charge began at the pile while it was offline. Its record will identify the payer, so it is not stopped automatically. */
export const beganOffline = ({ orderNo }: GhostIdentifiers): boolean => orderNo?.startsWith(LOCAL_PREFIX) ?? false;

/**
 * Prefix of the numbers that the platform gives to charges without an identifier. A pile does not know such a number, so commands address the gun.
 */
const UNIDENTIFIED_PREFIX = 'G';
export const numberOfUnidentified = ({
  cpCode,
  gunNumber,
  atMs,
}: {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly atMs: number;
}): string => `${UNIDENTIFIED_PREFIX}${atMs.toString(36).toUpperCase()}${cpCode}-${gunNumber}`.slice(0, 32);
export const isUnidentified = (orderNo: string): boolean => orderNo.startsWith(UNIDENTIFIED_PREFIX);
