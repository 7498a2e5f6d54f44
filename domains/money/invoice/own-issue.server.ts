import { sql } from 'kysely';
import { invoiceState, redDash, redStage } from '#engines/invoice/codes.ts';
import { localDate } from '#engines/time/calendar.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { renderDocument } from '#kit/server/documents/render-document.ts';
import type { InvoiceDeps } from './invoice-deps.server.ts';
import { invoicePaper } from './invoice-paper.rules.ts';
import type { PaperFacts } from './invoice-paper.rules.ts';
import { lockInvoice, readLines, readOrders } from './read-invoice.server.ts';
import type { StoredInvoice } from './stored-invoice.rules.ts';
import { storeFiles } from './store-files.server.ts';

/** The series of a seller's own numbers. */
const series = { invoice: 'I', credit: 'C' } as const;
const NUMBER_DIGITS = 6;

/**
 * Issues an invoice, or its credit note, of a seller with numbers of its own. The number is taken in the transaction that stores it, before the paper is
 * printed, so a step that dies in between is done again with the same number, and no number is missing.
 */
export const issueOwn = async (deps: InvoiceDeps, invoiceId: string, isCredit: boolean): Promise<void> => {
  const facts = await inSystem(deps.database, (tx) => numbered(tx, { invoiceId, isCredit, now: deps.clock() }), { idempotent: true });
  if (!facts) return;
  const { pdf } = await renderDocument(invoicePaper(facts), { withWorkbook: false });
  const stored = await storeFiles(deps, { serialNo: facts.invoice.serialNo, isRed: isCredit, pdf, xml: undefined });
  await inSystem(
    deps.database,
    async (tx) => {
      const now = deps.clock();
      if (isCredit) {
        await sql`update invoice set red_dash_state = ${sql.lit(redDash.proceeded)}, red_stage = ${sql.lit(redStage.none)}, red_layout_path = ${stored.pdfPath},
            red_file_sha256 = ${stored.sha256}, next_step_at = ${now}, try_count = 0, update_time = ${now}, version = version + 1
          where invoice_id = ${invoiceId} and red_dash_state = ${sql.lit(redDash.running)}`.execute(tx);
        await sql`update invoice_order set is_live = false where invoice_id = ${invoiceId}`.execute(tx);
      } else
        await sql`update invoice set status = ${sql.lit(invoiceState.issued)}, layout_path = ${stored.pdfPath}, store = ${stored.store}, file_sha256 = ${stored.sha256},
            next_step_at = ${now}, try_count = 0, update_time = ${now}, version = version + 1
          where invoice_id = ${invoiceId} and status = ${sql.lit(invoiceState.draft)}`.execute(tx);
    },
    { idempotent: true },
  );
};

interface NumberedInvoice {
  readonly invoiceId: string;
  readonly isCredit: boolean;
  readonly now: Date;
}

const numbered = async (tx: Tx, { invoiceId, isCredit, now }: NumberedInvoice): Promise<PaperFacts | undefined> => {
  const invoice = await lockInvoice(tx, invoiceId);
  if (!invoice || !isWaiting(invoice, isCredit)) return undefined;
  const known = isCredit ? { number: invoice.redInvoiceNo, date: invoice.redTime } : { number: invoice.invoiceNo, date: invoice.invoiceTime };
  const number = known.number ?? (await nextNumber(tx, invoice, { isCredit, now }));
  const date = known.date ?? now;
  if (known.number === null && isCredit)
    await sql`update invoice set red_invoice_no = ${number}, red_time = ${date} where invoice_id = ${invoiceId}`.execute(tx);
  if (known.number === null && !isCredit)
    await sql`update invoice set invoice_no = ${number}, invoice_time = ${date} where invoice_id = ${invoiceId}`.execute(tx);
  return {
    invoice: { ...invoice, ...(isCredit ? {} : { invoiceNo: number }) },
    lines: await readLines(tx, invoiceId),
    orders: await readOrders(tx, invoiceId),
    number,
    date,
    isCredit,
  };
};

const isWaiting = ({ state, redDash: red, redStage: stage }: StoredInvoice, isCredit: boolean): boolean =>
  isCredit ? red === redDash.running && stage === redStage.agreed : state === invoiceState.draft;

/** The row of the series is locked until the number is stored, so numbers follow each other without a gap. */
const nextNumber = async (tx: Tx, invoice: StoredInvoice, { isCredit, now }: Omit<NumberedInvoice, 'invoiceId'>): Promise<string> => {
  const { year } = localDate(now.getTime(), invoice.zone);
  const kind = isCredit ? series.credit : series.invoice;
  const { rows } = await sql<{ lastNo: number }>`insert into invoice_series as s (tenant_id, seller_tax_number, series, series_year, last_no)
    values (${invoice.tenantId}, ${invoice.sellerTaxNumber}, ${kind}, ${year}, 1)
    on conflict (tenant_id, seller_tax_number, series, series_year) do update set last_no = s.last_no + 1 returning s.last_no`.execute(tx);
  const no = String(rows[0]?.lastNo ?? 0).padStart(NUMBER_DIGITS, '0');
  return [invoice.numberPrefix, isCredit ? 'CN' : null, year, no].filter((part) => part !== null).join('-');
};
