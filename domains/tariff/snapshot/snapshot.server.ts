import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { decodeSnapshot, encodeSnapshot } from '#engines/tariff/codec.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import { freeFee } from '#engines/tariff/schedule.ts';
import type { TariffMonth, TariffSnapshot } from '#engines/tariff/schedule.ts';
import { validateSchedule } from '#engines/tariff/validate.ts';
import type { Tx } from '#kit/db/index.ts';
import { loadMonths } from '../rate-month/rate-month.store.server.ts';

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

/** The rule's content at an instant. Undefined when the rule is unknown, does not apply there at that time, or does not price the whole year. */
export const currentTariff = async (tx: Tx, request: TariffRequest): Promise<CurrentTariff | undefined> => {
  const read = await readRule(tx, request);
  return (
    read && { rateRuleNo: read.rateRuleNo, rateRuleName: read.rateRuleName, tariff: read.tariff, digest: digestOf(read.content).toString('hex') }
  );
};

/** Stores the rule's current content for an order that begins at an instant. Equal contents share one snapshot. Undefined like `currentTariff`. */
export const freezeTariff = async (tx: Tx, request: TariffRequest): Promise<FrozenTariff | undefined> => {
  const read = await readRule(tx, request);
  if (!read) return undefined;
  const snapshotId = await storeContent(tx, { tenantId: read.tenantId, rateRuleId: request.rateRuleId, content: read.content });
  return { snapshotId: String(snapshotId), rateRuleNo: read.rateRuleNo };
};

const readRule = async (tx: Tx, request: TariffRequest) => {
  const { rows } = await sql<{
    tenantId: bigint;
    rateRuleNo: string;
    rateRuleName: string;
  }>`select tenant_id, rate_rule_no, rate_rule_name from rate_rule
    where rate_rule_id = ${request.rateRuleId} and rate_rule_applies(rate_rule_id, ${new Date(request.atMs)}, ${request.zone})`.execute(tx);
  const [rule] = rows;
  if (!rule) return undefined;
  const months = (await loadMonths(tx, request.rateRuleId)).map(withFreeFees);
  const validated = validateSchedule({ rateRuleNo: rule.rateRuleNo, zone: request.zone, currency: request.currency, months });
  return validated.ok ? { ...rule, tariff: validated.value, content: JSON.stringify(encodeSnapshot(validated.value)) } : undefined;
};

const digestOf = (content: string): Buffer => createHash('sha256').update(content).digest();

/** The first writer of a content inserts its row; later writers read that row. */
const storeContent = async (
  tx: Tx,
  snapshot: { readonly tenantId: bigint; readonly rateRuleId: string; readonly content: string },
): Promise<bigint> => {
  const { tenantId, rateRuleId, content } = snapshot;
  const digest = digestOf(content);
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
