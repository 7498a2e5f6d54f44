import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { payType } from '#domains/money/resources.ts';
import { settingOf, storeBytes } from '#domains/system/server.ts';
import type { FilePlaces } from '#domains/system/server.ts';
import { timeText } from '#engines/time/calendar.ts';
import { amountText } from '#kit/fields/amount-text.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { pdfType } from '#kit/resource/printed-document.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { renderDocument } from '#kit/server/documents/render-document.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { readBill } from '../driver-order/bill.server.ts';
import type { DriverBill } from '../driver-order/driver-order.ts';
import { orderOfVisit } from '../driver-order/driver-order-row.server.ts';
import type { DriverOrderRow } from '../driver-order/driver-order-row.server.ts';
import { readOrderCharge } from '../driver-order/order-charge.server.ts';
import { countriesOf, mobileOf } from '../phone-session/phone-number.rules.ts';
import { otpCountries } from '../phone-session/phone-settings.ts';
import { digestOf, newToken } from '../visit/visit-token.server.ts';
import { receiptDocument } from './receipt-document.rules.ts';
import type { ReceiptFacts } from './receipt-document.rules.ts';
import { receiptAddress, receiptTaxNo, receiptTaxPercent } from './receipt-settings.ts';
import { receiptWords } from './receipt.labels.ts';

/** Receipts of one order in a day. */
const ORDER_DAY_MAX = 3;
const DAY_MS = 24 * 3_600_000;
/** A message that has not left after this time is not sent any more. */
const MESSAGE_LIFE_MS = DAY_MS;

export interface WantedReceipt {
  readonly visitId: string;
  readonly orderNo: string;
  readonly by: 'mail' | 'sms';
  readonly to: string;
  readonly language: Language;
}

/** Sends the receipt of a settled order: by mail as a PDF, and by SMS as a link. */
export const sendReceipt = async (deps: DriverDeps, wanted: WantedReceipt): Promise<void> => {
  const { database, messenger } = deps;
  if (!messenger.channels.has(wanted.by)) throwRefusal(driverRefusals, 'driver.noSender', {}, { status: 409 });
  const { facts, bill, order, to } = await inSystem(database, (tx) => readReceipt(deps, tx, wanted));
  const token = newToken();
  const link = `${deps.payments.publicUrl()}/o/${order.orderNo}#t=${token}`;
  const file = wanted.by === 'mail' ? await printReceipt(deps, facts, bill) : undefined;
  await inSystem(database, async (tx) => {
    const now = deps.clock();
    // The lock on the order keeps presses at the same time within the limit.
    await sql`select 1 from driver_order where driver_order_id = ${order.driverOrderId} for update`.execute(tx);
    await refuseMany(tx, order, now);
    const messageId = await messenger.write(tx, {
      channel: wanted.by,
      to,
      ...messageText(facts, bill, { link, by: wanted.by }),
      expiresAt: new Date(now.getTime() + MESSAGE_LIFE_MS),
      ...(file && { attachments: [{ name: `receipt-${order.orderNo}.pdf`, contentType: pdfType, ...file }] }),
    });
    await sql`insert into driver_receipt (tenant_id, driver_order_id, view_digest, message_id, file_path, store, asked_time)
      values (${order.tenantId}, ${order.driverOrderId}, ${digestOf(token)}, ${messageId}, ${file?.path ?? null}, ${file?.store ?? null}, ${now})`.execute(
      tx,
    );
  });
};

