import type { FactKind, OrderFact } from './facts.ts';
import type { FactOf } from './merge.ts';

/**
 * Encodes facts as JSON and decodes them; fields that do not belong to the kind are dropped. Amounts (names in `Cents`) are decimal
 * strings, everything else is stored as it is. A stored fact whose fields are not exactly those of its kind is invalid: `decodeFact`
 * returns null and the caller has a damaged row.
 */
export const encodeFact = (fact: OrderFact): string => {
  const known = Object.entries(fact).filter(([field]) => Object.hasOwn(shapes[fact.kind], field));
  return JSON.stringify(Object.fromEntries(known), (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
};

export const decodeFact = (json: string): OrderFact | null => {
  const value: unknown = JSON.parse(json, (key, part: unknown) => (key.endsWith('Cents') && typeof part === 'string' ? BigInt(part) : part));
  const told = completed(value);
  return isFact(told) ? told : null;
};

/** Default values for facts that were stored before a field existed. */
const before: Readonly<Record<string, object>> = { adjusted: { outcome: 'booked', differenceCents: null, by: null, reason: null } };

const completed = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'kind' in value && typeof value.kind === 'string' ? { ...before[value.kind], ...value } : value;

const isFact = (value: unknown): value is OrderFact => {
  if (value === null || typeof value !== 'object' || !('kind' in value) || typeof value.kind !== 'string') return false;
  if (!Object.hasOwn(shapes, value.kind)) return false;
  const shape: readonly string[] = fieldsOf.get(value.kind) ?? [];
  const fields = Object.keys(value);
  return fields.length === shape.length && shape.every((field) => fields.includes(field));
};

type Shapes = { readonly [K in FactKind]: Readonly<Record<keyof FactOf<K>, true>> };

const at = { kind: true, atMs: true } as const;
const hand = { ...at, by: true, reason: true, secondBy: true } as const;
const fees = { elecCents: true, srvCents: true, other1Cents: true, other2Cents: true, totalCents: true } as const;

/** The fields of every kind of fact. A field added to a fact does not compile until it is listed here. */
const shapes: Shapes = {
  created: {
    ...at,
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
  reserved: { ...at, reservationOrderNo: true, untilMs: true },
  startCommand: { ...at, by: true, commandId: true, deadlineMs: true, resultWaitMs: true, epoch: true },
  startSent: at,
  startReply: { ...at, accepted: true },
  startResult: { ...at, result: true, startAtMs: true, startMeterDwh: true, startSoc: true, startSource: true, vin: true, soft: true },
  clockFound: { ...at, shiftMs: true },
  progress: { kind: true, firstAtMs: true, lastAtMs: true, heardMs: true, flowHeardMs: true, energyDwh: true, meterDwh: true, soc: true },
  gunQuiet: { kind: true, sinceMs: true, cause: true },
  stopRequested: { ...at, cause: true, by: true },
  stopSent: at,
  stopConfirmed: at,
  endRecord: {
    ...at,
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
  recordAdopted: { ...hand, digest: true },
  manualEnd: { ...hand, stopAtMs: true, stopMeterDwh: true, energyDwh: true, stopSoc: true },
  cancelled: { ...at, cause: true, by: true },
  flagOpened: { ...at, flag: true, sinceMs: true, detail: true },
  flagClosed: { ...hand, flag: true },
  partyAssigned: { ...hand, mainPartType: true, mainPartId: true },
  settled: { ...at, ...fees, method: true, basis: true, by: true, secondBy: true, reason: true },
  adjusted: { ...at, basis: true, outcome: true, differenceCents: true, by: true, reason: true },
  refundRequested: { ...at, refundId: true, purpose: true, amountCents: true },
  refundResult: { ...at, refundId: true, succeeded: true },
  refunded: at,
  deleted: { ...at, by: true },
};
const fieldsOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(shapes).map(([kind, shape]) => [kind, Object.keys(shape)]));
