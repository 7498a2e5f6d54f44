import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerApi, vipLevelApi } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import { cardEarningJob, sellCard } from '../server.ts';
import { addCard, addPerson, startMarketingTestbed } from '../marketing-testbed.fixture.ts';
import type { MarketingTestbed } from '../marketing-testbed.fixture.ts';
import { privilegeCardHoldApi } from '../privilege-card-hold/privilege-card-hold.ts';
import { privilegeCardApi } from './privilege-card.ts';

let bed: MarketingTestbed;
beforeAll(async () => {
  bed = await startMarketingTestbed();
  await bed.server.ok(bed.staff, privilegeCardApi.toggleFeature, { enable: 1 });
});
afterAll(() => bed.server.close());

/** The code of a refused answer. */
const whyOf = (answer: object): unknown => ('refusal' in answer ? answer.refusal : undefined);

const draft = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  tenantId: bed.tenantId,
  cardName: '月卡',
  cardNameEn: 'Month card',
  cardKind: 1,
  price: '30.00',
  validDays: 30,
  discountPercent: 50,
  rateTypes: [2],
  level: 1,
  overlayVip: 1,
  overlayCoupon: 1,
  vipLevelValLimit: 0,
  limitNum: 2,
  sort: 1,
  ...more,
});
const add = (more: Readonly<Record<string, unknown>> = {}) => bed.server.ok(bed.staff, privilegeCardApi.add, draft(more));
const onSale = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const { privilegeCardId } = await add(more);
  await bed.server.ok(bed.staff, privilegeCardApi.changeState, { id: privilegeCardId, state: 1 });
  return privilegeCardId;
};
const read = (id: string) => bed.server.ok(bed.staff, privilegeCardApi.queryById, { id });
const hold = (id: string) => bed.server.ok(bed.staff, privilegeCardHoldApi.queryById, { id });
const grant = (privilegeCardId: string, mainPartId: string) =>
  bed.server.call(bed.staff, privilegeCardApi.grant, { privilegeCardId, mainPartType: 1, mainPartId });
const given = async (privilegeCardId: string, mainPartId: string) =>
  (await bed.server.ok(bed.staff, privilegeCardApi.grant, { privilegeCardId, mainPartType: 1, mainPartId })).privilegeCardHoldId;

/** Money in the wallet of a person. */
const fund = (custId: string, cents: bigint) =>
  inSystem(bed.server.database, async (tx) => {
    const books = { tenantId: BigInt(bed.tenantId), currency: 'CNY', actor: 'test' };
    const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.opening(), accounts.wallet(`customer:${custId}`)]);
    await post(tx, books, { kind: 'opening', source: { type: 'test', id: `${custId} ${cents}` }, lines: [{ debit, credit, amountCents: cents }] });
  });
const buy = (privilegeCardId: string, custId: string, shownCents = 3_000n) =>
  inSystem(bed.server.database, async (tx) => {
    const party = await partyById(tx, 1, custId);
    return sellCard(tx, { privilegeCardId, party: party!, by: 'driver', now: new Date() }, shownCents);
  });
const refusalOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => String(error),
  );
const walletOf = async (custId: string): Promise<bigint> => {
  const [row] = await bed.server.database.asSuperuser<{ posted: bigint }>(
    `select b.posted from ledger.account a join ledger.balance b using (account_id) where a.code = $1`,
    [`wallet:customer:${custId}`],
  );
  return row?.posted ?? 0n;
};
const bookOf = async (code: string): Promise<bigint> => {
  const [row] = await bed.server.database.asSuperuser<{ sum: bigint }>(
    `select coalesce(sum(case when p.credit_id = a.account_id then p.amount else -p.amount end), 0)::int8 as sum
     from ledger.account a left join ledger.posting p on a.account_id in (p.debit_id, p.credit_id) where a.code = $1`,
    [code],
  );
  return row?.sum ?? 0n;
};
const brokenProofs = () =>
  bed.server.database.asSuperuser(
    `select invariant, subject from money_record_proof() where broken > 0 union all select invariant, subject from ledger.proof() where broken > 0`,
  );
