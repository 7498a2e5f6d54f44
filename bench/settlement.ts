/**
 * Settlements per second: the database function called from Node, compared with pgbench calling the same function on the same server in the same run.
 * `npm run bench:settlement`. Durable: every settlement is on disk before it is answered.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { booksChain } from '#domains/money/ledger/books-chain.server.ts';
import { accounts } from '#domains/money/ledger/ledger.ts';
import type { BookingLine } from '#domains/money/ledger/ledger.ts';
import { openAccounts, post, prove, rollUp, settle } from '#domains/money/ledger/ledger.server.ts';
import { machinePrograms } from '#kit/db/embedded/index.ts';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { type Database, inSystem, openDatabase } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';
import { proveChain } from '#kit/server/chain/prove.ts';
import { sealRows } from '#kit/server/chain/seal.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { installServer } from '#kit/test/install-postgres.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const ROUNDS = 5;
const CLIENT_COUNTS = [1, 16] as const;
const WALLET_COUNT = 1000;
const RATIO_MIN = 0.5;
const run = promisify(execFile);
const books = { tenantId: 1n, currency: 'CNY', actor: 'bench' };

interface Ids {
  readonly wallets: readonly bigint[];
  readonly fees: bigint;
  readonly receivable: bigint;
  readonly offer: bigint;
}

/** A typical bill: electricity and service in four stages, and a tariff discount in two of them. */
const linesOf = (wallet: bigint, { fees, offer }: Ids): readonly BookingLine[] => [
  ...[1, 2, 3, 4].flatMap((stage) =>
    [1, 2].map((feeType) => ({ debit: wallet, credit: fees, amountCents: BigInt(100 * stage + feeType), feeType, stage })),
  ),
  ...[1, 2].map((stage) => ({ debit: offer, credit: fees, amountCents: 17n, feeType: 1, stage })),
];

const openBenchAccounts = async (db: Database): Promise<Ids> =>
  inSystem(db, async (tx) => {
    const wallets = await openAccounts(
      tx,
      books,
      Array.from({ length: WALLET_COUNT }, (_, n) => accounts.wallet(`bench:${n}`)),
    );
    const [fees = 0n, receivable = 0n, offer = 0n, cash = 0n] = await openAccounts(tx, books, [
      accounts.fees(1n),
      accounts.receivable('bench'),
      accounts.tariffOffer(),
      accounts.cash(),
    ]);
    const lines = wallets.map((wallet) => ({ debit: cash, credit: wallet, amountCents: 10n ** 12n }));
    await post(tx, books, { kind: 'recharge', source: { type: 'bench', id: 'all' }, lines });
    return { wallets, fees, receivable, offer };
  });

/** Rounds alternate and the median counts, so that a burst of other work on the machine decides nothing. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.trunc(values.length / 2)] ?? 0;

/** Runs `once` in `clients` loops for the set time; returns calls per second. */
const rate = async (clients: number, once: () => Promise<void>): Promise<number> => {
  const endMs = performance.now() + seconds * 1000;
  let calls = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await once();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return calls / seconds;
};

let lastOrder = 0n;
const nextOrder = (): bigint => (lastOrder += 1n);
const anyOf = (wallets: readonly bigint[]): bigint => wallets[Math.trunc(Math.random() * wallets.length)] ?? 0n;

const settleInTransaction = async (db: Database, ids: Ids): Promise<void> => {
  const payer = anyOf(ids.wallets);
  await inSystem(db, async (tx) => settle(tx, books, { orderId: nextOrder(), payer, receivable: ids.receivable, lines: linesOf(payer, ids) }));
};

const statement = 'SELECT ledger.settle($1, $2, $3, $4, $5, $6::ledger.line[], $7)';
const settleInOneStatement = async (db: Database, ids: Ids): Promise<void> => {
  const payer = anyOf(ids.wallets);
  const lines = linesOf(payer, ids).map(
    ({ debit, credit, amountCents, feeType, stage }) => `(${debit},${credit},${amountCents},${feeType},${stage})`,
  );
  await db.systemPool.query({ name: 'settle', text: statement, values: [1n, 'CNY', nextOrder(), payer, ids.receivable, lines, 'bench'] });
};

/** The embedded server has no pgbench: the machine's is used, installed with apt if absent. */
const pgbenchProgram = async (): Promise<string> => {
  const installed = async (): Promise<readonly string[]> => (await machinePrograms()).map(({ bin }) => join(bin, 'pgbench')).filter(existsSync);
  const [program] = await installed();
  if (program) return program;
  await installServer();
  const [installedProgram] = await installed();
  if (!installedProgram) throw new Error('pgbench is needed: apt-get install postgresql');
  return installedProgram;
};

