import { sql } from 'kysely';
import { formatScaled } from '#kit/fields/scaled.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { wordsFor } from '#kit/fields/words.ts';
import { implement } from '#kit/server/context/route.ts';
import { accountGroup } from '../wallet/wallet.codes.ts';
import { invariantWords, proofRefusals } from './proof.labels.ts';
import { proofApi } from './proof.ts';
import type { ClockProof, ProofAnswer, ProofLine, TrialLine } from './proof.ts';

/** The time limit for each of the two statements of a proof; a page waits 20 s for both. */
const STATEMENT_TIMEOUT_MS = 9_000;
/** The advisory lock that prevents parallel proofs. */
const PROOF_LOCK = 713;

export const proofRoutes = implement(proofApi, {
  proof: async (ctx) => {
    const { agent, station, customer } = ctx.viewer.sees;
    if (agent !== 'all' || station !== 'all' || customer !== 'all') return throwRefusal(proofRefusals, 'proof.partOnly', {}, { status: 403 });
    await lockProof(ctx);
    const startedMs = performance.now();
    const lines = [...(await proveBooks(ctx)), ...(await proveRecords(ctx))];
    return {
      provedTime: ctx.now.toISOString(),
      tookMs: Math.round(performance.now() - startedMs),
      isProven: lines.every(({ broken }) => broken === 0),
      lines,
      ...(ctx.viewer.sees.tenant === 'all' && { byClock: await clockProofs(ctx) }),
      trialBalance: await trialBalance(ctx),
    };
  },
});

const lockProof = async (ctx: Context): Promise<void> => {
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${PROOF_LOCK}) as is_free`.execute(ctx.db);
  if (!rows[0]?.isFree) throwRefusal(proofRefusals, 'proof.running');
  await sql.raw(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`).execute(ctx.db);
};

interface Finding {
  readonly invariant: string;
  readonly checked: bigint;
  readonly broken: bigint;
  readonly subject: string | null;
}

const proveBooks = async (ctx: Context): Promise<readonly ProofLine[]> =>
  withinTimeout(sql<Finding>`select invariant, checked, broken, subject from ledger.proof_of_mine()`.execute(ctx.db)).then(({ rows }) =>
    rows.map(lineOf(ctx)),
  );

const proveRecords = async (ctx: Context): Promise<readonly ProofLine[]> =>
  withinTimeout(
    sql<Finding>`select invariant, checked, broken, subject from money_record_proof() order by length(invariant), invariant`.execute(ctx.db),
  ).then(({ rows }) => rows.map(lineOf(ctx)));

const lineOf =
  (ctx: Context) =>
  ({ invariant, checked, broken, subject }: Finding): ProofLine => ({
    invariant,
    says: invariantText(ctx, invariant),
    checked: Number(checked),
    broken: Number(broken),
    subject,
  });

const invariantText = (ctx: Context, invariant: string): string => {
  const words = wordsFor(invariantWords, invariant);
  return words ? ctx.say(words) : invariant;
};

interface ProofRun {
  readonly isWhole: boolean;
  readonly provedTime: Date;
  readonly tookMs: number;
  readonly isProven: boolean;
  readonly lines: readonly Omit<ProofLine, 'says'>[];
}

/** The results of the latest scheduled proofs. */
const clockProofs = async (ctx: Context): Promise<NonNullable<ProofAnswer['byClock']>> => {
  const { rows } = await sql<ProofRun>`select distinct on (is_whole) is_whole, proved_time, took_ms, is_proven, lines from books_proof
    order by is_whole, proof_id desc`.execute(ctx.db);
  const proofOf = (isWhole: boolean): ClockProof | null => {
    const run = rows.find((row) => row.isWhole === isWhole);
    if (!run) return null;
    const { provedTime, tookMs, isProven } = run;
    const lines = run.lines.map((line) => ({ ...line, says: invariantText(ctx, line.invariant) }));
    return { provedTime: provedTime.toISOString(), tookMs, isProven, checked: lines.reduce((sum, { checked }) => sum + checked, 0), lines };
  };
  return { whole: proofOf(true), check: proofOf(false) };
};

const QUERY_CANCELED = '57014';

const withinTimeout = async <T>(query: Promise<T>): Promise<T> => {
  try {
    return await query;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) return throwRefusal(proofRefusals, 'proof.tooLong');
    throw error;
  }
};

/** The current balances of all accounts in the viewer's ledger, by purpose. */
const trialBalance = async (ctx: Context): Promise<readonly TrialLine[]> => {
  const { rows } = await sql<{ currency: string; group: string; class: string; money: bigint }>`
    select a.currency, split_part(a.code, ':', 1) as "group", a.class, sum(b.posted + coalesce(n.amount, 0))::int8 as money
    from ledger.account a join ledger.balance b using (account_id) left join ledger.pending n on n.account_id = a.account_id and not a.sync
    group by a.currency, split_part(a.code, ':', 1), a.class order by a.currency, array_position(array['A', 'L', 'Q', 'R', 'X'], a.class), 2`.execute(
    ctx.db,
  );
  return rows.map(({ currency, group, class: kind, money }) => {
    const item = Object.values(accountGroup.items).find(({ value }) => value === group);
    return {
      currency,
      group,
      groupText: item ? ctx.say(item.words) : group,
      side: kind === 'A' || kind === 'X' ? 'debit' : 'credit',
      money: formatScaled(money, 2),
    };
  });
};
