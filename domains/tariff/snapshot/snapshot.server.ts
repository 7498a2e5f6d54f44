import { sql } from 'kysely';
import { priceE5 } from '#engines/money/units.ts';
import { decodeSnapshot, encodeSnapshot } from '#engines/tariff/codec.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import { freeFee } from '#engines/tariff/schedule.ts';
import type { TariffFee, TariffMonth, TariffSnapshot } from '#engines/tariff/schedule.ts';
import { validateSchedule } from '#engines/tariff/validate.ts';
import type { Tx } from '#kit/db/index.ts';
import { loadMonthsOfRules } from '../rate-month/rate-month.store.server.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

export interface FrozenTariff {
  readonly snapshotId: string;
  readonly rateRuleNo: string;
}

interface TariffRequest {
  readonly rateRuleId: string;
  readonly zone: string;
  readonly currency: string;
  readonly atMs: number;
}

/** The content of a rule as a snapshot would store it. */
export interface CurrentTariff {
  readonly rateRuleNo: string;
  readonly rateRuleName: string;
  readonly tariff: TariffSnapshot;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * The contents of rules at their instants, in the sequence of the requests. Undefined for a rule that is unknown, does not apply there at that time,
 * or does not price the whole year.
 */
export const currentTariffs = async (tx: Tx, requests: readonly TariffRequest[]): Promise<readonly (CurrentTariff | undefined)[]> =>
  (await readRules(tx, requests)).map(
    (read) =>
      read && { rateRuleNo: read.rateRuleNo, rateRuleName: read.rateRuleName, tariff: read.tariff, digest: sha256(read.content).toString('hex') },
  );

/** Stores the rule's current content for an order that begins at an instant. Equal contents share one snapshot. Undefined like `currentTariffs`. */
export const freezeTariff = async (tx: Tx, request: TariffRequest): Promise<FrozenTariff | undefined> => {
  const [read] = await readRules(tx, [request]);
  if (!read) return undefined;
  const snapshotId = await storeContent(tx, { tenantId: read.tenantId, rateRuleId: request.rateRuleId, content: read.content });
  return { snapshotId: String(snapshotId), rateRuleNo: read.rateRuleNo };
};

/** Of each fee, 1 to 4, the percent of the present list price that applied in former times; a fee that is not named cost the same. */
export type FormerPrices = Readonly<Record<number, bigint>>;

/** Stores the content of a rule as it was before its prices changed, for an order of that time. Undefined like `currentTariffs`. */
export const freezeFormerTariff = async (tx: Tx, request: TariffRequest, percents: FormerPrices): Promise<FrozenTariff | undefined> => {
  const [read] = await readRules(tx, [request]);
  if (!read) return undefined;
  const months = read.tariff.months.map(({ month, fees }) => ({ month, fees: fees.map((fee) => formerFee(fee, percents[fee.rateType] ?? 100n)) }));
  const validated = validateSchedule({ ...read.tariff, months });
  if (!validated.ok) return undefined;
  const content = JSON.stringify(encodeSnapshot(validated.value));
  const snapshotId = await storeContent(tx, { tenantId: read.tenantId, rateRuleId: request.rateRuleId, content });
  return { snapshotId: String(snapshotId), rateRuleNo: read.rateRuleNo };
};

const formerFee = (fee: TariffFee, percent: bigint): TariffFee => ({
  ...fee,
  periods: fee.periods.map((period) => ({ ...period, priceE5: priceE5((period.priceE5 * percent) / 100n) })),
});

interface ReadRule {
  readonly tenantId: bigint;
  readonly rateRuleNo: string;
  readonly rateRuleName: string;
  readonly tariff: TariffSnapshot;
  readonly content: string;
}

const readRules = async (tx: Tx, requests: readonly TariffRequest[]): Promise<readonly (ReadRule | undefined)[]> => {
  const { rows } = await sql<{
    place: number;
    tenantId: bigint;
    rateRuleNo: string;
    rateRuleName: string;
  }>`select coalesce(asked.place, 0)::int as place, r.tenant_id, r.rate_rule_no, r.rate_rule_name
    from unnest(${requests.map(({ rateRuleId }) => rateRuleId)}::bigint[], ${requests.map(({ zone }) => zone)}::text[], ${requests.map(({ atMs }) => new Date(atMs))}::timestamptz[])
      with ordinality as asked (rate_rule_id, zone, at, place)
    join rate_rule r on r.rate_rule_id = asked.rate_rule_id where rate_rule_applies(r.rate_rule_id, asked.at, asked.zone)`.execute(tx);
  const rules = new Map(rows.map((rule) => [rule.place - 1, rule]));
  const monthsByRule = await loadMonthsOfRules(tx, [
    ...new Set(requests.filter((_request, index) => rules.has(index)).map(({ rateRuleId }) => rateRuleId)),
  ]);
  return requests.map(({ rateRuleId, zone, currency }, index) => {
    const rule = rules.get(index);
    if (!rule) return undefined;
    const months = (monthsByRule.get(rateRuleId) ?? []).map(withFreeFees);
    const validated = validateSchedule({ rateRuleNo: rule.rateRuleNo, zone, currency, months });
    return validated.ok ? { ...rule, tariff: validated.value, content: JSON.stringify(encodeSnapshot(validated.value)) } : undefined;
  });
};

/** The first writer of a content inserts its row; later writers read that row. */
const storeContent = async (
  tx: Tx,
  snapshot: { readonly tenantId: bigint; readonly rateRuleId: string; readonly content: string },
): Promise<bigint> => {
  const { tenantId, rateRuleId, content } = snapshot;
  const digest = sha256(content);
  const selectSql = sql<SnapshotRow>`select snapshot_id from tariff_snapshot where tenant_id = ${tenantId} and rate_rule_id = ${rateRuleId} and digest = ${digest}`;
  const insertSql = sql<SnapshotRow>`insert into tariff_snapshot (tenant_id, rate_rule_id, digest, content) values (${tenantId}, ${rateRuleId}, ${digest}, ${content})
    on conflict (tenant_id, rate_rule_id, digest) do nothing returning snapshot_id`;
  // A row that a concurrent transaction has just inserted is visible only to a later statement.
  for (const query of [selectSql, insertSql, selectSql]) {
    const { rows } = await query.execute(tx);
    if (rows[0]) return rows[0].snapshotId;
  }
  throw new Error(`the tariff of rule ${rateRuleId} could not be kept`);
};

interface SnapshotRow {
  readonly snapshotId: bigint;
}

/** Snapshots never change, so each process reads and validates each of them once for each database. */
const caches = new WeakMap<object, Map<string, TariffSnapshot>>();
const CACHED_MAX = 1_000;

/** The frozen schedule, or undefined when there is none of that id. Throws when a stored one cannot be read. */
export const readSnapshot = async (tx: Tx, snapshotId: string): Promise<TariffSnapshot | undefined> => {
  const { adapter } = tx.getExecutor();
  const cache = caches.get(adapter) ?? new Map<string, TariffSnapshot>();
  caches.set(adapter, cache);
  const cached = cache.get(snapshotId);
  if (cached) return cached;
  const { rows } = await sql<{ content: unknown }>`select content from tariff_snapshot where snapshot_id = ${snapshotId}`.execute(tx);
  if (!rows[0]) return undefined;
  const decoded = decodeSnapshot(rows[0].content);
  if (!decoded.ok) throw new Error(`tariff snapshot ${snapshotId} cannot be read: ${JSON.stringify(decoded.refusal)}`);
  const oldest = cache.keys().next();
  if (cache.size >= CACHED_MAX && !oldest.done) cache.delete(oldest.value);
  cache.set(snapshotId, decoded.value);
  return decoded.value;
};

/** A fee item that the operator does not use costs nothing. */
const withFreeFees = ({ month, fees }: TariffMonth): TariffMonth => ({
  month,
  fees: RATE_TYPES.map((rateType) => fees.find((fee) => fee.rateType === rateType) ?? freeFee(rateType)),
});
