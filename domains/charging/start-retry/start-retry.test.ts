import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';

let bed: PrepaidTestbed;
beforeAll(async () => {
  bed = await startPrepaidTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.plug());

const [CABLE, CHARGER] = [167, 190];

const paid = async (): Promise<string> => {
  const { billId } = await bed.create();
  expect(bed.provider.pay(billId)).toBe(true);
  await bed.deliverAll();
  await bed.work();
  return billId;
};
const refuse = async (billId: string, startResult: number): Promise<void> => {
  await bed.refuseStart(billId, startResult);
  await bed.work();
};
/** The provider and the books agree to the cent, and every proof holds. */
const expectAgreement = async () => {
  const { provider, inTransit, prepaid } = await bed.books();
  expect({ provider, inTransit, prepaid }).toEqual({ provider: bed.provider.balanceCents(), inTransit: 0n, prepaid: 0n });
  expect(await bed.brokenInvariants()).toEqual([]);
};

test('a start that failed at the cable is tried again with the same money, by an order of its own', async () => {
  const billId = await paid();
  const first = (await bed.row(billId))['charging_order_id'];
  await refuse(billId, CABLE);
  expect(await bed.row(billId)).toMatchObject({ refund_amount: 0n, retry_count: 0, retry_until: expect.any(Date) });
  // A gun that is not plugged in is an obstacle, and the retry stays open.
  await bed.plug(1, 2);
  expect(await bed.retry(billId)).toMatchObject({ obstacle: 'gun.notPlugged' });
  await bed.plug();
  expect(await Promise.all([bed.retry(billId), bed.retry(billId), bed.retry(billId)])).toEqual(expect.arrayContaining(['begun', 'open', 'open']));
  const row = await bed.row(billId);
  expect(row).toMatchObject({ retry_count: 1, retry_until: null, refund_amount: 0n });
  expect(row['charging_order_id']).not.toBe(first);
  await bed.chargePaid(billId, 20_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_amount: 4700n, refund_state: 2 }]);
  expect(await bed.retry(billId)).toBe('notOffered');
  await expectAgreement();
});

test('a second failure, a fault of the charger, and the end of the time give everything back', async () => {
  const twice = await paid();
  await refuse(twice, CABLE);
  expect(await bed.retry(twice)).toBe('begun');
  await refuse(twice, CABLE);
  expect(await bed.row(twice)).toMatchObject({ refund_amount: 5000n, refund_stat: 2 });
  const charger = await paid();
  await refuse(charger, CHARGER);
  expect(await bed.row(charger)).toMatchObject({ refund_amount: 5000n, retry_until: null });
  expect(await bed.retry(charger)).toBe('notOffered');
  const late = await paid();
  await refuse(late, CABLE);
  bed.advance(180_000);
  expect(await bed.retry(late)).toBe('notOffered');
  await bed.work();
  expect(await bed.row(late)).toMatchObject({ refund_amount: 5000n, retry_count: 0 });
  await expectAgreement();
});

test('the database refuses another order for a payment without the step of the count, and a second step', async () => {
  const billId = await paid();
  const change = (set: string) => bed.server.database.asSuperuser(`update prepaid_order set ${set} where bill_id = $1`, [billId]);
  await expect(change('charging_order_id = null')).rejects.toThrow('cannot change so');
  await expect(change('retry_count = retry_count + 1')).rejects.toThrow('cannot change so');
  await expect(change('charging_order_id = null, retry_count = 1')).rejects.toThrow('cannot change so');
  await bed.chargePaid(billId, 10_000);
  await bed.work();
  await expectAgreement();
});
