import { sql } from 'kysely';
import type { Database, Tx } from '#kit/db/index.ts';
import { proveChain } from '#kit/server/chain/prove.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job, JobResult } from '#kit/server/background/job.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { announceToPlatform } from '#domains/system/server.ts';
import { booksChain } from '../ledger/books-chain.server.ts';
import { prove } from '../ledger/ledger.server.ts';
import { booksCheck, booksProof } from './by-clock.ts';

/** The dependencies of scheduled proofs. */
export interface ProofServices {
  readonly database: Database;
  readonly registry: Registry;
  readonly secrets: Pick<Secrets, 'isSigned'>;
  /** The folder of the chain's head files. */
  readonly auditDir: string;
  readonly clock: () => Date;
  /** Invariants of later domains, which the proof of the whole ledger checks as well. */
  readonly extraProofs: readonly ((tx: Tx) => Promise<ProvedLine>)[];
}

/** One invariant: `broken` is the number of violations, and `subject` names the first few. */
export interface ProvedLine {
  readonly invariant: string;
  readonly checked: number;
  readonly broken: number;
  readonly subject: string | null;
}

interface ProofResult {
  readonly lines: readonly ProvedLine[];
  /** All bookings of earlier transactions were checked. */
  readonly provenTo: string;
}

/** Checks the whole ledger each night, and new bookings every minute. */
export const moneyJobs = (services: ProofServices): readonly Job[] => [
  implementJob(booksProof, async ({ tx, now }) => {
    await setProofTimeouts(tx);
    const horizon = await transactionHorizon(tx);
    const lines = [
      ...(await prove(tx)).map(provedLine),
      ...(await proveRecords(tx)),
      ...(await proveExtra(services, tx)),
      await proveSeals(services),
    ];
    return recordProof(services, tx, { now, isWhole: true, result: { lines, provenTo: horizon } });
  }),
  implementJob(booksCheck, async ({ tx, now }) => {
    const horizon = await transactionHorizon(tx);
    const lines = await proveBetween(tx, await lastProvenTo(tx), horizon);
    return recordProof(services, tx, { now, isWhole: false, result: { lines, provenTo: horizon } });
  }),
];

/** A proof of tens of millions of bookings takes minutes, as does that of their chain, which is read on other connections meanwhile. */
const setProofTimeouts = (tx: Tx) => sql.raw(`set local statement_timeout = '2h'; set local idle_in_transaction_session_timeout = '2h'`).execute(tx);

/** All transactions before this one have ended, so they can add no further booking. */
const transactionHorizon = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ to: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as "to"`.execute(tx);
  return rows[0]?.to ?? '0';
};

/**
 * The transaction up to which the ledger was proved correct. A proof with a difference does not count, so its range is checked again. In a database
 * that was restored from a dump, transaction numbers start again.
 */
const lastProvenTo = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ to: string }>`select p.proven_to::text as "to" from books_proof p
    where p.is_proven and p.proven_to <= pg_snapshot_xmax(pg_current_snapshot()) order by p.proof_id desc limit 1`.execute(tx);
  return rows[0]?.to ?? '0';
};

interface Finding {
  readonly invariant: string;
  readonly checked: bigint;
  readonly broken: bigint;
  readonly subject: string | null;
}
const provedLine = ({ invariant, checked, broken, subject }: Finding): ProvedLine => ({
  invariant,
  checked: Number(checked),
  broken: Number(broken),
  subject,
});

const proveRecords = async (tx: Tx): Promise<readonly ProvedLine[]> =>
  (await sql<Finding>`select invariant, checked, broken, subject from money_record_proof()`.execute(tx)).rows.map(provedLine);

const proveExtra = async ({ extraProofs }: ProofServices, tx: Tx): Promise<readonly ProvedLine[]> => {
  const lines: ProvedLine[] = [];
  for (const proof of extraProofs) lines.push(await proof(tx));
  return lines;
};

const proveBetween = async (tx: Tx, from: string, to: string): Promise<readonly ProvedLine[]> =>
  (await sql<Finding>`select invariant, checked, broken, subject from ledger.proof_between(${from}::xid8, ${to}::xid8)`.execute(tx)).rows.map(
    provedLine,
  );

const FINDINGS_MAX = 5;
const DAY_MS = 86_400_000;
/** One night is too short to check a chain of years; `npm run audit:verify` checks all of it. */
const CHAIN_DAYS = 31;

const proveSeals = async ({ database, secrets, auditDir, clock }: ProofServices): Promise<ProvedLine> => {
  const since = new Date(clock().getTime() - CHAIN_DAYS * DAY_MS);
  const { rows, findings } = await proveChain({ chained: booksChain, database, secrets, folder: auditDir, clock, since });
  const findingTexts = findings.slice(0, FINDINGS_MAX).map(({ kind, tenantId, what }) => `${kind}: ${tenantId || '-'}: ${what}`);
  return { invariant: 'C1', checked: rows, broken: findings.length, subject: findingTexts.length > 0 ? findingTexts.join(', ') : null };
};

interface ProofEntry {
  readonly now: Date;
  readonly isWhole: boolean;
  readonly result: ProofResult;
}

const recordProof = async (services: ProofServices, tx: Tx, { now, isWhole, result: { lines, provenTo: to } }: ProofEntry): Promise<JobResult> => {
  const brokenLines = lines.filter((line) => line.broken > 0);
  const isProven = brokenLines.length === 0;
  const tookMs = services.clock().getTime() - now.getTime();
  const { rows } = await sql<{ wasProven: boolean }>`select is_proven as was_proven from books_proof where is_whole = ${isWhole}
    order by proof_id desc limit 1`.execute(tx);
  // After a proof with a difference, the last successful one is kept, because it shows up to where the ledger was correct.
  if (!isWhole && isProven) await sql`delete from books_proof where not is_whole and is_proven`.execute(tx);
  await sql`insert into books_proof (is_whole, proved_time, took_ms, is_proven, lines, proven_to)
    values (${isWhole}, ${now}, ${tookMs}, ${isProven}, ${JSON.stringify(lines)}::jsonb, ${to}::xid8)`.execute(tx);
  // Every later proof finds the same difference; the platform is notified once.
  if (!isProven && (isWhole || rows[0]?.wasProven !== false)) await announceBroken(services, brokenLines, now);
  return { checked: total(lines, 'checked'), broken: total(lines, 'broken') };
};

const total = (lines: readonly ProvedLine[], field: 'checked' | 'broken'): number => lines.reduce((sum, line) => sum + line[field], 0);

const announceBroken = async ({ database, registry }: ProofServices, brokenLines: readonly ProvedLine[], now: Date): Promise<void> => {
  const content = `<ul>${brokenLines.map(({ invariant, subject }) => `<li>${invariant}: ${subject ?? ''}</li>`).join('')}</ul>`;
  await announceToPlatform(database, registry, { title: 'notice.booksBroken', content, openPage: '/money/proof', now });
};
