import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { cardApi, cardOperateApi, customerApi, reapplyCardEndpoint } from '../resources.ts';
import { addCard, addCustomer, nextNumber, recharge, startCustomerTestbed, withoutTimestamp } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';
import { changeState, checkReapply } from './card.rules.ts';

let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
});
afterAll(() => testbed.server.close());

const numbers = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await testbed.server.ok(viewer, cardApi.list, query)).records.map((row) => row.icCardNo).toSorted();
const operations = async (icCardId: string) =>
  (await testbed.server.ok(testbed.tenantStaff, cardOperateApi.list, { icCardId, column: 'createTime', order: 'asc' })).records.map((row) => [
    row.csrFlag_dictText,
    row.csrReason,
  ]);
const stored = async (icCardId: string) =>
  (await testbed.server.database.asSuperuser<{ card_pwd: string | null }>('SELECT card_pwd FROM ic_card WHERE ic_card_id = $1', [icCardId]))[0]
    ?.card_pwd;

describe('a card', () => {
  test('is kept in capitals, belongs to the agent of its customer, and its issue is written down', async () => {
    const company = await addCustomer(testbed, testbed.agentStaff, { custName: 'Taxi Co', custType: 2, useFundsPool: 1 });
    const row = await addCard(testbed, testbed.tenantStaff, {
      icCardNo: 'abc12345',
      custId: company.custId,
      agentId: testbed.otherAgentId,
      cardPeople: 'Han Mei',
    });
    expect(row).toMatchObject({
      icCardNo: 'ABC12345',
      agentId: testbed.agentId,
      custId_dictText: 'Taxi Co',
      useFundsPool: 1,
      hasPwd: 0,
      cardState: 1,
      currency: 'CNY',
      cardBalance: '0.00',
      errorCount: 0,
    });
    expect(await operations(row.icCardId)).toEqual([['Issued', null]]);
    const twin = await testbed.server.call(testbed.tenantStaff, cardApi.add, { icCardNo: 'ABC12345', canDiscount: 1 });
    expect(twin).toMatchObject({ success: false, message: 'Card number exists already' });
    await addCard(testbed, testbed.foreignStaff, { icCardNo: 'ABC12345' });
  });

  test('shows what its own wallet holds', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    await recharge(testbed, { tenantId: testbed.tenantId, code: `wallet:card:${icCardId}` }, 5_050);
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).toMatchObject({
      cardBalance: '50.50',
      availableBal: '50.50',
    });
  });

  test('hides its password: sealed in the database, absent from every answer, and another one each time', async () => {
    const one = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    const two = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    expect(one).toMatchObject({ hasPwd: 1 });
    for (const answer of [
      one,
      (await testbed.server.ok(testbed.tenantStaff, cardApi.list, {})).records,
      await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: one.icCardId }),
    ]) {
      expect(JSON.stringify(answer)).not.toContain('cardPwd');
    }
    expect(await stored(one.icCardId)).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(await stored(one.icCardId)).not.toBe(await stored(two.icCardId));
    expect(await stored(one.icCardId)).not.toContain('135790');
  });

  test('gets a new password or none by a call of its own, never by an edit', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    const before = await stored(icCardId);
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId, cardPwd: '000000', cardPeople: 'Someone' })).toMatchObject({
      cardPeople: 'Someone',
    });
    expect(await stored(icCardId)).toBe(before);
    await testbed.server.ok(testbed.tenantStaff, cardApi.resetPwd, { icCardId, cardPwd: '24682468', csrReason: 'forgotten' });
    expect(await stored(icCardId)).not.toBe(before);
    await testbed.server.ok(testbed.tenantStaff, cardApi.resetPwd, { icCardId });
    expect(await stored(icCardId)).toBeNull();
    expect((await operations(icCardId)).slice(1)).toEqual([
      ['Password reset', 'forgotten'],
      ['Password reset', null],
    ]);
    const reader = viewers.limited(testbed.tenantStaff, ['card:list', 'card:edit']);
    expect(await testbed.server.call(reader, cardApi.resetPwd, { icCardId })).toMatchObject({ status: 403, message: 'No access: card:password' });
  });

  test('changes state with a reason on record, one by one and in a batch; the same state is no change', async () => {
    const [one, two] = [await addCard(testbed, testbed.tenantStaff), await addCard(testbed, testbed.tenantStaff)];
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: one.icCardId, setState: 2, csrReason: 'reported lost' });
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeStatBatch, { ids: `${one.icCardId},${two.icCardId},`, stat: 0 });
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: one.icCardId, setState: 0 });
    expect(await operations(one.icCardId)).toEqual([
      ['Issued', null],
      ['Locked', 'reported lost'],
      ['Disabled', null],
    ]);
    expect(await operations(two.icCardId)).toEqual([
      ['Issued', null],
      ['Disabled', null],
    ]);
  });

  test('is voided only when empty; a void card cannot be operated', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
    await recharge(testbed, { tenantId: testbed.tenantId, code: `wallet:card:${icCardId}` }, 1);
    const discard = () => testbed.server.call(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
    expect((await discard()).message).toBe(`Card ${icCardNo} still holds 0.01 CNY; replace it or refund it first`);
    expect((await testbed.server.call(testbed.tenantStaff, cardApi.delete, { id: icCardId })).message).toContain('still holds 0.01 CNY');

    const empty = await addCard(testbed, testbed.tenantStaff);
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: empty.icCardId, setState: -1 });
    const refusals = await Promise.all([
      testbed.server.call(testbed.tenantStaff, cardApi.changeState, { entityId: empty.icCardId, setState: 1 }),
      testbed.server.call(testbed.tenantStaff, cardApi.edit, { icCardId: empty.icCardId, cardPeople: 'X' }),
      testbed.server.call(testbed.tenantStaff, cardApi.resetPwd, { icCardId: empty.icCardId, cardPwd: '123456' }),
      testbed.server.call(testbed.tenantStaff, reapplyCardEndpoint, { icCardId: empty.icCardId, newIcCardNo: 'NEWONE01', csrReason: 'why' }),
    ]);
    for (const answer of refusals)
      expect(answer).toMatchObject({ status: 200, success: false, message: `Card ${empty.icCardNo} is void and cannot be operated` });
    const chinese = await testbed.server.call({ ...testbed.tenantStaff, language: 'zh_TW' }, cardApi.edit, {
      icCardId: empty.icCardId,
      cardPeople: 'X',
    });
    expect(chinese.message).toBe(`卡「${empty.icCardNo}」已作廢，不能再操作`);
  });

  test('is not given to a customer that is closed, nor to one of another tenant', async () => {
    const closed = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Gone' });
    await testbed.server.ok(testbed.tenantStaff, customerApi.changeState, { entityId: closed.custId, setState: -1 });
    expect(
      await testbed.server.call(testbed.tenantStaff, cardApi.add, { icCardNo: 'GONE0001', canDiscount: 1, custId: closed.custId }),
    ).toMatchObject({
      success: false,
      message: 'Customer Gone is closed; no card can be added',
    });
    const far = await addCustomer(testbed, testbed.foreignStaff);
    const [foreign, absent] = await Promise.all(
      [far.custId, '99999999'].map((custId) =>
        testbed.server.call(testbed.tenantStaff, cardApi.add, { icCardNo: 'GONE0002', canDiscount: 1, custId }),
      ),
    );
    expect(withoutTimestamp(foreign!)).toEqual(withoutTimestamp(absent!));
    const mixed = await testbed.server.call(testbed.platform, cardApi.add, {
      icCardNo: 'GONE0003',
      canDiscount: 1,
      tenantId: testbed.tenantId,
      custId: far.custId,
    });
    expect(mixed).toMatchObject({ success: false });
    expect(await numbers(testbed.platform, { icCardNo: 'GONE' })).toEqual([]);
  });

  test('moves with the customer it is given to', async () => {
    const { custId } = await addCustomer(testbed, testbed.tenantStaff, { agentId: testbed.otherAgentId });
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { agentId: testbed.agentId });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId, custId })).toMatchObject({ custId, agentId: testbed.otherAgentId });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId, agentId: testbed.agentId })).toMatchObject({
      agentId: testbed.otherAgentId,
    });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId, custId: null, agentId: testbed.agentId })).toMatchObject({
      custId: null,
      agentId: testbed.agentId,
    });
  });
});

