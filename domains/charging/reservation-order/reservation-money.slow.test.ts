import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { cardApi } from '#domains/customer/resources.ts';
import { customerOfPhone } from '#domains/customer/server.ts';
import { gunApi, pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { CARD, PILE } from '../charging-testbed.fixture.ts';
import { startPrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';
import { refundOrderApi, reservationOrderApi } from '../resources.ts';
import { reservationExpiryJob } from './expiry.server.ts';

/** Reservations that are held or paid in advance, to the end of their money. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PHONE = '13700000009';
const FEE_MINUTE_CENTS = 10n;

let bed: PrepaidTestbed;
const world = { custId: '' };
beforeAll(async () => {
  bed = await startPrepaidTestbed();
  const { server, anna, ids } = bed;
  const details = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '0.10' }];
  const { crcId } = await server.ok(anna, reservationConfApi.add, { crcName: 'Money', details });
  await server.ok(anna, reservationConfApi.changeState, { entityId: crcId, setState: 1 });
  await server.ok(anna, pileApi.edit, { cpCode: PILE, canBeReservation: 1, crcId });
  const { custId } = await inSystem(server.database, (tx) =>
    customerOfPhone(tx, { tenantId: ids.tenantId, phone: PHONE, name: PHONE, now: new Date(bed.now()) }),
  );
  world.custId = custId;
  await bed.fund(`card:${ids.icCardId}`, 9_000_00n);
});
afterAll(() => bed.close());

const row = (croId: string) => bed.server.ok(bed.anna, reservationOrderApi.queryById, { id: croId });
const cancel = (croId: string) => bed.server.call(bed.anna, reservationOrderApi.cancel, { id: croId });
const gunState = async () =>
  (await bed.server.ok(bed.anna, gunApi.list, { cpCode: PILE })).records.find(({ gunNumber }) => gunNumber === 1)?.gunWorkStat;
const expire = () =>
  inSystem(bed.server.database, (tx) => reservationExpiryJob(bed.deps).run({ tx, now: new Date(bed.now()), params: {} }), { idempotent: true });
/** Everything that is due happens. */
const settle = async () => {
  await expire();
  await bed.worker.poll();
  await bed.deliverAll();
  await bed.work();
};
const pay = async (billId: string) => {
  expect(bed.provider.pay(billId)).toBe(true);
  await bed.deliverAll();
  await bed.work();
};

test('paid in advance: the window is kept from the payment on, and a cancellation keeps the fee and gives the rest back', async () => {
  await bed.plug(1, 2);
  const made = await bed.reserve({ custId: world.custId });
  expect(await row(made.croId)).toMatchObject({ state: 5, orderState: 0, prePayOrderId: made.prePayOrderId, keptTime: null });
  expect(await bed.orderRow(made.chargingOrderNo)).toMatchObject({
    pre_pay_order_id: BigInt(made.prePayOrderId),
    wallet_owner: `prepaid:${made.prePayOrderId}`,
  });
  // Nobody else gets the gun while the driver pays.
  const swipe = { kind: 'startRequest', gunNumber: 1, accountType: 1, account: CARD, strategyType: 1, strategyValE2: 0, atMs: bed.now() } as const;
  expect(await bed.charging.handlers.startRequest(bed.pile, swipe)).toMatchObject({ result: 6 });
  expect(bed.provider.payments.get(made.billId)?.amountCents).toBe(23_00n);

  await pay(made.billId);
  expect(await row(made.croId)).toMatchObject({ state: 1, orderState: 1 });
  expect(await gunState()).toBe(4);
  bed.advance(12 * MINUTE_MS);
  const offer = await bed.server.ok(bed.anna, reservationOrderApi.cancelOffer, { id: made.croId });
  expect(offer).toMatchObject({ feeAmount: '1.20', backAmount: '21.80', isPrepaid: true });
  await cancel(made.croId);
  await settle();
  expect(await row(made.croId)).toMatchObject({ state: 3, occupyMinutes: 12, occupyAmount: '1.20', shortfallAmount: '0.00' });
  expect(bed.provider.refundedCents(made.billId)).toBe(21_80n);
  expect(await bed.brokenInvariants()).toEqual([]);
});

test('not paid: it ends by itself with its payment window, the gun is free, and money that comes late goes back', async () => {
  // The provider says that it has closed the payment, and takes it all the same.
  Object.assign(bed.provider.told, { closesForReal: false });
  const made = await bed.reserve({ custId: world.custId });
  bed.advance(5 * MINUTE_MS - 5_000);
  await settle();
  expect(await row(made.croId)).toMatchObject({ state: 5 });
  bed.advance(40_000);
  await bed.worker.poll();
  expect(await row(made.croId)).toMatchObject({ state: 6, occupyAmount: '0.00', orderState: 4 });
  const facts = await bed.server.database.asSuperuser<{ cause: string }>(
    `select f.content ->> 'cause' as cause from order_fact f join charging_order o using (charging_order_id) where o.charging_order_no = '${made.chargingOrderNo}' and f.kind = 'cancelled'`,
  );
  expect(facts).toEqual([{ cause: 'unpaidTimeout' }]);
  expect(bed.provider.pay(made.billId)).toBe(true);
  await settle();
  expect(bed.provider.refundedCents(made.billId)).toBe(23_00n);
  Object.assign(bed.provider.told, { closesForReal: true });
  const after = await bed.reserve({ custId: world.custId });
  await cancel(after.croId);
  await settle();
  expect(await row(after.croId)).toMatchObject({ state: 3 });
  // Nobody can pay any more for what was cancelled.
  expect(bed.provider.pay(after.billId)).toBe(false);
  expect(await bed.brokenInvariants()).toEqual([]);
});

test('a fee that has changed since it was told, and an amount below the least, are refused and store nothing', async () => {
  await expect(bed.reserve({ custId: world.custId, feeCents: 2_99n })).rejects.toMatchObject({ facts: { code: 'reservation.otherFee' } });
  await expect(bed.reserve({ custId: world.custId, chargeCents: 99n })).rejects.toMatchObject({ facts: { code: 'prepaid.tooLittle' } });
  await expect(bed.reserve({ custId: '999999' })).rejects.toMatchObject({ facts: { status: 404 } });
});

const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 8) & 0xffff) / 0x1_0000;
  };
};