let pgbenchRuns = 0n;
const pgbenchRate = async (url: string, folder: string, { ids, clients }: { readonly ids: Ids; readonly clients: number }): Promise<number> => {
  pgbenchRuns += 1n;
  const rows = linesOf(0n, ids).map(
    ({ debit, credit, amountCents, feeType, stage }) =>
      `'(' || ${debit === 0n ? ':wallet' : debit} || ',${credit},${amountCents},${feeType},${stage})'`,
  );
  const script = `\\set n :n + 1
\\set wallet random(${ids.wallets[0]}, ${ids.wallets.at(-1)})
\\set order_id ${pgbenchRuns * 10n ** 12n} + :client_id * 1000000000 + :n
SELECT ledger.settle(1, 'CNY', :order_id, :wallet, ${ids.receivable}, ARRAY[${rows.join(', ')}]::ledger.line[], 'bench');
`;
  const file = join(folder, 'settle.sql');
  await writeFile(file, script);
  const env = { ...process.env, PGOPTIONS: '-c role=chargeops_system' };
  const program = await pgbenchProgram();
  const threads = Math.min(2, clients);
  const { stdout } = await run(
    program,
    ['-n', '-M', 'prepared', '-D', 'n=0', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`, '-f', file, url],
    { env },
  );
  const tps = stdout.match(/tps = ([\d.]+) \(without initial/)?.[1];
  if (!tps) throw new Error(`pgbench gave no rate:\n${stdout}`);
  return Number(tps);
};

const folder = await mkdtemp(join(tmpdir(), 'chargeops-bench-'));
await chmod(folder, 0o711);
const server = await startEmbeddedDatabase({ dataDir: join(folder, 'data') });
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
};

try {
  await migrate({ url: server.url });
  const db = openDatabase({ url: await testAddress(server.url), systemConnections: 16 });
  const ids = await openBenchAccounts(db);
  let worst = Infinity;
  for (const clients of CLIENT_COUNTS) {
    const limits: number[] = [];
    const singles: number[] = [];
    const wrapped: number[] = [];
    await rate(clients, async () => settleInOneStatement(db, ids));
    for (let round = 0; round < ROUNDS; round += 1) {
      limits.push(await pgbenchRate(server.url, folder, { ids, clients }));
      singles.push(await rate(clients, async () => settleInOneStatement(db, ids)));
      wrapped.push(await rate(clients, async () => settleInTransaction(db, ids)));
    }
    const limit = median(limits);
    worst = Math.min(worst, median(singles) / limit);
    const share = (values: readonly number[]) => `${Math.round(median(values))}/s = ${(median(values) / limit).toFixed(2)}`;
    console.log(
      `${clients} clients, PostgreSQL ${server.version}: pgbench ${Math.round(limit)}/s, Node one statement ${share(singles)}, Node BEGIN + settle + COMMIT ${share(wrapped)}`,
    );
  }
  await inSystem(db, rollUp);
  const begunMs = performance.now();
  const proofs = await inSystem(db, prove);
  const provedMs = performance.now() - begunMs;
  for (const { invariant, broken, checked } of proofs) if (broken !== 0n) throw new Error(`${invariant}: ${broken} of ${checked} broken`);
  console.log(`books proven over ${proofs[0]?.checked} journals; worst ratio ${worst.toFixed(2)}, goal ${RATIO_MIN}`);
  const journals = Number(proofs[0]?.checked ?? 0);
  const each = (tookMs: number) => `${((tookMs / journals) * 1_000).toFixed(0)} µs a journal`;
  const checkedMs = await timed(() => inSystem(db, (tx) => sql`SELECT * FROM ledger.proof_between('0', pg_current_xact_id())`.execute(tx)));
  const secrets = createSecrets([randomBytes(32)]);
  const parts = { database: db, secrets, folder: join(folder, 'audit'), clock: () => new Date(), chained: booksChain };
  const sealedMs = await timed(async () => {
    while ((await sealRows(parts)).more);
  });
  const chainMs = await timed(() => proveChain(parts));
  console.log(
    `after it: whole proof ${each(provedMs)}, check of what is new ${each(checkedMs)}, sealing ${each(sealedMs)}, proof of the chain ${each(chainMs)}`,
  );
  await db.close();
  if (worst < RATIO_MIN) process.exitCode = 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
