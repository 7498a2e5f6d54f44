import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargingOrderApi, refundOrderApi } from '#domains/charging/resources.ts';
import { companyInvoiceInfoApi, invoiceApi } from '#domains/money/resources.ts';
import { startInvoiceTestbed } from './invoice-testbed.fixture.ts';

let bed: Awaited<ReturnType<typeof startInvoiceTestbed>>;
let companyInvoiceInfoId = '';
beforeAll(async () => {
  bed = await startInvoiceTestbed();
});
afterAll(() => bed.close());

const personal = { invoiceTitleType: 1, invoiceTitle: '王小明', recipientEmail: 'ming@driver.example' };
const enterprise = { invoiceTitleType: 2, invoiceTitle: '上海物流有限公司', taxCode: '9144030071526726XG', recipientEmail: 'books@fleet.example' };
const apply = (ids: readonly string[], title: Readonly<Record<string, unknown>> = personal) =>
  bed.server.call(bed.anna, invoiceApi.apply, { chargingOrderIds: ids.join(','), ...title });
const applied = async (ids: readonly string[], title: Readonly<Record<string, unknown>> = personal): Promise<string> =>
  (await bed.server.ok(bed.anna, invoiceApi.apply, { chargingOrderIds: ids.join(','), ...title })).invoiceId;
const statusOf = async (id: string) => (await bed.server.ok(bed.anna, chargingOrderApi.queryById, { id })).invoicingStatus;

test('a seller is checked and its secret is sealed; without one there is no invoice', async () => {
  const [id = ''] = await bed.charged(1);
  expect(await apply([id])).toMatchObject({ refusal: 'invoice.noSeller' });
  const wrong = await bed.addSeller({ taxNumber: '91350100M000100Y4Z' }).catch((error: unknown) => String(error));
  expect(wrong).toContain('its form or its check digit is wrong');
  const seller = await bed.addSeller();
  ({ companyInvoiceInfoId } = seller);
  expect(seller).toMatchObject({ invoiceRegime: 1, agentCount: 1, sellerState: 0 });
  expect(JSON.stringify(seller)).not.toContain(bed.standIn.invoices.account.appSecret);
  expect(await bed.addSeller().catch((error: unknown) => String(error))).toContain('already');
  await bed.server.ok(bed.anna, companyInvoiceInfoApi.checkSeller, { companyInvoiceInfoId });
  expect(await bed.server.ok(bed.anna, companyInvoiceInfoApi.queryById, { id: companyInvoiceInfoId })).toMatchObject({
    sellerState: 1,
    quotaMoney: '1000000.00',
  });
});

test('one invoice over several orders: split by rates, issued, its files kept, its mail sent', async () => {
  const ids = await bed.charged(3);
  const preview = await bed.server.ok(bed.anna, invoiceApi.preview, { chargingOrderIds: ids.join(',') });
  expect(preview).toMatchObject({ regime: 1, currency: 'CNY', orders: [{}, {}, {}] });
  const cents = (text: string): number => Math.round(Number(text) * 100);
  expect(preview.lines.reduce((sum, { exclMoney, taxMoney }) => sum + cents(exclMoney) + cents(taxMoney), 0)).toBe(cents(preview.totalMoney));
  expect(preview.orders.reduce((sum, { chargingOrderAmount }) => sum + cents(chargingOrderAmount), 0)).toBe(cents(preview.totalMoney));
  const invoiceId = await applied(ids, enterprise);
  expect(await statusOf(ids[0] ?? '')).toBe(1);
  const issued = await bed.until(invoiceId, { status: 3, mailState: 1 });
  expect(issued).toMatchObject({ totalMoney: preview.totalMoney, orderCount: 3, taxCode: '9144030071526726XG', redDashState: 0 });
  expect(issued.invoiceNo).toMatch(/^\d{20}$/);
  expect(await statusOf(ids[0] ?? '')).toBe(2);
  const [mail] = bed.mails;
  expect(mail).toMatchObject({
    to: 'books@fleet.example',
    files: [{ name: `invoice-${issued.invoiceNo}.pdf` }, { name: `invoice-${issued.invoiceNo}.xml` }],
  });
  expect(mail?.files[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(mail?.files[1]?.bytes.toString()).toContain(issued.invoiceNo);
  const detail = await bed.server.ok(bed.anna, invoiceApi.detail, { invoiceId });
  expect(detail).toMatchObject({ files: [1, 2], mails: [{ receiver: 'bo***@fleet.example', state: 1 }] });
  // An order is in one live invoice.
  expect(await apply(ids.slice(0, 1))).toMatchObject({ refusal: 'invoice.already' });
  expect(await bed.brokenRecords()).toEqual([]);
  // Another agent of the tenant sees nothing of it.
  expect(
    await bed.server.call({ ...bed.anna, sees: { ...bed.anna.sees, tenant: ['999999'] } }, invoiceApi.queryById, { id: invoiceId }),
  ).toMatchObject({
    code: 404,
  });
});

test.each([
  ['a person with a tax code', { ...personal, taxCode: '9144030071526726XG' }, 'invoice.taxCodeOfPerson'],
  ['an enterprise without one', { ...enterprise, taxCode: '' }, 'invoice.taxCodeNeeded'],
  ['a wrong check digit', { ...enterprise, taxCode: '9144030071526726XH' }, 'invoice.taxCodeWrong'],
  ['a special invoice of a person', { ...personal, invoiceType: 2 }, 'invoice.specialNeedsCompany'],
])('%s is refused', async (_name, title, refusal) => {
  const [id = ''] = await bed.charged(1);
  expect(await apply([id], title)).toMatchObject({ success: false, refusal });
});

test('64 that ask for the same order at once: one invoice', async () => {
  const [id = ''] = await bed.charged(1);
  const answers = await Promise.all(Array.from({ length: 64 }, () => apply([id])));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(new Set(answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : [])))).toEqual(new Set(['invoice.already']));
});