describe('a replaced card', () => {
  test('is void, and holder, password and mark stand on the new one', async () => {
    const { custId } = await addCustomer(testbed, testbed.agentStaff);
    const old = await addCard(testbed, testbed.agentStaff, {
      custId,
      cardPeople: 'Han Mei',
      cardPwd: '135790',
      cardAlarmMoney: '9.00',
      canDiscount: 0,
    });
    await testbed.server.ok(testbed.agentStaff, cardApi.changeState, { entityId: old.icCardId, setState: 2, csrReason: 'lost' });
    const newIcCardNo = `NEW${nextNumber()}`;
    const answer = await testbed.server.ok(testbed.agentStaff, reapplyCardEndpoint, {
      icCardId: old.icCardId,
      newIcCardNo: newIcCardNo.toLowerCase(),
      csrReason: 'lost on the bus',
    });
    expect(answer).toMatchObject({
      icCardNo: newIcCardNo,
      custId,
      cardPeople: 'Han Mei',
      hasPwd: 1,
      cardState: 1,
      canDiscount: 0,
      cardAlarmMoney: '9.00',
      agentId: testbed.agentId,
    });
    expect(await testbed.server.ok(testbed.agentStaff, cardApi.queryById, { id: old.icCardId })).toMatchObject({ cardState: -1, newIcCardNo });
    expect((await operations(old.icCardId)).at(-1)).toEqual(['Voided', 'lost on the bus']);
    const log = await testbed.server.ok(testbed.agentStaff, cardOperateApi.list, { icCardId: answer.icCardId });
    expect(log.records).toMatchObject([
      { csrFlag: 2, csrReason: 'lost on the bus', oldCardId: old.icCardId, oldCardNumber: old.icCardNo, createBy: testbed.agentStaff.username },
    ]);
  });

  test('needs a reason, and a number that is new', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
    const taken = await addCard(testbed, testbed.tenantStaff);
    const call = (more: object) =>
      testbed.server.call(testbed.tenantStaff, reapplyCardEndpoint, { icCardId, newIcCardNo: `NEW${nextNumber()}`, csrReason: 'x', ...more });
    expect(await call({ csrReason: ' ' })).toMatchObject({ status: 400, success: false });
    expect((await call({ newIcCardNo: taken.icCardNo })).message).toBe('Card number exists already');
    expect((await call({ newIcCardNo: icCardNo })).message).toBe('The new number is that of the old card');
    expect(await call({ newIcCardNo: 'no good' })).toMatchObject({ status: 400, success: false });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).toMatchObject({ cardState: 1, newIcCardNo: null });
  });

  test('two at once make one new card', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const answers = await Promise.all(
      ['RACE0001', 'RACE0002', 'RACE0003'].map((newIcCardNo) =>
        testbed.server.call(testbed.tenantStaff, reapplyCardEndpoint, { icCardId, newIcCardNo, csrReason: 'race' }),
      ),
    );
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
    expect(await numbers(testbed.tenantStaff, { icCardNo: 'RACE' })).toHaveLength(1);
  });

  test('keeps being disabled, because that was about its holder', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: 0 });
    expect(
      await testbed.server.ok(testbed.tenantStaff, reapplyCardEndpoint, { icCardId, newIcCardNo: `NEW${nextNumber()}`, csrReason: 'x' }),
    ).toMatchObject({
      cardState: 0,
    });
  });

  test('waits for the order that holds its money', () => {
    const card = { icCardNo: 'A1', cardState: 1, currency: 'CNY', cardBalance: 500n, availableBal: 200n, owedCents: 0n } as const;
    expect(checkReapply(card, 'B2')).toEqual({ ok: false, refusal: 'card.charging', args: { no: 'A1' } });
    expect(changeState(card, -1)).toMatchObject({ ok: false, refusal: 'card.charging' });
    expect(changeState(card, 0)).toMatchObject({ ok: true, next: { state: 0, operation: 4 } });
  });
});

