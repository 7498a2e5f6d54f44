import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { addCard, addCompany, brokenInvariants, rechargeCard, settleOrderOnCard, startMoneyTestbed, withoutTimestamp } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

describe('list, totals and export', () => {
  test('are of the same rows, whatever the filter, and totals tell what came in and what went back', async () => {
    const card = await addCard(testbed, testbed.agentStaff, { cardPeople: 'Totals One' });
    const other = await addCard(testbed, testbed.agentStaff, { cardPeople: 'Totals Two' });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '10.10' });
    const wrong = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '20.20' });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: other.icCardId, rrMoney: '5' });
    await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 25_00n });
    await testbed.server.ok(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId: wrong.rechargRecordId, reason: 'x', toReceivable: 1 });
    const query = { mainPartName: 'Totals One' };
    expect(await testbed.server.ok(testbed.tenantStaff, rechargeApi.dealConsume, query)).toMatchObject({
      rechargeAllMoney: '30.30',
      reverseAllMoney: '20.20',
      receivableAllMoney: '14.90',
      netAllMoney: '10.10',
      totalsCapped: false,
      byCurrency: [{ currency: 'CNY', rowCount: 3 }],
    });
    const list = await testbed.server.ok(testbed.tenantStaff, rechargeApi.list, query);
    expect(list.records.map((row) => row.rrMoney)).toEqual(['-20.20', '20.20', '10.10']);
    const { readXlsx } = await import('hucre/xlsx');
    const response = await testbed.server.fetch(testbed.tenantStaff, `${rechargeApi.exportXls.path}?mainPartName=Totals%20One`);
    const rows = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(expect.arrayContaining(['Balance before', 'Balance after']));
    for (const filter of [
      { hasReverse: 1 },
      { payMethod: '1,2' },
      { mainPartType: 2 },
      { mainPartId: card.icCardId },
      { mainPartNo: card.icCardNo },
      { reverseRecordId: wrong.rechargRecordId },
      { rechargeTime_begin: '2020-01-01' },
    ]) {
      const [rowsOf, sums] = [
        await testbed.server.ok(testbed.tenantStaff, rechargeApi.list, { ...filter, pageSize: 100 }),
        await testbed.server.ok(testbed.tenantStaff, rechargeApi.dealConsume, filter),
      ];
      const listed = rowsOf.records.reduce((sum, row) => sum + Math.round(Number(row.rrMoney) * 100), 0);
      expect(rowsOf.total).toBeLessThanOrEqual(100);
      expect(Math.round(Number(sums.netAllMoney) * 100)).toBe(listed);
    }
  });

  test('of an empty list are zero; amounts of different currencies are not added', async () => {
    expect(await testbed.server.ok(testbed.tenantStaff, rechargeApi.dealConsume, { mainPartName: 'nobody at all' })).toMatchObject({
      netAllMoney: '0.00',
      byCurrency: [],
    });
    const far = await addCard(testbed, testbed.foreignStaff);
    await rechargeCard(testbed, testbed.foreignStaff, { icCardId: far.icCardId, rrMoney: '7' });
    const both = await testbed.server.ok(testbed.platform, rechargeApi.dealConsume, {});
    expect(both.netAllMoney).toBeUndefined();
    expect(both.byCurrency.map(({ currency }) => currency)).toEqual(['CNY', 'EUR']);
    expect(await testbed.server.ok(testbed.foreignStaff, rechargeApi.dealConsume, {})).toMatchObject({ netAllMoney: '7.00' });
  });

  test.each([{ column: 'rrMoney' }, { payMethod: '9' }, { rechargeTime_begin: 'yesterday' }, { mainPartId: 'x' }])(
    '%o is refused alike',
    async (query) => {
      for (const endpoint of [rechargeApi.list, rechargeApi.dealConsume])
        expect((await testbed.server.call(testbed.tenantStaff, endpoint, query)).status).toBe(400);
    },
  );
});