test('what the service does wrong does no harm: lost answers, forged answers and callbacks, errors', async () => {
  const ids = await bed.charged(2);
  bed.standIn.faults.calls.push('lostAnswer', 'error', 'forged', 'unsigned');
  bed.standIn.faults.notifications.push('forged', 'twice');
  const [first, second] = [await applied(ids.slice(0, 1)), await applied(ids.slice(1))];
  await bed.until(first, { status: 3, mailState: 1 });
  await bed.until(second, { status: 3, mailState: 1 });
  const serials = bed.standIn.invoices.books.invoices.map(({ serialNo }) => serialNo);
  expect(new Set(serials).size).toBe(serials.length);
  expect(await bed.brokenRecords()).toEqual([]);
});

test('a seller that is signed out is shown as offline, and its invoice is issued once it is back', async () => {
  const [id = ''] = await bed.charged(1);
  bed.standIn.invoices.books.isOffline = true;
  const invoiceId = await applied([id]);
  await bed.until(invoiceId, { status: 0, serviceResult: '电子税务局登录已失效，请重新登录' });
  expect(await bed.server.ok(bed.anna, companyInvoiceInfoApi.queryById, { id: companyInvoiceInfoId })).toMatchObject({ sellerState: 2 });
  bed.standIn.invoices.books.isOffline = false;
  await bed.server.database.asSuperuser(`update invoice set next_step_at = now() where invoice_id = ${invoiceId}`);
  await bed.until(invoiceId, { status: 3 });
  expect(await bed.server.ok(bed.anna, companyInvoiceInfoApi.queryById, { id: companyInvoiceInfoId })).toMatchObject({ sellerState: 1 });
});

test('a failed invoice is applied for again under its number, or given up, and then its order is free', async () => {
  const ids = await bed.charged(2);
  bed.standIn.invoices.books.failures.push('税号不存在', '税号不存在');
  const [again, lost] = [await applied(ids.slice(0, 1), enterprise), await applied(ids.slice(1), enterprise)];
  const failed = await bed.until(again, { status: 4, serviceResult: '税号不存在' });
  await bed.until(lost, { status: 4 });
  expect(await bed.server.call(bed.anna, invoiceApi.redDash, { invoiceId: again, redReason: 1, redRemark: 'x' })).toMatchObject({
    refusal: 'invoice.notIssued',
  });
  await bed.server.ok(bed.anna, invoiceApi.retry, { invoiceId: again });
  expect(await bed.until(again, { status: 3 })).toMatchObject({ serialNo: failed.serialNo });
  expect(await apply(ids.slice(1))).toMatchObject({ refusal: 'invoice.already' });
  await bed.server.ok(bed.anna, invoiceApi.giveUp, { invoiceId: lost });
  expect(await statusOf(ids[1] ?? '')).toBe(0);
  await bed.until(await applied(ids.slice(1)), { status: 3 });
});

