import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PILE } from '../charging-testbed.fixture.ts';
import { startPrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';

let bed: PrepaidTestbed;
beforeAll(async () => {
  bed = await startPrepaidTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.plug());

const IDLE = 2;
const unplug = () => bed.plug(1, IDLE);

/** Paid after the cable was pulled out. */
const paidUnplugged = async (): Promise<string> => {
  const { billId } = await bed.create();
  await unplug();
  expect(bed.provider.pay(billId)).toBe(true);
  await bed.deliverAll();
  await bed.work();
  return billId;
};
const later = async (ms: number): Promise<void> => {
  bed.advance(ms);
  await bed.work();
};
const waiting = { charging_order_id: null, start_refusal: null, refund_amount: 0n, replug_until: expect.any(Date) as unknown };

test('a driver who pulled the cable out after the payment may plug in again for a minute, and the charge begins', async () => {
  const billId = await paidUnplugged();
  expect(await bed.row(billId)).toMatchObject(waiting);
  await later(58_000);
  expect(await bed.row(billId)).toMatchObject(waiting);
  await bed.plug();
  await later(1_000);
  expect(await bed.row(billId)).toMatchObject({ charging_order_id: expect.any(BigInt), start_refusal: null });
  await bed.chargePaid(billId, 20_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_amount: 4700n, refund_state: 2 }]);
});

test('after the minute everything goes back, once, and a cable that comes later starts nothing', async () => {
  const billId = await paidUnplugged();
  await later(59_000);
  expect(await bed.row(billId)).toMatchObject(waiting);
  await later(2_000);
  expect(await bed.row(billId)).toMatchObject({ charging_order_id: null, start_refusal: 'gun.notPlugged', refund_amount: 5000n });
  await bed.plug();
  await later(60_000);
  expect(await bed.row(billId)).toMatchObject({ charging_order_id: null });
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_amount: 5000n, refund_state: 2 }]);
  const { provider, inTransit, prepaid } = await bed.books();
  expect({ provider, inTransit, prepaid }).toEqual({ provider: bed.provider.balanceCents(), inTransit: 0n, prepaid: 0n });
  expect(await bed.brokenInvariants()).toEqual([]);
});

test('a pile that is just connecting again is waited for, as after a restart of the platform', async () => {
  const connect = (online: boolean) => bed.server.database.asSuperuser('update pile_state set online = $1 where cp_code = $2', [online, PILE]);
  const { billId } = await bed.create();
  await connect(false);
  expect(bed.provider.pay(billId)).toBe(true);
  await bed.deliverAll();
  await bed.work();
  expect(await bed.row(billId)).toMatchObject(waiting);
  await later(20_000);
  await connect(true);
  await later(1_000);
  expect(await bed.row(billId)).toMatchObject({ charging_order_id: expect.any(BigInt), start_refusal: null });
  await bed.chargePaid(billId, 20_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_amount: 4700n, refund_state: 2 }]);
});