describe('four viewers', () => {
  test('see the recharges of their own customers, in list and totals; station staff see none', async () => {
    const own = await addCompany(testbed, testbed.agentStaff, { custName: 'Scope Mine' });
    const other = await addCompany(testbed, testbed.otherAgentStaff, { custName: 'Scope Other' });
    const far = await addCompany(testbed, testbed.foreignStaff, { custName: 'Scope Far' });
    for (const { custId } of [own, other, far])
      await testbed.server.ok(testbed.platform, rechargeApi.add, { mainPartType: 3, mainPartId: custId, rrMoney: '3', payMethod: 0 });
    const visibleTo = async (viewer: Viewer) => {
      const { records } = await testbed.server.ok(viewer, rechargeApi.list, { mainPartName: 'Scope' });
      const { byCurrency } = await testbed.server.ok(viewer, rechargeApi.dealConsume, { mainPartName: 'Scope' });
      expect(byCurrency.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(records.length);
      return records.map((row) => row.mainPartName).toSorted();
    };
    expect(await visibleTo(testbed.platform)).toEqual(['Scope Far', 'Scope Mine', 'Scope Other']);
    expect(await visibleTo(testbed.tenantStaff)).toEqual(['Scope Mine', 'Scope Other']);
    expect(await visibleTo(testbed.agentStaff)).toEqual(['Scope Mine']);
    expect(await visibleTo(testbed.otherAgentStaff)).toEqual(['Scope Other']);
    expect(await visibleTo(testbed.stationStaff)).toEqual([]);
    expect(await visibleTo(testbed.foreignStaff)).toEqual(['Scope Far']);
    expect(await visibleTo(viewers.customer(testbed.tenantId, own.custId))).toEqual(['Scope Mine']);
  });

  test('a foreign id answers exactly as an absent one, wherever it stands', async () => {
    const far = await addCard(testbed, testbed.foreignStaff);
    const farRecord = await rechargeCard(testbed, testbed.foreignStaff, { icCardId: far.icCardId, rrMoney: '3' });
    const others = await addCard(testbed, testbed.otherAgentStaff);
    const othersRecord = await rechargeCard(testbed, testbed.otherAgentStaff, { icCardId: others.icCardId, rrMoney: '3' });
    const places = (viewer: Viewer, { record, card }: { readonly record: string; readonly card: string }) =>
      Promise.all([
        testbed.server.call(viewer, rechargeApi.queryById, { id: record }),
        testbed.server.call(viewer, rechargeApi.reverse, { rechargRecordId: record, reason: 'x' }),
        testbed.server.call(viewer, rechargeApi.reverse, { rechargRecordId: record, reason: 'x', toReceivable: 1 }),
        testbed.server.call(viewer, rechargeApi.list, { rechargRecordId: record }),
        testbed.server.call(viewer, rechargeApi.list, { mainPartId: card }),
        testbed.server.call(viewer, rechargeApi.dealConsume, { mainPartId: card }),
        testbed.server.call(viewer, rechargeApi.list, { custId: card }),
        testbed.server.call(viewer, walletApi.balance, { mainPartType: 2, mainPartId: card }),
        testbed.server.call(viewer, walletApi.statement, { mainPartType: 2, mainPartId: card }),
        testbed.server.call(viewer, rechargeApi.add, { mainPartType: 2, mainPartId: card, rrMoney: '1', payMethod: 0 }),
      ]);
    const blank = (answers: readonly object[], card: string) =>
      answers.map((answer) => JSON.stringify(withoutTimestamp(answer)).replaceAll(card, '#'));
    const absent = { record: '999999999', card: '888888888' };
    for (const [viewer, foreign] of [
      [testbed.tenantStaff, { record: farRecord.rechargRecordId, card: far.icCardId }],
      [testbed.agentStaff, { record: farRecord.rechargRecordId, card: far.icCardId }],
      [testbed.agentStaff, { record: othersRecord.rechargRecordId, card: others.icCardId }],
      [testbed.stationStaff, { record: othersRecord.rechargRecordId, card: others.icCardId }],
    ] as const) {
      const answers = await places(viewer, foreign);
      expect(blank(answers, foreign.card)).toEqual(blank(await places(viewer, absent), absent.card));
      expect(answers.slice(0, 3).every(({ status }) => status === 404)).toBe(true);
      expect(answers[9]).toMatchObject({ success: false });
    }
    const foreign = await testbed.server.call(testbed.agentStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartNo: others.icCardNo,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(foreign).toMatchObject({ success: false, message: `No IC card has the account ${others.icCardNo}` });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('no session 401, no permission 403 by name', async () => {
    expect(await testbed.server.call(undefined, rechargeApi.list, {})).toMatchObject({ status: 401 });
    const reader = viewers.limited(testbed.tenantStaff, ['recharge:list']);
    expect(await testbed.server.call(reader, rechargeApi.add, { rrMoney: '1' })).toMatchObject({ status: 403, message: 'No access: recharge:add' });
    expect((await testbed.server.fetch(reader, rechargeApi.importExcel.path, { method: 'POST' })).status).toBe(403);
    expect((await testbed.server.fetch(reader, rechargeApi.exportXls.path)).status).toBe(403);
  });
});