interface History {
  readonly croId: string;
  readonly orderNo: string;
  readonly billId: string | null;
}

const begin = async (random: () => number): Promise<History> => {
  const fromMs = random() < 0.5 ? null : bed.now() + Math.floor(25 + random() * 60) * MINUTE_MS;
  if (random() < 0.6) {
    const { croId, chargingOrderNo, billId } = await bed.reserve({ custId: world.custId, fromMs });
    return { croId, orderNo: chargingOrderNo, billId };
  }
  const { croId, chargingOrderNo } = await bed.server.ok(bed.anna, reservationOrderApi.make, {
    cpCode: PILE,
    gunNum: 1,
    mainPartType: 2,
    mainPartId: bed.ids.icCardId,
    minutes: 30,
    ...(fromMs !== null && { startTime: new Date(fromMs) }),
  });
  return { croId, orderNo: chargingOrderNo, billId: null };
};

/** The party comes: it starts at the pile, charges and ends, whenever the platform lets it. */
const arrive = async ({ orderNo, billId }: History, energyDwh: number): Promise<void> => {
  await bed.plug();
  const account = billId === null ? ({ accountType: 1, account: CARD } as const) : ({ accountType: 4, account: PHONE } as const);
  const answer = await bed.charging.handlers.startRequest(bed.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    ...account,
    strategyType: 1,
    strategyValE2: 0,
    atMs: bed.now(),
  });
  if (answer.result !== 0) return bed.plug(1, 2);
  const isReserved = answer.chargingOrderNo === orderNo;
  const { chargingOrderNo } = answer;
  const started = {
    kind: 'startResult',
    chargingOrderNo,
    gunNumber: 1,
    startResult: isReserved ? 0 : 1,
    startSource: 16,
    startSoc: 40,
    fromStore: false,
  } as const;
  await bed.charging.handlers.startResult(bed.pile, { ...started, startAtMs: bed.now(), startMeterDwh: 1_000_000 });
  // Whoever comes long before the window charges on an order of its own, which is not what is looked at here.
  if (!isReserved) return bed.plug(1, 2);
  bed.advance(MINUTE_MS * Math.ceil(energyDwh / 10_000));
  await bed.sample(orderNo, energyDwh);
  await bed.sendEndRecord(orderNo, energyDwh, { startMeterDwh: 1_000_000, stopMeterDwh: 1_000_000 + energyDwh });
  await bed.plug(1, 2);
};