describe('bad input', () => {
  test.each([
    [{ icCardNo: 'a b' }, 'icCardNo', 'Card number needs at least 4 characters'],
    [{ icCardNo: 'AB,12345' }, 'icCardNo', 'Card number has a wrong format'],
    [{ icCardNo: 'AB 12345' }, 'icCardNo', 'Card number has a wrong format'],
    [{ cardPwd: '12345' }, 'cardPwd', 'Card password needs at least 6 characters'],
    [{ cardPwd: '12345678901234567' }, 'cardPwd', 'Card password may have 16 characters at most'],
    [{ cardPwd: '12345a' }, 'cardPwd', 'Card password has a wrong format'],
    [{ cardPhone: 'x' }, 'cardPhone', 'Phone is not a valid phone number'],
  ])('%o names the field', async (bad, field, message) => {
    const answer = await testbed.server.call(testbed.tenantStaff, cardApi.add, { icCardNo: 'FINE0001', canDiscount: 1, ...bad });
    expect(answer).toMatchObject({ status: 400, success: false, result: { fields: { [field]: message } } });
  });
});

describe('four viewers', () => {
  test('see their own cards and records; a big customer those of its company', async () => {
    const company = await addCustomer(testbed, testbed.agentStaff, { custType: 2 });
    const mine = await addCard(testbed, testbed.agentStaff, { icCardNo: 'SCOPE001', custId: company.custId });
    await addCard(testbed, testbed.tenantStaff, { icCardNo: 'SCOPE002' });
    await addCard(testbed, testbed.tenantStaff, { icCardNo: 'SCOPE003', agentId: testbed.otherAgentId });
    await addCard(testbed, testbed.foreignStaff, { icCardNo: 'SCOPE004' });
    const asked = { icCardNo: 'SCOPE' };
    expect(await numbers(testbed.platform, asked)).toEqual(['SCOPE001', 'SCOPE002', 'SCOPE003', 'SCOPE004']);
    expect(await numbers(testbed.tenantStaff, asked)).toEqual(['SCOPE001', 'SCOPE002', 'SCOPE003']);
    expect(await numbers(testbed.agentStaff, asked)).toEqual(['SCOPE001']);
    expect(await numbers(testbed.stationStaff, asked)).toEqual([]);
    expect(await numbers(viewers.customer(testbed.tenantId, company.custId))).toEqual(['SCOPE001']);
    const logged = async (viewer: Viewer) => (await testbed.server.ok(viewer, cardOperateApi.list, { icCardId: mine.icCardId })).total;
    expect([
      await logged(testbed.platform),
      await logged(testbed.tenantStaff),
      await logged(testbed.agentStaff),
      await logged(testbed.otherAgentStaff),
      await logged(testbed.stationStaff),
    ]).toEqual([1, 1, 1, 0, 0]);
    expect(await logged(viewers.customer(testbed.tenantId, company.custId))).toBe(0);
  });

  test('a foreign id answers exactly as an absent one', async () => {
    const { icCardId } = await addCard(testbed, testbed.foreignStaff);
    const places = (viewer: Viewer, id: string) =>
      Promise.all([
        testbed.server.call(viewer, cardApi.queryById, { id }),
        testbed.server.call(viewer, cardApi.edit, { icCardId: id, cardPeople: 'Stolen' }),
        testbed.server.call(viewer, cardApi.delete, { id }),
        testbed.server.call(viewer, cardApi.deleteBatch, { ids: id }),
        testbed.server.call(viewer, cardApi.changeState, { entityId: id, setState: 0 }),
        testbed.server.call(viewer, cardApi.changeStatBatch, { ids: id, stat: 0 }),
        testbed.server.call(viewer, cardApi.resetPwd, { icCardId: id, cardPwd: '123456' }),
        testbed.server.call(viewer, reapplyCardEndpoint, { icCardId: id, newIcCardNo: 'STOLEN01', csrReason: 'x' }),
        testbed.server.call(viewer, cardApi.list, { icCardId: id }),
        testbed.server.call(viewer, cardOperateApi.list, { icCardId: id }),
      ]);
    for (const viewer of [testbed.tenantStaff, testbed.agentStaff]) {
      const foreign = (await places(viewer, icCardId)).map(withoutTimestamp);
      expect(foreign).toEqual((await places(viewer, '999999999')).map(withoutTimestamp));
      expect(foreign.slice(0, 8).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
    }
  });

  test('the records of what was done cannot be changed, not even by the system', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    await expect(
      testbed.server.database.systemPool.query('UPDATE ic_card_operate SET csr_reason = $1 WHERE ic_card_id = $2', ['x', icCardId]),
    ).rejects.toThrow('permission denied');
    await expect(testbed.server.database.systemPool.query('DELETE FROM ic_card_operate WHERE ic_card_id = $1', [icCardId])).rejects.toThrow(
      'permission denied',
    );
  });
});

test('a sheet adds cards with their passwords, and says which row is wrong', async () => {
  const { writeXlsx } = await import('hucre/xlsx');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 's',
        rows: [
          ['Card number *', 'Card password', 'VIP discount applies *'],
          ['SHEET001', '135790', 'Yes'],
          ['SHEET002', 'abc', 'Yes'],
          ['SHEET001', '', 'No'],
          ['de-sheet-c1234.5678-x', '', 'Yes'],
        ],
      },
    ],
  });
  const form = new FormData();
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'cards.xlsx');
  const answer = (await (await testbed.server.fetch(testbed.tenantStaff, cardApi.importExcel.path, { method: 'POST', body: form })).json()) as {
    result: object;
  };
  expect(answer).toMatchObject({ code: 201, result: { successCount: 2, errorCount: 2 } });
  expect(await numbers(testbed.tenantStaff, { icCardNo: 'SHEET' })).toEqual(['DE-SHEET-C1234.5678-X', 'SHEET001']);
  expect((await testbed.server.ok(testbed.tenantStaff, cardApi.list, { icCardNo: 'SHEET001' })).records).toMatchObject([{ hasPwd: 1 }]);
});
