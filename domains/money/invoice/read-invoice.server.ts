import { sql } from 'kysely';
import { custLanguage, languageOfCustomer } from '#domains/customer/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Language } from '#kit/fields/words.ts';
import type { Tx } from '#kit/db/index.ts';
import type { InvoiceLine } from './draft-invoice.rules.ts';
import type { InvoicedOrder, StoredInvoice } from './stored-invoice.rules.ts';

interface RawInvoice extends Omit<StoredInvoice, 'invoiceId' | 'tenantId' | 'companyInvoiceInfoId' | 'language'> {
  readonly invoiceId: bigint;
  readonly tenantId: bigint;
  readonly companyInvoiceInfoId: bigint;
  readonly language: CodeValue<typeof custLanguage>;
}

/** The invoice, locked until the transaction ends. */
export const lockInvoice = async (tx: Tx, invoiceId: string): Promise<StoredInvoice | undefined> => {
  const { rows } =
    await sql<RawInvoice>`select invoice_id, tenant_id, company_invoice_info_id, invoice_regime::int4 as regime, serial_no, status::int4 as state,
      invoice_type::int4 as invoice_type, invoice_title_type::int4 as title_type, invoice_title as title, tax_code, company_address as buyer_address, company_tel as buyer_tel,
      company_bank as buyer_bank, company_account as buyer_account, recipient_email, seller_name, seller_tax_number, seller_address, seller_tel, seller_bank,
      seller_account, number_prefix, payee, drawer, total_money as total_cents, currency, timezone as zone, invoice_language::int4 as language, remark, invoice_no, invoice_time, try_count, layout_path,
      xml_path, store, red_dash_state::int4 as red_dash, red_stage::int4 as red_stage, red_serial_no, red_reason::int4 as red_reason, red_invoice_no, red_time, red_layout_path,
      red_xml_path, wants_mail, mail_asked_by
    from invoice where invoice_id = ${invoiceId} for update`.execute(tx);
  const [raw] = rows;
  return (
    raw && {
      ...raw,
      invoiceId: String(raw.invoiceId),
      tenantId: String(raw.tenantId),
      companyInvoiceInfoId: String(raw.companyInvoiceInfoId),
      language: languageOfCustomer(raw.language),
    }
  );
};

const codeByLanguage: Readonly<Record<Language, CodeValue<typeof custLanguage>>> = {
  zh_CN: custLanguage.items.zhCN.value,
  zh_TW: custLanguage.items.zhTW.value,
  en_US: custLanguage.items.enUS.value,
};
export const languageCode = (language: Language): CodeValue<typeof custLanguage> => codeByLanguage[language];

export const readLines = async (tx: Tx, invoiceId: string): Promise<readonly InvoiceLine[]> => {
  const { rows } =
    await sql<InvoiceLine>`select goods::int4 as goods, goods_code, goods_name, unit, quantity as quantity_dwh, tax_rate as rate_e2, total_money as total_cents,
      excl_money as excl_cents, tax_money as tax_cents
    from invoice_line where invoice_id = ${invoiceId} order by line_no`.execute(tx);
  return rows;
};

export const readOrders = async (tx: Tx, invoiceId: string): Promise<readonly InvoicedOrder[]> => {
  const { rows } =
    await sql<InvoicedOrder>`select charging_order_id as order_id, charging_order_no as order_no, charging_order_amount as amount_cents, charging_elec as energy_dwh,
      station_name, charged_at
    from invoice_order where invoice_id = ${invoiceId} order by charged_at, charging_order_id`.execute(tx);
  return rows;
};