/** One reservation through random events; at the end everything is at rest. */
const live = async (seed: number): Promise<History> => {
  const random = randomOf(seed);
  await bed.plug(1, 2);
  const history = await begin(random);
  const { billId, croId } = history;
  Object.assign(bed.provider.told, {
    fault: () => (random() < 0.2 ? 'answerLost' : 'none'),
    fate: () => (random() < 0.2 ? 'slow' : 'now'),
    closesForReal: random() < 0.5,
  });
  for (let step = 0; step < 7; step += 1) {
    const chance = random();
    if (billId !== null && chance < 0.3) bed.provider.pay(billId);
    else if (chance < 0.4) await cancel(croId);
    else if (chance < 0.6) await arrive(history, 5_000 + Math.floor(random() * 40_000));
    bed.advance(Math.floor(random() * 22 * MINUTE_MS));
    // A worker that was down comes back at some time, and each may come first.
    if (random() < 0.7) await bed.worker.poll();
    if (random() < 0.5) await expire();
    if (random() < 0.7) await bed.work();
    if (random() < 0.5) await bed.deliverAll();
  }
  Object.assign(bed.provider.told, { fault: () => 'none', fate: () => 'now' });
  for (let round = 0; round < 4; round += 1) {
    bed.advance(7 * HOUR_MS);
    bed.provider.settleRefunds();
    await settle();
    for (const refund of billId === null ? [] : await bed.refundRows(billId))
      await bed.server.call(bed.anna, refundOrderApi.retry, { id: String(refund['refund_id']) });
  }
  return history;
};

const wallet = async () => {
  const { cardBalance, availableBal } = await bed.server.ok(bed.anna, cardApi.queryById, { id: bed.ids.icCardId });
  expect(availableBal).toBe(cardBalance);
  return BigInt((cardBalance ?? '0').replace('.', ''));
};
const minutesBetween = (fromMs: number, untilMs: number): number => {
  let minutes = 0;
  while (fromMs + (minutes + 1) * MINUTE_MS <= untilMs) minutes += 1;
  return minutes;
};

/** `RESERVE_SEEDS=1000 npx vitest run …` runs more of them. */
const SEEDS = Number(process.env['RESERVE_SEEDS'] ?? 24);

test(`random histories, ${SEEDS} seeds: the fee, the bill and what went back are what was paid or held, to the cent`, async () => {
  const ends = new Map<number, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const before = await wallet();
    const { croId, orderNo, billId } = await live(seed);
    const ended = await row(croId);
    const order = await bed.orderRow(orderNo);
    expect([seed, [4, 5].includes(Number(order['order_state'])), [1, 5].includes(ended.state)]).toEqual([seed, true, false]);
    const feeCents = BigInt((ended.occupyAmount ?? '0').replace('.', ''));
    const billedCents = BigInt(String(order['billing_amount']));
    // A watch beside the gun: each whole minute from when it was kept until the end.
    const keptMs = ended.keptTime === null ? null : Math.max(Date.parse(ended.keptTime), Date.parse(ended.startTime));
    const watched = keptMs === null ? 0 : minutesBetween(keptMs, Date.parse(ended.endTime ?? ''));
    expect([seed, feeCents]).toEqual([seed, BigInt(watched) * FEE_MINUTE_CENTS]);
    const spentCents =
      billId === null ? before - (await wallet()) : (bed.provider.payments.get(billId)?.paidCents ?? 0n) - bed.provider.refundedCents(billId);
    expect([seed, spentCents]).toEqual([seed, feeCents + billedCents]);
    ends.set(ended.state, (ends.get(ended.state) ?? 0) + 1);
  }
  // The histories are not all the same.
  expect([2, 3, 4, 6].filter((state) => ends.has(state))).toEqual([2, 3, 4, 6]);
  const { rows } = await inSystem(bed.server.database, (tx) =>
    sql<{
      booked: bigint;
      owed: bigint;
    }>`select (select coalesce(sum(p.amount), 0)::int8 from ledger.journal j join ledger.posting p using (journal_id) where j.kind = 'reserve_fee') as booked,
      (select coalesce(sum(occupy_amount), 0)::int8 from reservation_order) as owed`.execute(tx),
  );
  expect(rows[0]?.booked).toBe(rows[0]?.owed);
  expect(await bed.books()).toMatchObject({ inTransit: 0n, prepaid: 0n, provider: bed.provider.balanceCents() });
  expect(await bed.brokenInvariants()).toEqual([]);
}, 1_200_000);
