import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { read } from '@e965/xlsx';
import type { CellObject } from '@e965/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerApi } from '#domains/customer/resources.ts';
import { createFileStores, createMessenger, startMessageSender } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import type { OutgoingMessage } from '#domains/system/server.ts';
import { addCard, addCar, addCompany, addPerson, brokenInvariants, rechargeCard, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, writeOffApi } from '../resources.ts';
import { statementMailApi } from '../statement-mail/statement-mail.ts';
import { customerStatementApi, customerStatements } from './customer-statement.ts';
import { closingBalance, statementBookings } from './figures.server.ts';
import { sumStatement } from './figures.rules.ts';
import { customerStatementRoutes } from './customer-statement.server.ts';
import { statementJob } from './statement-job.server.ts';
import { startStatementWorker } from './statement-worker.server.ts';

let bed: MoneyTestbed;
const folder = temporaryFolder('statements');
const stores = createFileStores({ folder: path.join(folder, 'files'), s3: undefined });
/** The program's clock of this test: a month later than the bookings, which have the time of the database. */
let now = new Date();
const clock = () => now;

beforeAll(async () => {
  bed = await startMoneyTestbed((database) => customerStatementRoutes({ database, clock, stores }));
});
afterAll(() => bed.server.close());

const sent: { readonly message: OutgoingMessage; readonly files: readonly Buffer[] }[] = [];
const providers = {
  mail: {
    name: 'test',
    keepsText: false,
    send: async (message: OutgoingMessage) => {
      const files: Buffer[] = [];
      for (const { content } of message.attachments ?? []) {
        const chunks: Buffer[] = [];
        for await (const chunk of content) chunks.push(Buffer.from(chunk));
        files.push(Buffer.concat(chunks));
      }
      sent.push({ message, files });
      return 'ok';
    },
  },
};

/** Runs the worker alone: mails are written, and none leaves. */
const makeStatements = async (): Promise<void> => {
  const { database } = bed.server;
  const log = pino({ level: 'silent' });
  const deps = { database, bus: database.bus, log, clock, stores, spoolFolder: path.join(folder, 'spool'), messenger: createMessenger(providers) };
  const worker = startStatementWorker(deps);
  await worker.poll();
  await worker.stop();
};

/** Runs the worker and the sender until nothing is left to do. */
const work = async (): Promise<void> => {
  const { database } = bed.server;
  await makeStatements();
  const sender = startMessageSender({ database, bus: database.bus, clock: () => new Date(), providers, stores, onError: () => undefined });
  await expect
    .poll(
      async () => (await sql<{ n: number }>`select count(*)::int4 as n from sys_message where state in (0, 2)`.execute(database.system)).rows[0]?.n,
    )
    .toBe(0);
  await sender.stop();
  await makeStatements();
};

/** What a clock in Shanghai shows, read as UTC. */
const inShanghai = (at: Date) => new Date(at.getTime() + 8 * 3_600_000);
const monthOf = (at: Date) => inShanghai(at).toISOString().slice(0, 7);
/** Noon of the first day of the month after that of Shanghai. */
const nextMonth = (at: Date) => new Date(Date.UTC(inShanghai(at).getUTCFullYear(), inShanghai(at).getUTCMonth() + 1, 1, 4));

const make = (viewer: Viewer, custId: string, month: { readonly statementMonth: string; readonly wantsMail?: 0 | 1 }) =>
  bed.server.ok(viewer, customerStatementApi.make, { custId, ...month });
const rowOf = (viewer: Viewer, statementId: string) => bed.server.ok(viewer, customerStatementApi.queryById, { id: statementId });

/** What the accounts of some parties had before an instant, from all postings and nothing else. */
const recount = async (names: readonly string[], before: Date): Promise<{ readonly net: bigint; readonly owed: bigint }> => {
  const codes = names.flatMap((name) => [`wallet:${name}`, `receivable:${name}`]);
  const [row] = await bed.server.database.asSuperuser<{ net: bigint; owed: bigint }>(
    `select coalesce(sum(case when c.code = any($1) then p.amount else 0 end - case when d.code = any($1) then p.amount else 0 end), 0)::int8 as net,
       coalesce(sum(case when d.code = any($1) and d.code like 'receivable%' then p.amount else 0 end
         - case when c.code = any($1) and c.code like 'receivable%' then p.amount else 0 end), 0)::int8 as owed
     from ledger.posting p join ledger.journal j using (journal_id) join ledger.account d on d.account_id = p.debit_id
       join ledger.account c on c.account_id = p.credit_id where j.posted_at < $2 and p.tenant_id = $3`,
    [codes, before, bed.tenantId],
  );
  return row ?? { net: 0n, owed: 0n };
};

