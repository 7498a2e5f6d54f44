import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import type { DriverInvoiceMade, DriverInvoiceState, DriverProblem } from '#domains/driver/resources.ts';
import { createInvoiceService, NO_INVOICE_SERVICE, startInvoiceWorker } from '#domains/money/server.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

let bed: DriverTestbed | undefined;
let stopWorker = async (): Promise<void> => undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(async () => {
  await stopWorker();
  await bed?.close();
});
const running = () => bed ?? expect.fail('the testbed has not started');

/** The phone of a driver whose charge of 3.00 is settled. */
const settledPhone = async () => {
  running().later();
  await running().base.plug();
  const mine = running().phone();
  await mine.scan();
  const { orderNo } = (await mine.order()).body;
  expect(running().standIn.pay(running().newest())).toBe(true);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('starting');
  await chargePaid(running().base, await running().billOf(orderNo), 20_000);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('done');
  const url = `/orders/${orderNo}/invoice`;
  return {
    ...mine,
    orderNo,
    ask: (body: object, key?: string) => mine.press<DriverInvoiceMade & DriverProblem>(url, body, key),
    state: async () => (await mine.call<DriverInvoiceState>('GET', url)).body,
  };
};

/** The seller issues by itself, with numbers of its own. */
const addSeller = () =>
  running().base.server.database.asSuperuser(
    `insert into company_invoice_info (tenant_id, invoice_regime, company_name, tax_number, company_address, elec_goods_name, elec_tax_rate, srv_goods_name, srv_tax_rate, number_prefix, seal_id)
     values ($1, 2, 'Ladenetz GmbH', 'DE136695976', 'Uferstr. 1, Köln', 'Electricity', 1900, 'Service', 1900, 'LN', 'x')`,
    [running().base.ids.tenantId],
  );

test('a driver asks for one invoice of a charge, and gets the PDF by a link and by mail', async () => {
  const first = await settledPhone();
  expect(await first.state()).toEqual({ invoice: null, canAsk: false, needsTaxNo: false });
  const wanted = { title: 'Anna Weber', mail: 'anna@driver.example' };
  expect((await first.ask(wanted)).body).toMatchObject({ code: 'invoice.noSeller', status: 409 });
  await addSeller();
  expect(await first.state()).toMatchObject({ canAsk: true, needsTaxNo: false });
  expect((await first.ask({ ...wanted, mail: 'nowhere' })).body.code).toBe('driver.mailInvalid');
  expect((await first.ask({ ...wanted, taxNo: 'DE136695977' })).body).toMatchObject({ code: 'invoice.taxCodeWrong', status: 409 });
  const key = '7b9c2f10-0000-4000-8000-000000000002';
  const [made, again] = [await first.ask(wanted, key), await first.ask(wanted, key)];
  expect(made.status).toBe(201);
  expect(again.body.link).toBe(made.body.link);
  expect(made.body).toMatchObject({ state: 'underway', invoiceNo: null, totalCents: 300, mail: 'an***@driver.example' });
  expect((await first.ask(wanted)).body).toMatchObject({ code: 'invoice.already', status: 409 });
  const { pathname } = new URL(made.body.link);
  expect((await fetch(`${new URL(running().base.server.url).origin}${pathname}`)).status).toBe(404);

  const { deps, stores, messenger, spoolFolder } = running();
  const invoices = createInvoiceService({ origin: () => NO_INVOICE_SERVICE });
  const worker = startInvoiceWorker({ ...deps, stores, spoolFolder, secrets: deps.secrets, invoices, messenger, publicUrl: () => '' });
  stopWorker = () => worker.stop();
  await eventually(async () => expect((await first.state()).invoice).toMatchObject({ state: 'issued', hasFile: true }), 200);
  const year = new Date(running().base.now()).getUTCFullYear();
  expect((await first.state()).invoice?.invoiceNo).toMatch(new RegExp(`^LN-(${year}|${year + 1})-000001$`, 'u'));
  const file = await fetch(`${new URL(running().base.server.url).origin}${pathname}`);
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await expect.poll(() => running().mails.some(({ to }) => to === 'anna@driver.example')).toBe(true);
  // A stranger sees nothing, and a link that only reads asks for nothing.
  const stranger = running().phone();
  await stranger.scan();
  expect((await stranger.press(`/orders/${first.orderNo}/invoice`, wanted)).status).toBe(404);
  expect((await stranger.call('GET', `/orders/${first.orderNo}/invoice/file`)).status).toBe(404);
});

test('numbers of a seller follow each other without a gap', async () => {
  for (let at = 0; at < 2; at += 1) expect((await (await settledPhone()).ask({ title: 'Bert', mail: 'bert@driver.example' })).status).toBe(201);
  await eventually(
    async () =>
      expect(
        await running().base.server.database.asSuperuser<{ no: string }>(
          `select right(invoice_no, 6) as no from invoice where invoice_no is not null order by 1`,
        ),
      ).toEqual([{ no: '000001' }, { no: '000002' }, { no: '000003' }]),
    200,
  );
  expect(await running().base.server.database.asSuperuser('select invariant from money_proof_of_invoice() where broken > 0')).toEqual([]);
});