test('an invoiced order is refunded only with the red invoice, which a second person lets proceed above the limit', async () => {
  await bed.server.database.asSuperuser(
    `insert into sys_config (config_key, value, update_by, update_time) values ('invoice.redAloneMax', '5', 'test', now())`,
  );
  const ids = await bed.charged(2);
  const orderNo = (await bed.server.ok(bed.anna, chargingOrderApi.queryById, { id: ids[0] ?? '' })).chargingOrderNo;
  const goodwill = () => bed.server.call(bed.anna, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount: '1.00', reason: 'noise' });
  const invoiceId = await applied(ids, enterprise);
  expect(await goodwill()).toMatchObject({ refusal: 'refund.invoiced' });
  const { invoiceNo, totalMoney } = await bed.until(invoiceId, { status: 3, mailState: 1 });
  expect(Number(totalMoney)).toBeGreaterThan(5);
  expect(await goodwill()).toMatchObject({ refusal: 'refund.invoiced' });
  const red = { invoiceId, redReason: 3, redRemark: 'the charge was broken off' };
  expect(await bed.server.call(bed.anna, invoiceApi.redDash, { ...red, redReason: 4 })).toMatchObject({ refusal: 'invoice.redWrongReason' });
  expect(await bed.server.call(bed.anna, invoiceApi.redProceed, { invoiceId })).toMatchObject({ refusal: 'invoice.redNotAsked' });
  await bed.server.ok(bed.anna, invoiceApi.redDash, red);
  expect(await bed.read(invoiceId)).toMatchObject({ redDashState: 1, redStage: 1, redAskedBy: 'anna' });
  expect(await bed.server.call(bed.anna, invoiceApi.redDash, red)).toMatchObject({ refusal: 'invoice.redRunning' });
  // Rejected with a reason, and asked for once more.
  await bed.server.ok(bed.bert, invoiceApi.redReject, { invoiceId, redDashFailReason: 'ask the customer first' });
  expect(await bed.read(invoiceId)).toMatchObject({ redDashState: 3, redStage: 0, redDashFailReason: 'ask the customer first' });
  await bed.server.ok(bed.anna, invoiceApi.redDash, red);
  expect(await bed.server.call(bed.anna, invoiceApi.redProceed, { invoiceId })).toMatchObject({ refusal: 'invoice.redSamePerson' });
  expect(await goodwill()).toMatchObject({ refusal: 'refund.invoiced' });
  await bed.server.ok(bed.bert, invoiceApi.redProceed, { invoiceId });
  const reversed = await bed.until(invoiceId, { redDashState: 2, redStage: 0, mailState: 1 });
  expect(reversed.redInvoiceNo).toMatch(/^\d{20}$/);
  expect(reversed.redInvoiceNo).not.toBe(invoiceNo);
  await expect.poll(() => bed.mails.filter(({ body }) => body.includes(reversed.redInvoiceNo ?? '-')).length).toBe(1);
  expect((await bed.server.ok(bed.anna, invoiceApi.detail, { invoiceId })).files).toEqual([1, 2, 3, 4]);
  expect(await statusOf(ids[0] ?? '')).toBe(3);
  expect(await goodwill()).toMatchObject({ success: true });
  // Invoiced anew, without what went back.
  const anew = await bed.server.ok(bed.anna, invoiceApi.preview, { chargingOrderIds: ids.join(',') });
  expect(Number(anew.totalMoney)).toBeCloseTo(Number(totalMoney) - 1, 2);
  await bed.until(await applied(ids, enterprise), { status: 3 });
  expect(await bed.brokenRecords()).toEqual([]);
  expect(await bed.brokenInvariants()).toEqual([]);
});

test('a buyer who has booked the invoice may refuse the red one, and the invoice stays', async () => {
  const [id = ''] = await bed.charged(1);
  const invoiceId = await applied([id], enterprise);
  const { serialNo } = await bed.until(invoiceId, { status: 3, mailState: 1 });
  bed.standIn.invoices.books.buyerDecides = true;
  await bed.server.ok(bed.anna, invoiceApi.redDash, { invoiceId, redReason: 1, redRemark: 'wrong title' });
  await bed.server.ok(bed.bert, invoiceApi.redProceed, { invoiceId });
  await bed.until(invoiceId, { redDashState: 1, redStage: 4 });
  const page = await fetch(`${bed.standIn.origin}/buyer/${serialNo}R1`, { method: 'POST', body: new URLSearchParams({ answer: 'refuse' }) });
  expect(page.status).toBe(200);
  await bed.until(invoiceId, { redDashState: 3, redDashFailReason: '购买方拒绝', status: 3 });
  expect(await statusOf(id)).toBe(2);
  bed.standIn.invoices.books.buyerDecides = false;
});

test('nobody but the service can call back', async () => {
  const call = (headers: Readonly<Record<string, string>>, id = companyInvoiceInfoId) =>
    bed.server.fetch(undefined, `/invoice-notify/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ serialNo: 'X' }),
    });
  expect((await call({})).status).toBe(403);
  const now = String(Math.floor(Date.now() / 1_000));
  expect((await call({ 'x-invoice-time': now, 'x-invoice-nonce': 'n', 'x-invoice-signature': '0'.repeat(64) })).status).toBe(403);
  expect((await call({}, '1')).status).toBe(403);
});
