import type { FactKind, OrderFact } from './facts.ts';
import type { FactOf } from './merge.ts';

/**
 * Encodes facts as JSON and decodes them; fields that do not belong to the kind are dropped. Amounts (names in `Cents`) are decimal
 * strings, everything else is stored as it is. A stored fact whose fields are not exactly those of its kind is invalid: `decodeFact`
 * returns null and the caller has a damaged row.
 */
export const encodeFact = (fact: OrderFact): string => {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fact)) {
    if (Object.hasOwn(shapes[fact.kind], field)) fields[field] = value;
  }
  return JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
};

export const decodeFact = (json: string): OrderFact | null => {
  const value: unknown = JSON.parse(json, (key, part: unknown) => (key.endsWith('Cents') && typeof part === 'string' ? BigInt(part) : part));
  const decoded = completed(value);
  return isFact(decoded) ? decoded : null;
};

/** Default values for facts that were stored before a field existed. */
const DEFAULT_FIELDS: Readonly<Record<string, object>> = { adjusted: { outcome: 'booked', differenceCents: null, by: null, reason: null } };

const completed = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'kind' in value && typeof value.kind === 'string'
    ? { ...DEFAULT_FIELDS[value.kind], ...value }
    : value;

const isFact = (value: unknown): value is OrderFact => {
  if (value === null || typeof value !== 'object' || !('kind' in value) || typeof value.kind !== 'string') return false;
  if (!Object.hasOwn(shapes, value.kind)) return false;
  const shape: readonly string[] = fieldsOf.get(value.kind) ?? [];
  const fields = Object.keys(value);
  return fields.length === shape.length && shape.every((field) => fields.includes(field));
};

type FactShapes = { readonly [K in FactKind]: Readonly<Record<keyof FactOf<K>, true>> };

const dated = { kind: true, atMs: true } as const;
const manual = { ...dated, by: true, reason: true, secondBy: true } as const;
const fees = { elecCents: true, srvCents: true, other1Cents: true, other2Cents: true, totalCents: true } as const;

/** The fields of every kind of fact. A field added to a fact does not compile until it is listed here. */
const shapes: FactShapes = {
  created: {
    ...dated,
    chargingOrderNo: true,
    cpCode: true,
    gunNumber: true,
    orderType: true,
    startSource: true,
    party: true,
    strategy: true,
    ratedPowerW: true,
    notBeforeMs: true,
  },
  reserved: { ...dated, reservationOrderNo: true, untilMs: true },
  booked: { ...dated, reservationOrderNo: true, fromMs: true, untilMs: true, payByMs: true },
  bookingPaid: dated,
  gunNotFree: dated,
  gunPromised: { ...dated, reservedFromMs: true, endByMs: true },
  startCommand: { ...dated, by: true, commandId: true, deadlineMs: true, resultWaitMs: true, epoch: true },
  startSent: dated,
  startReply: { ...dated, accepted: true },
  startDoubted: { ...dated, mayHaveCharged: true },
  startResult: { ...dated, result: true, startAtMs: true, startMeterDwh: true, startSoc: true, startSource: true, vin: true, soft: true },
  clockFound: { ...dated, shiftMs: true },
  progress: { kind: true, firstAtMs: true, lastAtMs: true, heardMs: true, flowHeardMs: true, energyDwh: true, meterDwh: true, soc: true },
  gunQuiet: { kind: true, sinceMs: true, cause: true },
  stopRequested: { ...dated, cause: true, by: true },
  stopSent: dated,
  stopConfirmed: dated,
  endRecord: {
    ...dated,
    digest: true,
    orderType: true,
    gunNumber: true,
    startSource: true,
    vin: true,
    startAtMs: true,
    stopAtMs: true,
    clockShiftMs: true,
    startSoc: true,
    stopSoc: true,
    startMeterDwh: true,
    stopMeterDwh: true,
    energyDwh: true,
    stageEnergyDwh: true,
    slotEnergyDwh: true,
    deviceAmountE4: true,
    stopReason: true,
    rateRuleNo: true,
    checkCode: true,
    soft: true,
  },
  recordAdopted: { ...manual, digest: true },
  manualEnd: { ...manual, stopAtMs: true, stopMeterDwh: true, energyDwh: true, stopSoc: true },
  cancelled: { ...dated, cause: true, by: true },
  flagOpened: { ...dated, flag: true, sinceMs: true, detail: true },
  flagClosed: { ...manual, flag: true },
  partyAssigned: { ...manual, mainPartType: true, mainPartId: true },
  settled: { ...dated, ...fees, method: true, basis: true, by: true, secondBy: true, reason: true },
  adjusted: { ...dated, basis: true, outcome: true, differenceCents: true, by: true, reason: true },
  refundRequested: { ...dated, refundId: true, purpose: true, amountCents: true },
  refundResult: { ...dated, refundId: true, succeeded: true },
  refunded: dated,
  deleted: { ...dated, by: true },
};
const fieldsOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(shapes).map(([kind, shape]) => [kind, Object.keys(shape)]));
