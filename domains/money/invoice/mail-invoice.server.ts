import { sql } from 'kysely';
import { redDash } from '#engines/invoice/codes.ts';
import { messageState } from '#domains/system/resources.ts';
import type { Messenger } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { amountText } from '#kit/fields/amount-text.ts';
import { say } from '#kit/fields/words.ts';
import { pdfType } from '#kit/resource/printed-document.ts';
import { invoicePaperWords } from './invoice.labels.ts';
import type { StoredInvoice } from './stored-invoice.rules.ts';

/** A mail that has not left after this time is not sent any more. */
const MAIL_LIFE_MS = 3 * 86_400_000;
export const xmlType = 'application/xml';

interface MailedFiles {
  readonly number: string;
  readonly layoutPath: string;
  readonly xmlPath: string | null;
  readonly isRed: boolean;
}

const filesOf = (invoice: StoredInvoice): MailedFiles | undefined => {
  const { redDash: red, redInvoiceNo, redLayoutPath, redXmlPath, invoiceNo, layoutPath, xmlPath } = invoice;
  if (red === redDash.proceeded)
    return redInvoiceNo === null || redLayoutPath === null
      ? undefined
      : { number: redInvoiceNo, layoutPath: redLayoutPath, xmlPath: redXmlPath, isRed: true };
  return invoiceNo === null || layoutPath === null ? undefined : { number: invoiceNo, layoutPath, xmlPath, isRed: false };
};

interface InvoiceMail {
  readonly receiver: string;
  readonly askedBy: string;
  readonly now: Date;
}

/** Writes the mail with the files of an invoice, of the red one once there is one, in the caller's transaction. False: there are no files yet. */
export const mailInvoice = async (
  { tx, messenger }: { readonly tx: Tx; readonly messenger: Messenger },
  invoice: StoredInvoice,
  { receiver, askedBy, now }: InvoiceMail,
): Promise<boolean> => {
  const files = filesOf(invoice);
  const { store, language } = invoice;
  if (!files || store === null) return false;
  const { number, isRed } = files;
  const args = {
    issuer: invoice.sellerName,
    title: invoice.title,
    no: number,
    blue: invoice.invoiceNo ?? '',
    total: amountText(isRed ? -invoice.totalCents : invoice.totalCents, invoice.currency),
  };
  const messageId = await messenger.write(tx, {
    channel: 'mail',
    to: receiver,
    subject: say(isRed ? invoicePaperWords.redMailSubject : invoicePaperWords.mailSubject, language, args),
    body: say(isRed ? invoicePaperWords.redMailBody : invoicePaperWords.mailBody, language, args),
    expiresAt: new Date(now.getTime() + MAIL_LIFE_MS),
    attachments: [
      { name: `invoice-${number}.pdf`, contentType: pdfType, path: files.layoutPath, store },
      ...(files.xmlPath === null ? [] : [{ name: `invoice-${number}.xml`, contentType: xmlType, path: files.xmlPath, store }]),
    ],
  });
  await sql`update invoice set message_id = ${messageId}, mail_state = ${sql.lit(messageState.items.waiting.value)}, mail_time = null, mail_failure = null,
    update_time = ${now}, version = version + 1 where invoice_id = ${invoice.invoiceId}`.execute(tx);
  await sql`insert into invoice_mail (message_id, tenant_id, invoice_id, receiver, asked_by, asked_time)
    values (${messageId}, ${invoice.tenantId}, ${invoice.invoiceId}, ${receiver}, ${askedBy}, ${now})`.execute(tx);
  return true;
};
