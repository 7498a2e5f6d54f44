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

/**
 * Stores the rule's current content for an order that begins at an instant. Equal contents share one snapshot. Undefined when the
 * rule is unknown, does not apply there at that time, or does not price the whole year.
 */
export const freezeTariff = async (
  tx: Tx,
  request: { readonly rateRuleId: string; readonly zone: string; readonly currency: string; readonly atMs: number },
): Promise<FrozenTariff | undefined> => {
  const { rows } = await sql<{ tenantId: bigint; rateRuleNo: string }>`select tenant_id, rate_rule_no from rate_rule
    where rate_rule_id = ${request.rateRuleId} and rate_rule_applies(rate_rule_id, ${new Date(request.atMs)}, ${request.zone})`.execute(tx);
  const [rule] = rows;
  if (!rule) return undefined;
  const months = (await loadMonths(tx, request.rateRuleId)).map(withFreeFees);
  const validated = validateSchedule({ rateRuleNo: rule.rateRuleNo, zone: request.zone, currency: request.currency, months });
  if (!validated.ok) return undefined;
  const content = JSON.stringify(encodeSnapshot(validated.value));
  const snapshotId = await storeContent(tx, { tenantId: rule.tenantId, rateRuleId: request.rateRuleId, content });
  return { snapshotId: String(snapshotId), rateRuleNo: rule.rateRuleNo };
};

/** The first writer of a content inserts its row; later writers read that row. */
const storeContent = async (
  tx: Tx,
  snapshot: { readonly tenantId: bigint; readonly rateRuleId: string; readonly content: string },
): Promise<bigint> => {
  const { tenantId, rateRuleId, content } = snapshot;
  const digest = createHash('sha256').update(content).digest();
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
