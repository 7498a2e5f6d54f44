import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { bulkRoutes } from '#kit/server/crud/bulk.ts';
import { viewers } from '#kit/test/server.ts';
import { addCard, brokenInvariants, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { openingBalanceApi, walletApi } from '../resources.ts';
import { openingBalanceRoutes } from './opening-balance.server.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed(() => bulkRoutes(openingBalanceRoutes));
});
afterAll(() => testbed.server.close());

const recordProof = async () =>
  (
    await inSystem(testbed.server.database, (tx) =>
      sql<{ invariant: string; broken: bigint; subject: string | null }>`select invariant, broken, subject from money_record_proof()`.execute(tx),
    )
  ).rows.filter(({ broken }) => broken !== 0n);

test('an opening balance is brought by one person and booked by another, against an account of its own', async () => {
  const { server, tenantStaff } = testbed;
  const second = { ...tenantStaff, username: 'bert', userId: '77' };
  const [card, debtor] = [await addCard(testbed, tenantStaff), await addCard(testbed, tenantStaff)];
  const bring = (mainPartId: string, openingMoney: string) =>
    server.call(tenantStaff, openingBalanceApi.add, { mainPartType: 2, mainPartId, openingMoney, oldNo: 'OLD-7' });
  const balance = (mainPartId: string) => server.ok(tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId });
  expect(await bring(card.icCardId, '0')).toMatchObject({ refusal: 'opening.amount' });
  expect(await bring('999999', '5.00')).toMatchObject({ success: false });
  const added = await server.ok(tenantStaff, openingBalanceApi.add, {
    mainPartType: 2,
    mainPartId: card.icCardId,
    openingMoney: '120.50',
    oldNo: 'OLD-7',
  });
  expect(added).toMatchObject({ openingState: 0, journalId: null });
  expect(await bring(card.icCardId, '1.00')).toMatchObject({ refusal: 'opening.twice' });
  expect(await balance(card.icCardId)).toMatchObject({ balance: '0.00' });
  const { openingBalanceId } = added;
  expect(await server.call(tenantStaff, openingBalanceApi.book, { openingBalanceId })).toMatchObject({ refusal: 'opening.samePerson' });
  expect(await server.call(viewers.tenant('999'), openingBalanceApi.book, { openingBalanceId })).toMatchObject({ status: 404 });
  await server.ok(second, openingBalanceApi.book, { openingBalanceId });
  expect(await server.call(second, openingBalanceApi.book, { openingBalanceId })).toMatchObject({ refusal: 'opening.decided' });
  expect(await server.call(second, openingBalanceApi.decline, { openingBalanceId })).toMatchObject({ refusal: 'opening.decided' });
  expect(await balance(card.icCardId)).toMatchObject({ balance: '120.50' });
  const debt = await server.ok(tenantStaff, openingBalanceApi.add, { mainPartType: 2, mainPartId: debtor.icCardId, openingMoney: '-30.00' });
  await server.ok(second, openingBalanceApi.decline, { openingBalanceId: debt.openingBalanceId });
  const again = await server.ok(tenantStaff, openingBalanceApi.add, { mainPartType: 2, mainPartId: debtor.icCardId, openingMoney: '-30.00' });
  await server.ok(second, openingBalanceApi.book, { openingBalanceId: again.openingBalanceId });
  expect(await balance(debtor.icCardId)).toMatchObject({ balance: '0.00', owedBal: '30.00' });
  expect(await recordProof()).toEqual([]);
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('a batch books what another person brought and refuses the rest, each with its reason', async () => {
  const { server, tenantStaff } = testbed;
  const second = { ...tenantStaff, username: 'bert', userId: '77' };
  const bring = async (viewer: typeof tenantStaff, openingMoney: string) => {
    const { icCardId } = await addCard(testbed, tenantStaff);
    return server.ok(viewer, openingBalanceApi.add, { mainPartType: 2, mainPartId: icCardId, openingMoney });
  };
  const brought = [await bring(tenantStaff, '10.00'), await bring(tenantStaff, '-2.50'), await bring(second, '7.00')];
  const rowIds = brought.map(({ openingBalanceId }) => openingBalanceId).join(',');
  const { rows } = await server.ok(second, bulkApi.run, { noun: 'openingBalance', verb: 'book', rowIds });
  expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'refused']);
  const states = await Promise.all(
    brought.map(async ({ openingBalanceId }) => (await server.ok(second, openingBalanceApi.queryById, { id: openingBalanceId })).openingState),
  );
  expect(states).toEqual([1, 1, 0]);
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('a sheet is tried before it is stored; a row that cannot be taken comes back with its reason', async () => {
  const { server, tenantStaff } = testbed;
  const card = await addCard(testbed, tenantStaff);
  const { readXlsx, writeXlsx } = await import('hucre/xlsx');
  const template = await server.fetch(tenantStaff, openingBalanceApi.exportTemplate.path);
  const header = (await readXlsx(new Uint8Array(await template.arrayBuffer()))).sheets[0]?.rows[0]?.map(String) ?? [];
  expect(header).toEqual(['Party type *', 'Party', 'Account', 'Opening amount *', 'No. in the older system', 'Remark']);
  const rows = [
    header,
    ['IC card', '', card.icCardNo, '7.50', 'OLD-8', ''],
    ['IC card', '', 'NO-SUCH', '5', '', ''],
    ['IC card', '', card.icCardNo, '0', '', ''],
  ];
  const bytes = await writeXlsx({ sheets: [{ name: 's', rows }] });
  const upload = async (more: Readonly<Record<string, string>>): Promise<unknown> => {
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(bytes)]), 'openings.xlsx');
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    return (await server.fetch(tenantStaff, openingBalanceApi.importExcel.path, { method: 'POST', body: form })).json();
  };
  const stored = async () => (await server.ok(tenantStaff, openingBalanceApi.list, { mainPartId: card.icCardId })).records;
  const bad = [
    { row: 3, problems: { mainPartNo: 'No IC card has the account NO-SUCH' } },
    { row: 4, problems: { openingMoney: 'The amount must not be zero' } },
  ];
  expect(await upload({ preview: '1' })).toMatchObject({ result: { preview: { goodCount: 1, badCount: 2, bad } } });
  expect(await stored()).toEqual([]);
  expect(await upload({})).toMatchObject({ result: { successCount: 1, errorCount: 2 } });
  expect(await stored()).toMatchObject([{ openingMoney: '7.50', openingState: 0, oldNo: 'OLD-8' }]);
});