const refuseMany = async (tx: Tx, { driverOrderId }: DriverOrderRow, now: Date): Promise<void> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from driver_receipt
    where driver_order_id = ${driverOrderId} and asked_time > ${new Date(now.getTime() - DAY_MS)}`.execute(tx);
  if ((rows[0]?.n ?? 0) >= ORDER_DAY_MAX) refuseTooMany(DAY_MS / 1_000);
};

const readReceipt = async (deps: DriverDeps, tx: Tx, { visitId, orderNo, by, to: typed, language }: WantedReceipt) => {
  const order = await orderOfVisit(tx, visitId, orderNo);
  const reader = { db: tx, now: deps.clock(), registry: deps.database };
  const to = by === 'mail' ? mailOf(typed) : phoneOf(typed, await settingOf(reader, otpCountries, order.tenantId));
  await refuseMany(tx, order, reader.now);
  const bill = await readBill(tx, order, [by]);
  const { charge } = await readOrderCharge(tx, order);
  if (!charge?.billed || charge.startMs === null || charge.stopMs === null)
    return throwRefusal(driverRefusals, 'driver.noReceipt', {}, { status: 409 });
  const place = await readPlace(tx, order);
  const facts: ReceiptFacts = {
    ...place,
    taxNo: await settingOf(reader, receiptTaxNo, order.tenantId),
    address: await settingOf(reader, receiptAddress, order.tenantId),
    taxPercent: await settingOf(reader, receiptTaxPercent, order.tenantId),
    chargingOrderNo: charge.orderNo,
    cpCode: order.cpCode,
    gunNumber: order.gunNumber,
    startMs: charge.startMs,
    stopMs: charge.stopMs,
    startMeterDwh: charge.startMeterDwh,
    stopMeterDwh: charge.stopMeterDwh,
    language,
    madeAt: reader.now,
  };
  return { facts, bill, order, to };
};

const mailPattern = new RegExp(patterns.email.source, 'u');
const mailOf = (typed: string): string =>
  mailPattern.test(typed.trim()) ? typed.trim() : throwRefusal(driverRefusals, 'driver.mailInvalid', {}, { status: 400 });

const phoneOf = (typed: string, countries: string): string => {
  const verdict = mobileOf(typed, countriesOf(countries));
  return verdict.ok ? verdict.phone : throwRefusal(driverRefusals, verdict.refusal, {}, { status: 400 });
};

const readPlace = async (
  tx: Tx,
  { cpCode, prePayOrderId }: DriverOrderRow,
): Promise<Pick<ReceiptFacts, 'issuer' | 'stationName' | 'zone' | 'paidBy'>> => {
  const { rows } = await sql<{ issuer: string; stationName: string; zone: string; payType: number | null }>`select t.name as issuer, s.station_name,
      s.timezone as zone, (select p.pay_type from prepaid_order p where p.pre_pay_order_id = ${prePayOrderId}) as pay_type
    from pile c join station s on s.station_id = c.station_id join tenant t on t.tenant_id = c.tenant_id where c.cp_code = ${cpCode}`.execute(tx);
  const [row] = rows;
  if (!row) return throwRefusal(driverRefusals, 'driver.noReceipt', {}, { status: 409 });
  const paidBy: Words = itemOf(payType, row.payType)?.words ?? receiptWords.wallet;
  return { issuer: row.issuer, stationName: row.stationName, zone: row.zone, paidBy };
};

const printReceipt = async (
  places: FilePlaces,
  facts: ReceiptFacts,
  bill: DriverBill,
): Promise<{ readonly path: string; readonly store: string }> => {
  const { pdf } = await renderDocument(receiptDocument(facts, bill), { withWorkbook: false });
  const path = `receipt/${facts.madeAt.toISOString().slice(0, 7)}/${randomBytes(16).toString('hex')}.pdf`;
  return { path, store: await storeBytes(places, { name: path, contentType: pdfType, bytes: pdf }) };
};

const messageText = (facts: ReceiptFacts, bill: DriverBill, { link, by }: { readonly link: string; readonly by: 'mail' | 'sms' }) => {
  const { issuer, language, stationName: station } = facts;
  const args = { issuer, station, link, time: timeText(facts.startMs, facts.zone), total: amountText(BigInt(bill.totalCents), bill.currency) };
  return {
    subject: say(receiptWords.subject, language, args),
    body: say(by === 'mail' ? receiptWords.mailBody : receiptWords.smsBody, language, args),
  };
};
