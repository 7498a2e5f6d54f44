import { sql } from 'kysely';
import { invoiceState, redDash } from '#engines/invoice/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';

/** How many invoices of a seller something is still to be done about. */
export const openInvoicesOf = async (tx: Tx, companyInvoiceInfoId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from invoice where company_invoice_info_id = ${companyInvoiceInfoId}
    and (status in (${literals([invoiceState.draft, invoiceState.submitted, invoiceState.issuing, invoiceState.failed])})
      or red_dash_state = ${sql.lit(redDash.running)})`.execute(tx);
  return rows[0]?.n ?? 0;
};
