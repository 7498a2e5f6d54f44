import type { FactKind, OrderFact } from './facts.ts';
import type { FactOf } from './merge.ts';

/**
 * Facts as JSON and back; fields that are none of the kind's are left behind. Amounts (names in `Cents`) travel as decimal text, everything else as it is. A stored fact whose fields
 * are not exactly those of its kind is not a fact: `decodeFact` gives null and the caller has a damaged row.
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

/** What a fact of before a field was there stands for. */
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

type Shapes = { readonly [K in FactKind]: Readonly<Record<keyof FactOf<K>, 0>> };

const at = { kind: 0, atMs: 0 } as const;
const hand = { ...at, by: 0, reason: 0, secondBy: 0 } as const;
const fees = { elecCents: 0, srvCents: 0, other1Cents: 0, other2Cents: 0, totalCents: 0 } as const;

/** Every kind's fields; a field added to a fact does not compile until it stands here. */
const shapes: Shapes = {
  created: {
    ...at,
    chargingOrderNo: 0,
    cpCode: 0,
    gunNumber: 0,
    orderType: 0,
    startSource: 0,
    party: 0,
    strategy: 0,
    ratedPowerW: 0,
    notBeforeMs: 0,
  },
  reserved: { ...at, reservationOrderNo: 0, untilMs: 0 },
  startCommand: { ...at, by: 0, commandId: 0, deadlineMs: 0, resultWaitMs: 0, epoch: 0 },
  startSent: at,
  startReply: { ...at, accepted: 0 },
  startResult: { ...at, result: 0, startAtMs: 0, startMeterDwh: 0, startSoc: 0, startSource: 0, vin: 0, soft: 0 },
  clockFound: { ...at, shiftMs: 0 },
  progress: { kind: 0, firstAtMs: 0, lastAtMs: 0, heardMs: 0, flowHeardMs: 0, energyDwh: 0, meterDwh: 0, soc: 0 },
  gunQuiet: { kind: 0, sinceMs: 0, cause: 0 },
  stopRequested: { ...at, cause: 0, by: 0 },
  stopSent: at,
  stopConfirmed: at,
  endRecord: {
    ...at,
    digest: 0,
    orderType: 0,
    gunNumber: 0,
    startSource: 0,
    vin: 0,
    startAtMs: 0,
    stopAtMs: 0,
    clockShiftMs: 0,
    startSoc: 0,
    stopSoc: 0,
    startMeterDwh: 0,
    stopMeterDwh: 0,
    energyDwh: 0,
    stageEnergyDwh: 0,
    slotEnergyDwh: 0,
    deviceAmountE4: 0,
    stopReason: 0,
    rateRuleNo: 0,
    checkCode: 0,
    soft: 0,
  },
  recordAdopted: { ...hand, digest: 0 },
  manualEnd: { ...hand, stopAtMs: 0, stopMeterDwh: 0, energyDwh: 0, stopSoc: 0 },
  cancelled: { ...at, cause: 0, by: 0 },
  flagOpened: { ...at, flag: 0, sinceMs: 0, detail: 0 },
  flagClosed: { ...hand, flag: 0 },
  partyAssigned: { ...hand, mainPartType: 0, mainPartId: 0 },
  settled: { ...at, ...fees, method: 0, basis: 0, by: 0, secondBy: 0, reason: 0 },
  adjusted: { ...at, basis: 0, outcome: 0, differenceCents: 0, by: 0, reason: 0 },
  refundRequested: { ...at, refundId: 0, purpose: 0, amountCents: 0 },
  refundResult: { ...at, refundId: 0, succeeded: 0 },
  refunded: at,
  deleted: { ...at, by: 0 },
};
const fieldsOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(shapes).map(([kind, shape]) => [kind, Object.keys(shape)]));
