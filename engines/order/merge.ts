import { factKey, type GunQuiet, type CreatedFact, type FactKind, type LaterFact, type OrderFact, type Progress } from './facts.ts';

/**
 * The facts of one order, as a set with one fact per key. Merging is commutative, associative and idempotent, so the order of
 * arrival and repeated messages make no difference.
 */
export interface OrderFacts {
  readonly created: CreatedFact;
  /** Apart from the others, because nearly every message of a running order changes it and nothing else. */
  readonly progress: Progress | undefined;
  /** All other facts, by key. */
  readonly later: ReadonlyMap<string, OtherFact>;
  /** The same facts by kind, the earliest received first: a view looks for single kinds dozens of times. */
  readonly byKind: ReadonlyMap<OtherFact['kind'], readonly OtherFact[]>;
}
type OtherFact = Exclude<LaterFact, Progress>;

/** The set of these facts, or null when the creation fact is missing. */
export const orderFactsOf = (list: Iterable<OrderFact>): OrderFacts | null => {
  let created: CreatedFact | null = null;
  const later: LaterFact[] = [];
  for (const fact of list) {
    if (fact.kind !== 'created') later.push(fact);
    else created = created === null ? fact : earlier(created, fact);
  }
  return created === null ? null : merge(onlyCreated(created), later);
};

/** The set of an order about which nothing but its creation is known. */
export const onlyCreated = (created: CreatedFact): OrderFacts => ({ created, progress: undefined, later: new Map(), byKind: new Map() });

/** Every fact except the creation. */
export const laterFacts = ({ progress, later }: OrderFacts): readonly LaterFact[] => (progress ? [progress, ...later.values()] : [...later.values()]);

/** The set with these facts added; the very same object when they add nothing. */
export const merge = (facts: OrderFacts, list: Iterable<OrderFact>): OrderFacts => {
  let { created, progress } = facts;
  let later: Map<string, OtherFact> | null = null;
  for (const fact of list) {
    if (fact.kind === 'created') {
      created = earlier(created, fact);
      continue;
    }
    if (fact.kind === 'progress') {
      progress = progress === undefined ? fact : joinProgress(progress, fact);
      continue;
    }
    const key = factKey(fact);
    const known = (later ?? facts.later).get(key);
    const joined = known === undefined ? fact : joinFacts(known, fact);
    if (joined === known) continue;
    later ??= new Map(facts.later);
    later.set(key, joined);
  }
  if (later !== null) return { created, progress, later, byKind: groupedByKind(later.values()) };
  return created === facts.created && progress === facts.progress ? facts : { created, progress, later: facts.later, byKind: facts.byKind };
};

const groupedByKind = (facts: Iterable<OtherFact>): OrderFacts['byKind'] => {
  const groups = new Map<OtherFact['kind'], OtherFact[]>();
  for (const fact of facts) {
    const group = groups.get(fact.kind);
    if (group) group.push(fact);
    else groups.set(fact.kind, [fact]);
  }
  for (const group of groups.values()) group.sort(compareFacts);
  return groups;
};

/** The facts that `after` adds to or changes in `before`, already joined: a store must upsert them by `factKey`. */
export const changes = (before: OrderFacts, after: OrderFacts): readonly OrderFact[] => {
  if (before === after) return [];
  const changed: OrderFact[] = before.created === after.created ? [] : [after.created];
  if (after.progress !== undefined && after.progress !== before.progress) changed.push(after.progress);
  for (const [key, fact] of after.later) if (before.later.get(key) !== fact) changed.push(fact);
  return changed;
};

export type FactOf<K extends FactKind> = Extract<OrderFact, { kind: K }>;
const isKind = <K extends FactKind>(fact: OrderFact, kind: K): fact is FactOf<K> => fact.kind === kind;

/** The fact of a kind that an order has at most once. */
export const factOf = <K extends FactKind>(facts: OrderFacts, kind: K): FactOf<K> | undefined => {
  const fact = kind === 'progress' ? facts.progress : facts.later.get(kind);
  return fact !== undefined && isKind(fact, kind) ? fact : undefined;
};

/** Every fact of a kind, the earliest received first. */
export function factsOf<K extends OtherFact['kind']>(facts: OrderFacts, kind: K): readonly FactOf<K>[];
// The overload states what the compiler cannot infer: all facts in the group of a kind are of this kind.
export function factsOf(facts: OrderFacts, kind: OtherFact['kind']): readonly OtherFact[] {
  return facts.byKind.get(kind) ?? NONE;
}
const NONE: readonly OtherFact[] = [];

/** The fact that came first; where the pile has reported two starts, the earlier start. */
const earlier = <F extends OrderFact>(a: F, b: F): F => (compareFacts(a, b) <= 0 ? a : b);
const latest = <F extends OrderFact>(a: F, b: F): F => (compareFacts(a, b) >= 0 ? a : b);

/** Facts of which the latest counts. */
const repeatedKinds: ReadonlySet<FactKind> = new Set(['stopSent', 'stopConfirmed', 'gunNotFree', 'startDoubted']);

const joinFacts = (stored: OtherFact, added: OtherFact): OtherFact => {
  if (repeatedKinds.has(stored.kind)) return latest(stored, added);
  // When the gun was reported both plugged in and free at one instant, it was unplugged at that instant, so "free" wins.
  if (stored.kind === 'gunQuiet' && added.kind === 'gunQuiet' && isOver(stored.cause) !== isOver(added.cause))
    return isOver(stored.cause) ? stored : added;
  return earlier(stored, added);
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
