import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const NO_FILE = 'Resource not found';
const FAILED = 'Only a failed invoice can be treated so';
const NOT_ISSUED = 'The invoice has not been issued yet';

export const testing = nounTesting({
  name: 'invoice',
  rows: {
    level: 'agent',
    needs: ['customer', 'companyInvoiceInfo'],
    // A draft that no worker looks at.
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into invoice (tenant_id, agent_id, cust_id, company_invoice_info_id, invoice_regime, serial_no, invoice_no, invoice_type, invoice_title_type,
            invoice_title, recipient_email, recipient_phone, user_phone_number, payer_key, seller_name, seller_tax_number, order_count, total_money, excl_money, tax_money,
            currency, timezone, invoice_language)
          select i.tenant_id, c.agent_id, c.cust_id, i.company_invoice_info_id, 1, ${`TEST${b.next()}`}, ${`NO${b.next()}`}, 1, 1, 'Title', 'books@fleet.example', '13900000001', '13900000002', 'test',
            i.company_name, i.tax_number, 1, 100, 88, 12, 'CNY', 'Asia/Shanghai', 1
          from company_invoice_info i, customer c where i.company_invoice_info_id = ${b.key('companyInvoiceInfo', owner)} and c.cust_id = ${b.key('customer', owner)}
          returning invoice_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into invoice (tenant_id, agent_id, cust_id, company_invoice_info_id, invoice_regime, serial_no, invoice_type, invoice_title_type, invoice_title, payer_key,
         seller_name, seller_tax_number, order_count, total_money, excl_money, tax_money, currency, timezone, invoice_language, create_time)
       select ${TENANT}, ${AGENT}, n, 1, 1, 'B' || n, 1, 1, 'Title ' || n, n, 'Seller', '91350100M000100Y43', 1, 100, 88, 12, 'CNY', 'Asia/Shanghai', 1, ${AT} ${rowsOf()}`,
    ],
  },
  refusedHere: {
    download: NO_FILE,
    preview: 'Choose orders',
    apply: 'Choose orders',
    retry: FAILED,
    giveUp: FAILED,
    send: NOT_ISSUED,
    redDash: NOT_ISSUED,
    redProceed: 'No red-dash waits for a decision',
    redReject: 'No red-dash waits for a decision',
  },
  samples: {
    preview: async () => [{ chargingOrderIds: ',' }],
    apply: async () => [{ chargingOrderIds: ',', invoiceTitleType: 1, invoiceTitle: 'Anna' }],
    redDash: async ({ own }) => [{ invoiceId: await own('invoice'), redReason: 1, redRemark: 'wrong title' }],
    redReject: async ({ own }) => [{ invoiceId: await own('invoice'), redDashFailReason: 'not asked for' }],
  },
  namesNoRow: ['chargingOrderIds', 'taxCode'],
});