const DAY_MS = 86_400_000;
/** The nightly job, as it runs so many days from now. */
const earn = (days: number) =>
  inSystem(bed.server.database, (tx) => cardEarningJob.run({ tx, now: new Date(Date.now() + days * DAY_MS), params: {} }));

describe('a card', () => {
  test('is put on sale, taken off and withdrawn, by GET and POST, and twice is once', async () => {
    const { server, staff } = bed;
    const card = await add();
    expect(card).toMatchObject({ state: 0, currency: 'CNY', issued: 0, sold: 0, salesAmount: '0.00' });
    const id = card.privilegeCardId;
    expect((await grant(id, await addPerson(bed))).message).toBe('The card is not on sale');
    const byGet = { ...privilegeCardApi.changeState, method: 'GET' } as const;
    for (const state of [1, 1, 0, 1, 2, 2]) expect(await server.ok(staff, byGet, { id, state })).toEqual({ state });
    expect((await server.call(staff, privilegeCardApi.changeState, { id, state: 1 })).message).toBe('The card was withdrawn');
    expect((await server.call(staff, privilegeCardApi.edit, { privilegeCardId: id, sort: 3 })).message).toBe('The card was withdrawn');
    expect((await grant(id, await addPerson(bed))).message).toBe('The card was withdrawn');
    await server.ok(staff, privilegeCardApi.delete, { id });
  });

  test.each([
    [{ level: 2 }, 'privilegeCard.scope'],
    [{ level: 3, stationIds: [] }, 'privilegeCard.scope'],
    [{ cardKind: 4 }, 'privilegeCard.kindLimit'],
    [{ cardKind: 5 }, 'privilegeCard.kindLimit'],
    [{ orderLimit: '30.0000', dayLimit: '20.0000' }, 'privilegeCard.limits'],
    [{ quota: '0.0000' }, 'privilegeCard.limits'],
    [{ dayTimes: 5, timesLimit: 3 }, 'privilegeCard.limits'],
    [{ totalNum: 1, limitNum: 2 }, 'privilegeCard.limitAboveTotal'],
  ])('is refused with %o', async (more, refusal) => {
    expect(whyOf(await bed.server.call(bed.staff, privilegeCardApi.add, draft(more)))).toBe(refusal);
  });

  test('of an agent holds at its own places alone, and others see nothing of it', async () => {
    const { server, agentStaff, otherAgentStaff, foreign, agentId, stationId, otherStationId } = bed;
    const own = { agentId, level: 3, stationIds: [{ stationId }] };
    const { privilegeCardId: id } = await server.ok(agentStaff, privilegeCardApi.add, draft(own));
    expect(whyOf(await server.call(agentStaff, privilegeCardApi.add, draft({ ...own, level: 1 })))).toBe('privilegeCard.scope');
    expect(whyOf(await server.call(bed.staff, privilegeCardApi.add, draft({ ...own, stationIds: [{ stationId: otherStationId }] })))).toBe(
      'privilegeCard.foreignPlace',
    );
    for (const viewer of [otherAgentStaff, foreign]) {
      expect(await server.call(viewer, privilegeCardApi.queryById, { id })).toMatchObject({ status: 404 });
      expect(await server.call(viewer, privilegeCardApi.changeState, { id, state: 1 })).toMatchObject({ status: 404 });
    }
    expect(whyOf(await server.call(agentStaff, privilegeCardApi.toggleFeature, { enable: 0 }))).toBe('privilegeCard.tenantOnly');
  });

  test('is sold and given only while the feature is on, which each tenant switches for itself', async () => {
    const { server, staff, foreign } = bed;
    const id = await onSale();
    expect(await server.ok(foreign, privilegeCardApi.feature, {})).toEqual({ feature: 0 });
    const byGet = { ...privilegeCardApi.toggleFeature, method: 'GET' } as const;
    expect(await server.ok(staff, byGet, { enable: 0 })).toEqual({ feature: 0 });
    expect(await server.ok(staff, byGet, { enable: 0 })).toEqual({ feature: 0 });
    const person = await addPerson(bed);
    expect(whyOf(await grant(id, person))).toBe('privilegeCard.featureOff');
    expect(await server.ok(staff, privilegeCardApi.toggleFeature, { enable: 1 })).toEqual({ feature: 1 });
    expect((await grant(id, person)).success).toBe(true);
    expect(await server.call(foreign, privilegeCardApi.toggleFeature, { enable: 1, tenantId: bed.tenantId })).toMatchObject({ status: 404 });
  });
});

