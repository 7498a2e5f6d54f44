import { factKey, type GunQuiet, type CreatedFact, type FactKind, type LaterFact, type OrderFact, type Progress } from './facts.ts';

/**
 * The facts of one order, as a set with one fact per key. Merging is commutative, associative and idempotent, so the order of
 * arrival and repeated messages make no difference.
 */
export interface OrderFacts {
  readonly created: CreatedFact;
  readonly later: ReadonlyMap<string, LaterFact>;
}

/** The set of these facts, or null when the creation fact is missing. */
export const orderFactsOf = (list: Iterable<OrderFact>): OrderFacts | null => {
  let created: CreatedFact | null = null;
  const later: LaterFact[] = [];
  for (const fact of list) {
    if (fact.kind !== 'created') later.push(fact);
    else created = created === null ? fact : earlier(created, fact);
  }
  return created === null ? null : merge({ created, later: new Map() }, later);
};

/** The set with these facts added; the very same object when they add nothing. */
export const merge = (facts: OrderFacts, list: Iterable<OrderFact>): OrderFacts => {
  let created = facts.created;
  let later: Map<string, LaterFact> | null = null;
  for (const fact of list) {
    if (fact.kind === 'created') {
      created = earlier(created, fact);
      continue;
    }
    const key = factKey(fact);
    const known = (later ?? facts.later).get(key);
    const joined = known === undefined ? fact : join(known, fact);
    if (joined === known) continue;
    later ??= new Map(facts.later);
    later.set(key, joined);
  }
  return later === null && created === facts.created ? facts : { created, later: later ?? facts.later };
};

/** The facts that `after` adds to or changes in `before`, already joined: a store must upsert them by `factKey`. */
export const changes = (before: OrderFacts, after: OrderFacts): readonly OrderFact[] => {
  if (before === after) return [];
  const changed: OrderFact[] = before.created === after.created ? [] : [after.created];
  for (const [key, fact] of after.later) if (before.later.get(key) !== fact) changed.push(fact);
  return changed;
};

export type FactOf<K extends FactKind> = Extract<OrderFact, { kind: K }>;
const isKind = <K extends FactKind>(fact: OrderFact, kind: K): fact is FactOf<K> => fact.kind === kind;

/** The fact of a kind that an order has at most once. */
export const factOf = <K extends FactKind>(facts: OrderFacts, kind: K): FactOf<K> | undefined => {
  const fact = facts.later.get(kind);
  return fact !== undefined && isKind(fact, kind) ? fact : undefined;
};

/** Every fact of a kind, the earliest received first. */
export const factsOf = <K extends FactKind>(facts: OrderFacts, kind: K): readonly FactOf<K>[] => {
  const found: FactOf<K>[] = [];
  for (const fact of facts.later.values()) if (isKind(fact, kind)) found.push(fact);
  return found.sort(compareFacts);
};

/** The fact that came first; where the pile has reported two starts, the earlier start. */
const earlier = <F extends OrderFact>(a: F, b: F): F => (compareFacts(a, b) <= 0 ? a : b);
const latest = <F extends OrderFact>(a: F, b: F): F => (compareFacts(a, b) >= 0 ? a : b);

const join = (known: LaterFact, told: LaterFact): LaterFact => {
  if (known.kind === 'progress' && told.kind === 'progress') return joinProgress(known, told);
  if (known.kind === 'stopSent' || known.kind === 'stopConfirmed') return latest(known, told);
  // When the gun was reported both plugged in and free at one instant, it was unplugged at that instant, so "free" wins.
  if (known.kind === 'gunQuiet' && told.kind === 'gunQuiet' && isOver(known.cause) !== isOver(told.cause)) return isOver(known.cause) ? known : told;
  return earlier(known, told);
};

/** Whether a charge cannot continue after a rest with this cause. */
export const isOver = (cause: GunQuiet['cause']): boolean => cause === 'idle' || cause === 'boot';

const joinProgress = (a: Progress, b: Progress): Progress => {
  const joined: Progress = {
    kind: 'progress',
    firstAtMs: Math.min(a.firstAtMs, b.firstAtMs),
    lastAtMs: Math.max(a.lastAtMs, b.lastAtMs),
    heardMs: Math.max(a.heardMs, b.heardMs),
    flowHeardMs: most(a.flowHeardMs, b.flowHeardMs),
    energyDwh: most(a.energyDwh, b.energyDwh),
    meterDwh: most(a.meterDwh, b.meterDwh),
    soc: most(a.soc, b.soc),
  };
  return progressFields.every((field) => joined[field] === a[field]) ? a : joined;
};

const progressFields = ['firstAtMs', 'lastAtMs', 'heardMs', 'flowHeardMs', 'energyDwh', 'meterDwh', 'soc'] as const;

const most = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

const instantOf = (fact: OrderFact): number => {
  if (fact.kind === 'startResult') return fact.startAtMs;
  if (fact.kind === 'progress') return fact.firstAtMs;
  return fact.kind === 'gunQuiet' ? fact.sinceMs : fact.atMs;
};

const compareFacts = (a: OrderFact, b: OrderFact): number => {
  if (a === b) return 0;
  const byTime = instantOf(a) - instantOf(b);
  return byTime === 0 ? compareText(canonical(a), canonical(b)) : byTime;
};
const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** A text that is equal exactly for equal facts, whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    return part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => compareText(x, y)))
      : part;
  });
