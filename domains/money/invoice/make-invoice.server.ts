import { sql } from 'kysely';
import { sumsOf } from '#engines/invoice/tax.ts';
import { settingOf } from '#domains/system/server.ts';
import { randomCode } from '#kit/server/security/random-code.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Language } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { sellerById, sellerIdOf } from '../company-invoice-info/seller.server.ts';
import type { Seller } from '../company-invoice-info/seller.server.ts';
import { checkOrders, invoiceLines, paidOf } from './draft-invoice.rules.ts';
import type { InvoiceLine } from './draft-invoice.rules.ts';
import { invoiceRefusals } from './invoice.labels.ts';
import { invoiceDays } from './invoice-settings.ts';
import { invoiceTopic } from './invoice-topic.ts';
import type { InvoiceableOrder } from './invoiceable.rules.ts';
import { languageCode } from './read-invoice.server.ts';
import { checkTitle } from './title.rules.ts';
import type { InvoiceTitle, TypedTitle } from './title.rules.ts';

type SettingReader = Parameters<typeof settingOf>[0];

export interface InvoiceReader extends SettingReader {
  readonly db: Tx;
  readonly now: Date;
}

/** What an invoice over these orders says. The orders are locked by the caller. */
export interface DraftInvoice {
  readonly seller: Seller;
  readonly orders: readonly InvoiceableOrder[];
  readonly lines: readonly InvoiceLine[];
  readonly first: InvoiceableOrder;
}

/** Reads who would issue an invoice over these orders, and its lines; throws the refusal when there can be none. */
export const draftInvoice = async (
  reader: InvoiceReader,
  secrets: Pick<Secrets, 'open'>,
  orders: readonly InvoiceableOrder[],
): Promise<DraftInvoice> => {
  const [first] = orders;
  if (!first) return throwRefusal(invoiceRefusals, 'invoice.noOrders');
  const days = await settingOf(reader, invoiceDays, first.tenantId);
  const verdict = checkOrders(orders, { days, now: reader.now });
  if (!verdict.ok) return throwRefusal(invoiceRefusals, verdict.refusal, { no: verdict.order?.orderNo ?? '' });
  await refuseInvoiced(reader.db, orders);
  const sellerIds = new Set<string | undefined>();
  for (const agentId of new Set(orders.map((order) => order.agentId)))
    sellerIds.add(await sellerIdOf(reader.db, { tenantId: first.tenantId, agentId }));
  const [sellerId] = sellerIds;
  if (sellerIds.size > 1) throwRefusal(invoiceRefusals, 'invoice.otherSeller');
  const seller = sellerId === undefined ? undefined : await sellerById(reader.db, secrets, sellerId);
  if (!seller) return throwRefusal(invoiceRefusals, 'invoice.noSeller');
  return { seller, orders, lines: invoiceLines(orders, seller), first };
};

const refuseInvoiced = async (tx: Tx, orders: readonly InvoiceableOrder[]): Promise<void> => {
  const ids = orders.map(({ orderId }) => orderId);
  const { rows } = await sql<{ no: string; invoice: string | null }>`select o.charging_order_no as no, live_invoice_of(o.charging_order_id) as invoice
    from invoice_order o where o.charging_order_id = any(${ids}::int8[]) and o.is_live order by o.charging_order_id limit 1`.execute(tx);
  const [row] = rows;
  if (row) throwRefusal(invoiceRefusals, 'invoice.already', { no: row.no, invoice: row.invoice ?? '' });
};