describe('giving', () => {
  test('40 people who want the last 10 at once get 10, and one person gets as many as one may have', async () => {
    const id = await onSale({ totalNum: 10 });
    const answers = await Promise.all((await Promise.all(Array.from({ length: 40 }, () => addPerson(bed)))).map((person) => grant(id, person)));
    expect(answers.filter(({ success }) => success)).toHaveLength(10);
    expect(new Set(answers.filter(({ success }) => !success).map(whyOf))).toEqual(new Set(['privilegeCard.soldOut']));
    expect(await read(id)).toMatchObject({ issued: 10, sold: 0, active: 10 });
    expect(whyOf(await bed.server.call(bed.staff, privilegeCardApi.edit, { privilegeCardId: id, totalNum: 9 }))).toBe('privilegeCard.belowIssued');
    expect(whyOf(await bed.server.call(bed.staff, privilegeCardApi.delete, { id }))).toBe('privilegeCard.issuedAlready');
    const other = await onSale();
    const person = await addPerson(bed);
    const own = await Promise.all(Array.from({ length: 10 }, () => grant(other, person)));
    expect(own.filter(({ success }) => success)).toHaveLength(2);
    expect(whyOf(own.find(({ success }) => !success) ?? {})).toBe('privilegeCard.personLimit');
  });

  test('a second card of time begins when the first ends, one of charges begins at once, and terms stay as they were', async () => {
    const { server, staff } = bed;
    const [month, times] = [await onSale(), await onSale({ cardKind: 4, timesLimit: 5 })];
    const person = await addPerson(bed);
    const [first, second] = [await hold(await given(month, person)), await hold(await given(month, person))];
    expect([first.state, second.state, second.beginsAt]).toEqual([2, 1, first.expiresAt]);
    // Midnight in Shanghai, after the rest of today and thirty days.
    expect(first.expiresAt.slice(11)).toBe('16:00:00.000Z');
    expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBe(30 * DAY_MS);
    expect((await hold(await given(times, person))).state).toBe(2);
    expect((await hold(await given(times, person))).state).toBe(2);
    await server.ok(staff, privilegeCardApi.edit, { privilegeCardId: month, discountPercent: 90, price: '99.00' });
    expect(await hold(first.privilegeCardHoldId)).toMatchObject({
      terms: { discountPercent: 50, names: ['月卡', '月卡', 'Month card'], funder: 'tenant' },
      paidAmount: '0.00',
      source: 2,
    });
  });

  test('asks for the VIP level, and gives to nobody of another tenant', async () => {
    const { server, staff } = bed;
    const { vipLevelId } = await server.ok(staff, vipLevelApi.add, { vipLevelName: 'Gold', vipLevelVal: 5 });
    const id = await onSale({ vipLevelValLimit: 5 });
    const [plain, gold] = [await addPerson(bed), await addPerson(bed, { vipInfoId: vipLevelId })];
    expect(whyOf(await grant(id, plain))).toBe('privilegeCard.vipTooLow');
    expect((await grant(id, gold)).success).toBe(true);
    const { custId } = await server.ok(bed.foreign, customerApi.add, { custName: 'Foreign', custPhone: '13911111111', custType: 1, useFundsPool: 0 });
    expect(await grant(id, custId)).toMatchObject({ status: 404 });
    expect(await refusalOf(buy(id, custId))).toContain('privilegeCard.notForYou');
  });

  test('to several customers shows first who cannot have it', async () => {
    const { server, staff } = bed;
    const id = await onSale({ limitNum: 1, totalNum: 2 });
    const [has, open] = [await addPerson(bed), await addPerson(bed)];
    await given(id, has);
    const request = { noun: 'privilegeCard', verb: 'grantToCustomer', rowIds: `${has},${open}`, shared: { privilegeCardId: id }, preview: 1 };
    const preview = await server.ok(staff, bulkApi.run, request);
    expect(JSON.stringify(preview)).toContain('This person has as many as one may have');
    expect((await read(id)).issued).toBe(1);
    const icCardId = await addCard(bed);
    await server.ok(staff, privilegeCardApi.grantToCard, { privilegeCardId: id, icCardId });
    expect((await read(id)).issued).toBe(2);
  });
});

