import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPhone } from '#apps/simulator/demo/phone.ts';
import { chargeOrder } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** The phones of the demo, with the driver API, the providers and the text messages that other tests have. */

let bed: DriverTestbed;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());

const NUMBER = '13700000991';
const codes = (): readonly string[] => bed.messages.flatMap(({ to, body }) => (to === NUMBER ? (/\d{6}/.exec(body)?.[0] ?? []) : []));
const codeAfter = async (send: () => Promise<void>): Promise<string> => {
  const before = codes().length;
  await send();
  await expect.poll(() => codes().length, { interval: 20 }).toBe(before + 1);
  return codes().at(-1) ?? '';
};
const newestOrder = async () => {
  const [row] = await bed.base.server.database.asSuperuser<{ no: string; isPrepaid: boolean; cents: bigint }>(
    `select charging_order_no as no, pre_pay_order_id is not null as "isPrepaid", billing_amount as cents from charging_order order by charging_order_id desc limit 1`,
  );
  return row;
};

test('a simulated driver signs in by a code, fills the wallet, and charges from it; the next time without a code', async () => {
  const { origin } = new URL(bed.base.server.url);
  const phone = createPhone({ url: origin, ip: '203.0.113.7' });
  const charge = async () => {
    await bed.base.plug();
    await phone.chargeFromWallet(`${origin}/q/${bed.label}/1`, { number: NUMBER, codeAfter });
    const { no = '', isPrepaid } = (await newestOrder()) ?? {};
    expect(isPrepaid).toBe(false);
    await chargeOrder(bed.base, no, 20_000);
    expect((await newestOrder())?.cents).toBe(300n);
  };
  await charge();
  bed.later();
  await charge();
  expect(codes()).toHaveLength(1);
  expect(await bed.brokenBooks()).toEqual([]);
});