/** A company with two cards and a car: recharges, orders (one of them on debt), a reversal and a write-off. */
const busyCompany = async () => {
  const viewer = bed.agentStaff;
  const { custId } = await addCompany(bed, viewer, { custMail: 'books@fleet.example', custName: '上海龍門車隊' });
  const one = await addCard(bed, viewer, { custId });
  const two = await addCard(bed, viewer, { custId });
  const { carId } = await addCar(bed, viewer, { custId });
  const add = (mainPartType: 2 | 3 | 4, mainPartId: string, rrMoney: string) =>
    bed.server.ok(bed.tenantStaff, rechargeApi.add, { mainPartType, mainPartId, rrMoney, payMethod: 0 });
  await add(3, custId, '500.00');
  await rechargeCard(bed, bed.tenantStaff, { icCardId: one.icCardId, rrMoney: '100.00' });
  const wrong = await add(4, carId, '33.33');
  await bed.server.ok(bed.tenantStaff, rechargeApi.reverse, { rechargRecordId: wrong.rechargRecordId, reason: 'wrong car' });
  await settleOrderOnCard(bed, { icCardId: one.icCardId, icCardNo: one.icCardNo, billingCents: 47_29n, orderCents: 50_00n, custId });
  // Nothing is in this wallet, so the order is owed; then a part of it is paid and a part is written off.
  await settleOrderOnCard(bed, { icCardId: two.icCardId, icCardNo: two.icCardNo, billingCents: 20_01n, custId });
  await rechargeCard(bed, bed.tenantStaff, { icCardId: two.icCardId, rrMoney: '10.00' });
  await bed.server.ok(bed.tenantStaff, writeOffApi.add, { mainPartType: 2, mainPartId: two.icCardId, rrMoney: '5.00', reason: 'goodwill' });
  // An order that costs nothing is listed too.
  await settleOrderOnCard(bed, { icCardId: one.icCardId, icCardNo: one.icCardNo, billingCents: 0n, custId });
  return { custId, names: [`customer:${custId}`, `card:${one.icCardId}`, `card:${two.icCardId}`, `car:${carId}`] };
};

describe('a statement', () => {
  test('has the sums of the ledger, to the cent, and its lines add up to them', async () => {
    const { custId, names } = await busyCompany();
    const month = monthOf(new Date());
    expect(await bed.server.call(bed.agentStaff, customerStatementApi.make, { custId, statementMonth: month })).toMatchObject({
      message: `${month} is not over yet`,
    });
    now = nextMonth(new Date());
    const asked = await make(bed.agentStaff, custId, { statementMonth: month, wantsMail: 1 });
    expect(asked.statementState).toBe(0);
    await work();
    const row = await rowOf(bed.agentStaff, asked.statementId);
    const counted = await recount(names, now);
    expect(row).toMatchObject({
      statementState: 1,
      openingMoney: '0.00',
      rechargeMoney: '643.33',
      consumeMoney: '67.30',
      refundMoney: '0.00',
      correctionMoney: '-28.33',
      closingMoney: `${counted.net / 100n}.${String(counted.net % 100n).padStart(2, '0')}`,
      owedMoney: '5.01',
      orderCount: 3,
      mailState: 1,
    });
    expect(counted).toEqual({ net: 547_70n, owed: 5_01n });
    // The mail has both files, and its receiver is masked for those who read the list.
    expect(row.receiver).toBe('bo***@fleet.example');
    expect(sent.at(-1)).toMatchObject({ message: { to: 'books@fleet.example', automatic: true } });
    const [pdf, xlsx] = sent.at(-1)?.files ?? [];
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    const book = await readXlsx(xlsx ?? Buffer.alloc(0));
    const orders = book.sheets[3]?.rows ?? [];
    expect(orders.slice(1).reduce((sum, cells) => sum + Math.round(Number(cells[7]) * 100), 0)).toBe(67_30);
    const shown = Object.values(read(xlsx).Sheets).flatMap((sheet) => Object.values(sheet).map((cell: Partial<CellObject>) => cell.w));
    expect(shown).toEqual(expect.arrayContaining(['67.30', '-28.33']));
    // Each mail is a row of its own: to whom it went, who asked for it, and what became of it.
    const mails = async (viewer: Viewer) => (await bed.server.ok(viewer, statementMailApi.list, { statementId: asked.statementId })).records;
    expect(await mails(bed.agentStaff)).toMatchObject([
      { custId, statementMonth: month, receiver: 'bo***@fleet.example', mailState: 1, mailFailure: null, createBy: bed.agentStaff.username },
    ]);
    await bed.server.database.asSuperuser("update customer set cust_mail = 'gone@fleet.example' where cust_id = $1", [custId]);
    expect(await bed.server.call(bed.tenantStaff, customerStatementApi.send, { statementId: asked.statementId })).toMatchObject({ success: true });
    await makeStatements();
    await bed.server.database.asSuperuser("update sys_message set state = 2, failure = 'no such mailbox' where receiver = 'gone@fleet.example'");
    await makeStatements();
    expect(await mails(bed.agentStaff)).toMatchObject([
      { receiver: 'go***@fleet.example', mailState: 2, mailTime: null, mailFailure: 'no such mailbox' },
      { receiver: 'bo***@fleet.example', mailState: 1 },
    ]);
    await work();
    expect(await brokenInvariants(bed)).toEqual([]);
  });

  test('is made once, and the next month begins with what the last one left', async () => {
    const { custId, names } = await busyCompany();
    const [first, second] = [monthOf(new Date()), monthOf(nextMonth(new Date()))];
    now = nextMonth(nextMonth(new Date()));
    const ids = await Promise.all([0, 1, 2].map(async () => (await make(bed.tenantStaff, custId, { statementMonth: first })).statementId));
    expect(new Set(ids).size).toBe(1);
    const { statementId: nextId } = await make(bed.tenantStaff, custId, { statementMonth: second });
    await Promise.all([work(), work()]);
    const [row, next] = [await rowOf(bed.tenantStaff, ids[0] ?? ''), await rowOf(bed.tenantStaff, nextId)];
    const { net } = await recount(names, now);
    expect([row.closingMoney, next.openingMoney, next.closingMoney]).toEqual(['547.70', '547.70', '547.70']);
    expect(net).toBe(547_70n);
    const before = row.madeTime;
    await make(bed.tenantStaff, custId, { statementMonth: first });
    await work();
    expect((await rowOf(bed.tenantStaff, row.statementId)).madeTime).toBe(before);
  });

  test('of any span agrees with a recount, wherever bookings fall', async () => {
    const { custId, names } = await busyCompany();
    const span = { tenantId: bed.tenantId, custId, currency: 'CNY' };
    const { rows } = await sql<{ postedAt: Date }>`select posted_at from ledger.journal where tenant_id = ${bed.tenantId} order by posted_at`.execute(
      bed.server.database.system,
    );
    const times = [...rows.map(({ postedAt }) => postedAt), new Date(Date.now() + 1_000)];
    for (let at = 0; at < times.length; at += 3) {
      const [from, to] = [times[Math.floor(at / 2)] ?? now, times[at] ?? now];
      const figures = await inSystem(bed.server.database, async (tx) =>
        sumStatement(await statementBookings(tx, { ...span, from, to }), await closingBalance(tx, { ...span, from, to })),
      );
      const [opening, closing] = [await recount(names, from), await recount(names, to)];
      expect([figures.openingCents, figures.closingCents, figures.owedCents]).toEqual([opening.net, closing.net, closing.owed]);
    }
  });
});

