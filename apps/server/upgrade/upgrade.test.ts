import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { domains } from '#apps/domains.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { digitsOf, findMigrations } from '#kit/db/schema/migrations.ts';
import { catalogOf } from '#kit/test/catalog.ts';
import { emptyDatabase, freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { inParallel, isRecord } from '#kit/test/nouns/call-endpoint.ts';
import { startProcesses } from '../testing/processes.ts';
import type { Process, Processes } from '../testing/processes.ts';
import { loadStored, readStored } from './stored-data.fixture.ts';

/**
 * Named after the last migration when the rows were stored: `0085.jsonl.gz`. To write a new file: WRITE_UPGRADE_DATA=1 npx vitest run
 * apps/server/upgrade
 */
const stored = async (): Promise<readonly string[]> => {
  if (process.env['WRITE_UPGRADE_DATA']) {
    const { runAndStore } = await import('./play-and-store.fixture.ts');
    const last = (await findMigrations()).at(-1)?.number ?? 0;
    await runAndStore(path.join(import.meta.dirname, `${digitsOf(last)}.jsonl.gz`));
  }
  return readdirSync(import.meta.dirname).filter((file) => file.endsWith('.jsonl.gz'));
};

/** The migration after which a car's type of piles is what somebody chose. */
const CARS_ASKED = 234;

describe.each(await stored())('the rows of %s under the program of today', (file) => {
  const data = readStored(path.join(import.meta.dirname, file));
  let database: TestDatabase;
  let processes: Processes & { readonly first: Process };
  let token: string;

  beforeAll(async () => {
    const files = await findMigrations();
    database = await emptyDatabase();
    await migrate({ url: database.ownerUrl, files: files.filter(({ number }) => number <= Number(file.slice(0, 4))) });
    await loadStored(database, data);
    await migrate({ url: database.ownerUrl, files });
  });
  afterAll(async () => {
    await processes?.close();
    await database?.close();
  });

  test('are upgraded to the schema of a fresh database', async () => {
    const fresh = await freshDatabase();
    expect(await catalogOf(database)).toEqual(await catalogOf(fresh));
    await fresh.close();
  });

  test.runIf(Number(file.slice(0, 4)) < CARS_ASKED)(
    'have no car that is kept from alternating current only by what its form began with',
    async () => {
      expect(data.lines.some((line) => line.startsWith('car\t') && line.includes('"car_pile_type":1'))).toBe(true);
      expect(await database.asSuperuser('SELECT car_id FROM car WHERE car_pile_type = 1')).toEqual([]);
    },
  );

  test('are started on, and every list answers with them', async () => {
    // Jobs of the clock would rebuild and delete stored rows while the lists are read.
    await database.asSuperuser('update sys_job set status = -1, next_run_time = null');
    processes = await startProcesses('upgraded', ['api', 'worker', 'gateway'], { database, secret: data.secret });
    token = await processes.first.signIn('admin', data.password);
    const lists = domains.flatMap(({ features }) =>
      features.flatMap(({ name, api, resource }) =>
        Object.entries(api).flatMap(([endpoint, facts]) =>
          resource && facts.listOf === resource && facts.output.form === 'page' ? [{ name: `${name}.${endpoint}`, facts, resource }] : [],
        ),
      ),
    );
    const wrong = await inParallel(lists, async ({ name, facts, resource }) => {
      const answer = await processes.first.ask(token, facts, { pageSize: '100' });
      const total = isRecord(answer.result) ? Number(answer.result['total']) : Number.NaN;
      const kept = data.lines.some((line) => line.startsWith(`${resource.table}\t`));
      return answer.success && (total > 0 || !kept) ? [] : [`${name}: ${answer.status} ${answer.message} ${total}`];
    });
    expect(wrong.flat()).toEqual([]);
    expect(lists.length).toBeGreaterThan(30);
  });

  test('are billed as they were, and their books are right', async () => {
    const proof = await database.asSuperuser<{ invariant: string; broken: bigint; subject: string }>(
      'SELECT invariant, broken, subject FROM ledger.proof() UNION ALL SELECT invariant, broken, subject FROM money_record_proof()',
    );
    expect(proof.filter(({ broken }) => broken > 0n)).toEqual([]);
    expect(proof.map(({ invariant }) => invariant)).toEqual(expect.arrayContaining(['I1', 'I6', 'R1', 'R2', 'R4']));
    const settled = data.lines
      .flatMap((line) => (line.startsWith('charging_order\t') ? [settledIn(line)] : []))
      .filter((order) => order !== undefined);
    const now = await database.asSuperuser<SettledOrder>(
      'SELECT charging_order_no AS no, order_amount AS amount FROM charging_order WHERE charging_order_no = ANY ($1) AND order_state IN (4, 5)',
      [settled.map(({ no }) => no)],
    );
    expect(settled.length).toBeGreaterThan(3);
    expect(now.toSorted(byNumber)).toEqual(settled.toSorted(byNumber));
  });
});

interface SettledOrder {
  readonly no: string;
  readonly amount: bigint;
}

const byNumber = (a: SettledOrder, b: SettledOrder): number => (a.no < b.no ? -1 : 1);

const settledIn = (line: string): SettledOrder | undefined => {
  const row: unknown = JSON.parse(line.slice(line.indexOf('\t')));
  return isRecord(row) && row['order_state'] === 4
    ? { no: String(row['charging_order_no']), amount: BigInt(String(row['order_amount'])) }
    : undefined;
};