/** The buyer and the recipient, as they were typed. */
export interface WantedInvoice extends TypedTitle {
  readonly companyAddress?: string | null | undefined;
  readonly companyTel?: string | null | undefined;
  readonly companyBank?: string | null | undefined;
  readonly companyAccount?: string | null | undefined;
  readonly recipientEmail?: string | null | undefined;
  readonly recipientPhone?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

export interface InvoiceAsker {
  readonly username: string;
  readonly language: Language;
  readonly isDriver: boolean;
}

/** Stores an invoice with its orders and lines in the caller's transaction; the worker issues it afterwards. Returns its id. */
export const makeInvoice = async (
  reader: InvoiceReader,
  draft: DraftInvoice,
  { wanted, asker }: { readonly wanted: WantedInvoice; readonly asker: InvoiceAsker },
) => {
  const title = checkTitle(draft.seller.regime, wanted);
  if (!title.ok) return throwRefusal(invoiceRefusals, title.refusal);
  const invoiceId = await insertInvoice(reader, draft, { wanted, asker, title: title.next });
  for (const order of draft.orders)
    await sql`insert into invoice_order (invoice_id, charging_order_id, tenant_id, charging_order_no, charging_order_amount, elec_amount, srv_amount, charging_elec,
        station_name, charged_at)
      values (${invoiceId}, ${order.orderId}, ${order.tenantId}, ${order.orderNo}, ${paidOf(order)}, ${order.elecCents}, ${order.serviceCents}, ${order.energyDwh},
        ${order.stationName}, ${order.chargedAt})`.execute(reader.db);
  for (const [at, line] of draft.lines.entries())
    await sql`insert into invoice_line (invoice_id, line_no, tenant_id, goods, goods_code, goods_name, unit, quantity, tax_rate, total_money, excl_money, tax_money)
      values (${invoiceId}, ${at + 1}, ${draft.first.tenantId}, ${line.goods}, ${line.goodsCode}, ${line.goodsName}, ${line.unit}, ${line.quantityDwh}, ${line.rateE2},
        ${line.totalCents}, ${line.exclCents}, ${line.taxCents})`.execute(reader.db);
  reader.db.wake(invoiceTopic);
  return invoiceId;
};

const insertInvoice = async (
  { db, now }: InvoiceReader,
  { seller, orders, lines, first }: DraftInvoice,
  { wanted, asker, title }: { readonly wanted: WantedInvoice; readonly asker: InvoiceAsker; readonly title: InvoiceTitle },
): Promise<string> => {
  const { totalCents, exclCents, taxCents } = sumsOf(lines);
  const agentId = orders.every((order) => order.agentId === first.agentId) ? first.agentId : null;
  const text = (value: string | null | undefined): string | null => value?.trim() || null;
  const mail = text(wanted.recipientEmail);
  const { rows } = await sql<{
    id: bigint;
  }>`insert into invoice (tenant_id, agent_id, cust_id, company_invoice_info_id, invoice_regime, serial_no, invoice_type, invoice_title_type, invoice_title, tax_code,
      is_person_tax, company_address, company_tel, company_bank, company_account, recipient_phone, recipient_email, user_phone_number, payer_key, is_from_driver, seller_name,
      seller_tax_number, seller_address, seller_tel, seller_bank, seller_account, number_prefix, payee, drawer, order_count, total_money, excl_money, tax_money, currency,
      timezone, invoice_language, remark, next_step_at, wants_mail, mail_asked_by, create_by, create_time)
    select ${first.tenantId}::int8, ${agentId}::int8, ${first.custId}::int8, ${seller.companyInvoiceInfoId}::int8, ${seller.regime}::int2, ${newSerialNo(now)}, ${title.invoiceType}::int2,
      ${title.invoiceTitleType}::int2, ${title.invoiceTitle}, ${title.taxCode}::text, ${title.isPersonTax ? 1 : 0}::int2, ${text(wanted.companyAddress)}::text, ${text(wanted.companyTel)}::text,
      ${text(wanted.companyBank)}::text, ${text(wanted.companyAccount)}::text, ${text(wanted.recipientPhone)}::text, ${mail}::text, ${first.userMobile}::text, ${first.payerKey},
      ${asker.isDriver ? 1 : 0}::int2, ${seller.companyName}, ${seller.taxNumber}, ${seller.companyAddress}::text, ${seller.companyTel}::text, ${seller.companyBank}::text,
      ${seller.companyAccount}::text, ${seller.numberPrefix}::text, ${seller.payee}::text, ${seller.drawer}::text, ${orders.length}::int4, ${totalCents}::int8, ${exclCents}::int8, ${taxCents}::int8, ${first.currency},
      t.timezone, ${languageCode(asker.language)}::int2, ${text(wanted.remark)}::text, ${now}::timestamptz, ${mail !== null}::bool, ${mail === null ? null : asker.username}::text,
      ${asker.username}, ${now}::timestamptz
    from tenant t where t.tenant_id = ${first.tenantId} returning invoice_id as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an invoice was not written');
  return String(row.id);
};

/** 14 digits of time and 60 random bits, in letters and digits that every service takes. */
const newSerialNo = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(/\D/gu, '')}${randomCode(12)}`;