describe('selling', () => {
  test('30 presses with the money of one card sell exactly one, and the price is owed in use', async () => {
    const id = await onSale({ limitNum: 50 });
    const person = await addPerson(bed);
    await fund(person, 3_500n);
    const deferred = await bookOf('card_deferred');
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => buy(id, person)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = new Set(results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])));
    expect([...reasons].every((reason) => reason.includes('ledger.insufficient'))).toBe(true);
    expect([await walletOf(person), (await bookOf('card_deferred')) - deferred]).toEqual([500n, 3_000n]);
    expect(await read(id)).toMatchObject({ issued: 1, sold: 1, salesAmount: '30.00' });
    expect(await brokenProofs()).toEqual([]);
  });

  test('asks for the price that was shown, and sells nothing that is only given, nor to who owes', async () => {
    const [id, free] = [await onSale(), await onSale({ price: '0.00' })];
    const person = await addPerson(bed);
    await fund(person, 9_000n);
    expect(await refusalOf(buy(id, person, 2_999n))).toContain('privilegeCard.priceChanged');
    expect(await refusalOf(buy(free, person, 0n))).toContain('privilegeCard.notSold');
    await inSystem(bed.server.database, async (tx) => {
      const books = { tenantId: BigInt(bed.tenantId), currency: 'CNY', actor: 'test' };
      const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.receivable(`customer:${person}`), accounts.opening()]);
      await post(tx, books, { kind: 'opening', source: { type: 'test', id: `debt ${person}` }, lines: [{ debit, credit, amountCents: 1n }] });
    });
    expect(await refusalOf(buy(id, person))).toContain('privilegeCard.owed');
    expect(await walletOf(person)).toBe(9_000n);
  });

  test('the price is earned day by day, late runs catch up, and the card expires with all of it', async () => {
    const id = await onSale({ validDays: 3, price: '10.00' });
    const person = await addPerson(bed);
    await fund(person, 1_000n);
    const income = await bookOf('card_income:tenant');
    const { privilegeCardHoldId } = await buy(id, person, 1_000n);
    await earn(0);
    expect((await hold(privilegeCardHoldId)).earnedAmount).toBe('0.00');
    // Four local days: the one of the purchase and three whole ones.
    await earn(2);
    await earn(2);
    expect((await hold(privilegeCardHoldId)).earnedAmount).toBe('5.00');
    expect(await brokenProofs()).toEqual([]);
    await earn(9);
    expect(await hold(privilegeCardHoldId)).toMatchObject({ earnedAmount: '10.00', state: 4 });
    expect((await bookOf('card_income:tenant')) - income >= 1_000n).toBe(true);
    expect(await brokenProofs()).toEqual([]);
    expect(whyOf(await bed.server.call(bed.staff, privilegeCardHoldApi.end, { privilegeCardHoldId, reason: 'too late' }))).toBe(
      'privilegeCardHold.over',
    );
  });

  test('ending a card gives the unused rest back to the wallet and earns what is kept, once', async () => {
    const { server, staff } = bed;
    const id = await onSale({ cardKind: 4, timesLimit: 10, price: '20.00' });
    const person = await addPerson(bed);
    await fund(person, 2_000n);
    const { privilegeCardHoldId } = await buy(id, person, 2_000n);
    await server.database.asSuperuser(
      `insert into privilege_card_use (tenant_id, agent_id, station_id, privilege_card_id, privilege_card_hold_id, main_part_type, main_part_id, main_part_no, main_part_name,
        charging_order_id, charging_order_no, state, use_day, funder, currency)
       values ($1, 1, 1, $2, $3, 1, $4, 'n', 'n', 777001, 'BUSY', 3, now(), 'tenant', 'CNY')`,
      [bed.tenantId, id, privilegeCardHoldId, person],
    );
    const end = (more: Readonly<Record<string, unknown>> = {}) =>
      server.call(staff, privilegeCardHoldApi.end, { privilegeCardHoldId, reason: 'moved away', refund: 1, ...more });
    expect(whyOf(await end())).toBe('privilegeCardHold.inUse');
    expect(whyOf(await end({ reason: ' ' }))).toBe('privilegeCardHold.reasonMissing');
    await server.database.asSuperuser(`update privilege_card_use set state = 4, reason = 'notStarted' where charging_order_no = 'BUSY'`);
    await server.database.asSuperuser(
      `update privilege_card_hold set begins_at = begins_at - interval '1 day', days = days + 1 where privilege_card_hold_id = $1`,
      [privilegeCardHoldId],
    );
    const quote = await server.ok(staff, privilegeCardHoldApi.refundQuote, { privilegeCardHoldId });
    // One of 32 days is over.
    expect(quote).toEqual({ refundAmount: '19.37', currency: 'CNY' });
    expect((await end()).result).toBe('Ended; 19.37 went back');
    expect(whyOf(await end())).toBe('privilegeCardHold.over');
    expect(await hold(privilegeCardHoldId)).toMatchObject({ state: 5, refundAmount: '19.37', earnedAmount: '0.63', endReason: 'moved away' });
    expect(await walletOf(person)).toBe(1_937n);
    expect(await brokenProofs()).toEqual([]);
  });

  test('the proof finds a wrong sum, a wrong counter and a booking without a card', async () => {
    const id = await onSale();
    const person = await addPerson(bed);
    await fund(person, 3_000n);
    const { privilegeCardHoldId } = await buy(id, person);
    const broken = async (statement: string) => {
      await bed.server.database.asSuperuser(`alter table privilege_card_hold disable trigger privilege_card_hold_guard`);
      await bed.server.database.asSuperuser(statement);
      return (await brokenProofs()).map((line) => JSON.stringify(line)).join(' ');
    };
    expect(await broken(`update privilege_card_hold set paid_amount = 2999 where privilege_card_hold_id = ${privilegeCardHoldId}`)).toContain(
      `held card ${privilegeCardHoldId}`,
    );
    await bed.server.database.asSuperuser(`update privilege_card_hold set paid_amount = 3000 where privilege_card_hold_id = ${privilegeCardHoldId}`);
    expect(await broken(`update privilege_card_hold set times_used = 1 where privilege_card_hold_id = ${privilegeCardHoldId}`)).toContain(
      'counters of held card',
    );
    await bed.server.database.asSuperuser(`update privilege_card_hold set times_used = 0 where privilege_card_hold_id = ${privilegeCardHoldId}`);
    expect(await broken(`update privilege_card set issued = issued + 1 where privilege_card_id = ${id}`)).toContain(`privilege card ${id}`);
    await bed.server.database.asSuperuser(`alter table privilege_card disable trigger privilege_card_guard`);
    await bed.server.database.asSuperuser(`update privilege_card set issued = issued - 1 where privilege_card_id = ${id}`);
    await bed.server.database.asSuperuser(`alter table privilege_card enable trigger privilege_card_guard`);
    await bed.server.database.asSuperuser(`alter table privilege_card_hold enable trigger privilege_card_hold_guard`);
    expect(await brokenProofs()).toEqual([]);
  });
});

test('phone numbers of holders are masked, and lists of others are empty', async () => {
  const id = await onSale();
  const person = await addPerson(bed);
  await given(id, person);
  const [row] = (await bed.server.ok(bed.staff, privilegeCardHoldApi.list, { privilegeCardId: id })).records;
  expect(row?.mainPartNo).toMatch(/^139\*{4}\d{4}$/u);
  for (const viewer of [bed.foreign, bed.agentStaff])
    expect((await bed.server.ok(viewer, privilegeCardHoldApi.list, { privilegeCardId: id })).records).toEqual([]);
});
