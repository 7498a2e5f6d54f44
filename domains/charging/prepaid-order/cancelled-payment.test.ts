import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import { cancelPayment } from './wake-payment.server.ts';
import { startPrepaidTestbed } from './prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from './prepaid-testbed.fixture.ts';

let bed: PrepaidTestbed;
beforeAll(async () => {
  bed = await startPrepaidTestbed();
  await bed.plug();
});
afterAll(() => bed.close());

test('a payment that was cancelled, but had been made, begins no charge and goes back; one that had not is closed', async () => {
  const cancel = async (prePayOrderId: string) => inSystem(bed.server.database, (tx) => cancelPayment(tx, prePayOrderId, new Date(bed.now())));
  const made = await bed.create();
  bed.provider.pay(made.billId);
  await cancel(made.prePayOrderId);
  await bed.work();
  expect(await bed.row(made.billId)).toMatchObject({ pay_state: 1, start_refusal: 'cancelled', charging_order_id: null, refund_amount: 5000n });
  const other = await bed.create();
  await cancel(other.prePayOrderId);
  await bed.work();
  expect(await bed.row(other.billId)).toMatchObject({ pay_state: 2, actual_pay_amount: null });
  expect(await bed.books()).toEqual({ provider: 0n, inTransit: 0n, prepaid: 0n });
  expect(bed.provider.balanceCents()).toBe(0n);
});
