import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { ChainProof } from '#kit/resource/chain.ts';
import { FIRST_HEAD, hashOfRow, nextHead, sealedColumns, signedText } from './chain.ts';
import type { SealedChain, SealedRow } from './chain.ts';
import { readHeads } from './heads.ts';
import type { Head } from './heads.ts';

const DAY_MS = 86_400_000;
/** The longest time between a seal and the writing of its head to the file. */
const FILE_LAG_MS = 60_000;
/** The largest number of findings that are listed one by one. */
const FINDINGS_MAX = 200;

export interface ProofParts {
  readonly chained: SealedChain;
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'isSigned'>;
  readonly folder: string;
  readonly clock: () => Date;
  /** Checks only seals made since this instant, and trusts the seal before them; without it, all seals. */
  readonly since?: Date;
}

interface Seal {
  readonly tenantId: string;
  readonly sealNo: string;
  readonly ids: readonly string[];
  readonly rowHashes: Buffer;
  readonly fromTime: Date;
  readonly toTime: Date;
  readonly sealedAt: Date;
  readonly head: Buffer;
  readonly signature: string;
}
type Finding = ChainProof['findings'][number];
type ReportProblem = (kind: string, tenantId: string, what: string) => void;

/**
 * Recomputes every chain, from its first seal or from an instant on. Finds rows that were changed, removed or inserted, changed seals, and chains
 * that are shorter than the heads outside the database.
 */
export const proveChain = async (parts: ProofParts): Promise<ChainProof> => {
  const findings: Finding[] = [];
  const report: ReportProblem = (kind, tenantId, what) => void findings.push({ kind, tenantId, what });
  const { heads, unreadable } = await readHeads({ folder: parts.folder, file: parts.chained.file }, parts.since);
  for (const lineRef of unreadable) report('file', '', `${lineRef} cannot be read`);
  const byTenant = headsByTenant(heads);
  const sealed = await sql<{ tenant: string }>`select distinct tenant_id::text as tenant from ${sql.table(parts.chained.seals)}
    where sealed_at >= ${sinceOf(parts)}`.execute(parts.database.system.withoutPlugins());
  const tenants = new Set([...sealed.rows.map(({ tenant }) => tenant), ...byTenant.keys()]);
  const sum = { rows: 0, seals: 0, expired: 0 };
  for (const tenantId of tenants) {
    const proof = await proveTenant(parts, { tenantId, heads: byTenant.get(tenantId) ?? new Map(), report });
    sum.rows += proof.rows;
    sum.seals += proof.seals;
    sum.expired += proof.expired;
  }
  const waiting = await countUnsealed(parts, report);
  return { ok: findings.length === 0, ...sum, waiting, findings: findings.slice(0, FINDINGS_MAX) };
};

/** PostgreSQL compares `-infinity` with instants. */
const sinceOf = ({ since }: ProofParts): Date | string => since ?? '-infinity';

const headsByTenant = (heads: readonly Head[]): ReadonlyMap<string, ReadonlyMap<string, Head>> => {
  const tenants = new Map<string, Map<string, Head>>();
  for (const head of heads) {
    const tenantHeads = tenants.get(head.tenantId) ?? new Map<string, Head>();
    // Only the first line about a seal counts; a later one may be an attempt to replace it.
    if (!tenantHeads.has(head.sealNo)) tenantHeads.set(head.sealNo, head);
    tenants.set(head.tenantId, tenantHeads);
  }
  return tenants;
};

interface TenantChain {
  readonly tenantId: string;
  readonly heads: ReadonlyMap<string, Head>;
  readonly report: ReportProblem;
}

const proveTenant = async (parts: ProofParts, chain: TenantChain) => {
  const { tenantId, heads, report } = chain;
  const first = await sealBefore(parts, tenantId);
  let before: Buffer = first?.head ?? FIRST_HEAD;
  let number = BigInt(first?.sealNo ?? 0);
  const sum = { rows: 0, seals: 0, expired: 0 };
  for await (const seals of sealsOf(parts, { tenantId, after: String(number) })) {
    const rowsById = await rowsOf(parts, seals);
    for (const seal of seals) {
      number += 1n;
      if (seal.sealNo !== String(number)) report('seal removed', tenantId, `seals ${number} to ${BigInt(seal.sealNo) - 1n} are missing`);
      number = BigInt(seal.sealNo);
      proveSeal(parts, { ...chain, seal, before });
      const rows = proveRows(parts, { ...chain, seal, rowsById });
      sum.rows += rows.present;
      sum.expired += rows.expired;
      sum.seals += 1;
      before = seal.head;
    }
  }
  const last = [...heads.keys()].reduce((max, sealNo) => (BigInt(sealNo) > max ? BigInt(sealNo) : max), 0n);
  if (last > number) report('seal removed', tenantId, `seals ${number + 1n} to ${last} stand in the file and not in the database`);
  return sum;
};

/** Checks one seal: it follows from the one before, is signed, and equals the head in the file. */
const proveSeal = (
  parts: ProofParts,
  { tenantId, heads, report, seal, before }: TenantChain & { readonly seal: Seal; readonly before: Buffer },
): void => {
  const name = `seal ${seal.sealNo}`;
  if (!nextHead(before, seal).equals(seal.head)) report('chain broken', tenantId, `${name} does not follow from the one before`);
  if (!parts.secrets.isSigned(signedText(seal), seal.signature, parts.chained.purpose))
    report('signature', tenantId, `${name} is not signed by this system`);
  const fileHead = heads.get(seal.sealNo);
  const isNew = parts.clock().getTime() - seal.sealedAt.getTime() < FILE_LAG_MS;
  if (!fileHead && !isNew) report('file', tenantId, `${name} is missing in the file of heads`);
  if (fileHead && fileHead.head !== seal.head.toString('hex')) report('file', tenantId, `${name} has another head in the file of heads`);
};