describe('the monthly job', () => {
  const run = () => inSystem(bed.server.database, (tx) => statementJob.run({ tx, now, params: customerStatements.initial.params }));

  test('notes each customer with an address once a month, and mails no empty statement', async () => {
    const { custId } = await addPerson(bed, bed.tenantStaff, { custMail: 'quiet@person.example', custLanguage: 3 });
    const { custId: other } = await addPerson(bed, bed.tenantStaff);
    now = nextMonth(new Date());
    sent.length = 0;
    await run();
    expect(await run()).toEqual({ noted: 0 });
    await work();
    const of = async (id: string) => (await bed.server.ok(bed.tenantStaff, customerStatementApi.list, { custId: id })).records;
    expect(await of(custId)).toMatchObject([{ statementState: 1, closingMoney: '0.00', mailState: null }]);
    expect(await of(other)).toEqual([]);
    expect(sent.map(({ message }) => message.to)).not.toContain('quiet@person.example');
  });
});

describe('who may', () => {
  test('see, download and send a statement', async () => {
    const { custId } = await busyCompany();
    const month = monthOf(new Date());
    now = nextMonth(new Date());
    const { statementId } = await make(bed.agentStaff, custId, { statementMonth: month });
    await work();
    for (const viewer of [bed.otherAgentStaff, bed.foreignStaff]) {
      expect((await bed.server.ok(viewer, customerStatementApi.list, { custId })).total).toBe(0);
      expect((await bed.server.call(viewer, customerStatementApi.download, { statementId })).status).toBe(404);
      expect((await bed.server.call(viewer, customerStatementApi.make, { custId, statementMonth: month })).status).toBe(404);
      expect((await bed.server.call(viewer, customerStatementApi.send, { statementId })).status).toBe(404);
    }
    const answer = await bed.server.fetch(bed.agentStaff, `${customerStatementApi.download.path}?statementId=${statementId}&statementFormat=1`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
    const onDisk = await readFile(path.join(folder, 'files', 'statement', month, `${statementId}.pdf`));
    expect(bytes.equals(onDisk)).toBe(true);
    sent.length = 0;
    await bed.server.ok(bed.agentStaff, customerStatementApi.send, { statementId });
    await work();
    expect(sent).toHaveLength(1);
    await bed.server.ok(bed.agentStaff, customerApi.edit, { custId, custMail: '' });
    expect((await bed.server.call(bed.agentStaff, customerStatementApi.send, { statementId })).message).toBe(
      'Customer 上海龍門車隊 has no mail address',
    );
  });
});