/** The last seal before the checked ones, which is trusted. */
const sealBefore = async (parts: ProofParts, tenantId: string): Promise<Pick<Seal, 'sealNo' | 'head'> | undefined> => {
  const { rows } = await sql<Pick<Seal, 'sealNo' | 'head'>>`select s.seal_no::text as "sealNo", s.head from ${sql.table(parts.chained.seals)} s
    where s.tenant_id = ${tenantId} and s.sealed_at < ${sinceOf(parts)} order by s.seal_no desc limit 1`.execute(
    parts.database.system.withoutPlugins(),
  );
  return rows[0];
};

/** The current rows of some seals, by id. */
const rowsOf = async ({ chained, database }: ProofParts, seals: readonly Seal[]): Promise<ReadonlyMap<string, SealedRow>> => {
  const from = new Date(Math.min(...seals.map(({ fromTime }) => fromTime.getTime())));
  const to = new Date(Math.max(...seals.map(({ toTime }) => toTime.getTime())) + 1);
  const { rows } = await sql<SealedRow>`select ${sealedColumns(chained)} from ${sql.table(chained.rows)} l
    where ${sql.ref(`l.${chained.id}`)} = any(${seals.flatMap(({ ids }) => ids)}::int8[]) and ${sql.ref(`l.${chained.at}`)} between ${from} and ${to}`.execute(
    database.system.withoutPlugins(),
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Checks that each row of a seal exists and is unchanged. Rows older than the retention period may be missing. */
const proveRows = (
  parts: ProofParts,
  { tenantId, report, seal, rowsById }: TenantChain & { readonly seal: Seal; readonly rowsById: ReadonlyMap<string, SealedRow> },
) => {
  const retentionMs = ((parts.chained.keepDays ?? Number.POSITIVE_INFINITY) + 1) * DAY_MS;
  const isOld = parts.clock().getTime() - seal.fromTime.getTime() > retentionMs;
  let [present, expired] = [0, 0];
  for (const [index, id] of seal.ids.entries()) {
    const row = rowsById.get(id);
    const isPresent = row !== undefined && row.at >= seal.fromTime && row.at.getTime() <= seal.toTime.getTime() + 1;
    if (isPresent) present += 1;
    if (!isPresent && isOld) expired += 1;
    else if (!isPresent) report('row removed', tenantId, `row ${id} of seal ${seal.sealNo} is gone, or its time was changed`);
    else if (!hashOfRow(row).equals(seal.rowHashes.subarray(index * 32, index * 32 + 32)))
      report('row changed', tenantId, `row ${id} of seal ${seal.sealNo} is not as it was written`);
  }
  return { present, expired };
};

const SEALS_AT_ONCE = 50;
/** The number of rows that are read at a time. A seal may have one row or thousands. */
const ROWS_AT_ONCE = 5_000;

/** The seals in order, as many at a time as can be read together. */
async function* sealsOf(
  { database, chained }: ProofParts,
  from: { readonly tenantId: string; readonly after: string },
): AsyncIterable<readonly Seal[]> {
  for (let { after } = from; ;) {
    const { rows } = await sql<Seal>`select tenant_id::text as "tenantId", seal_no::text as "sealNo", ids::text[] as ids, row_hashes as "rowHashes",
      from_time as "fromTime", to_time as "toTime", sealed_at as "sealedAt", head, signature from ${sql.table(chained.seals)}
      where tenant_id = ${from.tenantId} and seal_no > ${after} order by seal_no limit ${SEALS_AT_ONCE}`.execute(database.system.withoutPlugins());
    yield* chunks(rows);
    if (rows.length < SEALS_AT_ONCE) return;
    after = rows.at(-1)?.sealNo ?? after;
  }
}

const chunks = (seals: readonly Seal[]): readonly (readonly Seal[])[] => {
  const groups: Seal[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const seal of seals) {
    rows += seal.ids.length;
    if (rows > ROWS_AT_ONCE) {
      groups.push([]);
      rows = seal.ids.length;
    }
    groups.at(-1)?.push(seal);
  }
  return groups;
};

/** Checks the rows that no seal covers. Only rows written since the sealer last ran may be unsealed. Returns their number. */
const countUnsealed = async (parts: ProofParts, report: ReportProblem): Promise<number> => {
  const { database, chained } = parts;
  const { rows } = await sql<{
    id: string;
    tenant: string;
    waits: boolean;
  }>`select ${sql.ref(`l.${chained.id}`)}::text as id, l.tenant_id::text as tenant,
      l.xid >= s.sealed_to and ${sql.ref(`l.${chained.id}`)} > s.floor_id as waits
    from ${sql.table(chained.rows)} l cross join ${sql.table(chained.sealer)} s
    where ${sql.ref(`l.${chained.at}`)} >= ${sinceOf(parts)} and not exists (
      select from (select unnest(ids) as id from ${sql.table(chained.seals)} where sealed_at >= ${sinceOf(parts)}) as sealed where sealed.id = ${sql.ref(`l.${chained.id}`)})`.execute(
    database.system.withoutPlugins(),
  );
  for (const { id, tenant } of rows.filter((row) => !row.waits)) report('row put in', tenant, `row ${id} was never sealed, and should have been`);
  return rows.filter((row) => row.waits).length;
};
