import { sql } from 'kysely';
import { redDash } from '#engines/invoice/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { maskOf } from '#kit/fields/personal.ts';
import type { messageState } from '#domains/system/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { invoiceFile } from './invoice.codes.ts';
import type { InvoiceDetail, InvoiceMailView } from './invoice.ts';
import { lineView, orderView, rateViews } from './invoice-view.rules.ts';
import { readLines, readOrders } from './read-invoice.server.ts';
import type { StoredInvoice } from './stored-invoice.rules.ts';
import { needsSecond } from './red-dash.server.ts';
import { lockVisible } from './visible-invoice.server.ts';

const files = invoiceFile.items;

/** An invoice with its orders, lines, files and deliveries. */
export const invoiceDetail = async (ctx: Context, invoiceId: string): Promise<InvoiceDetail> => {
  const stored = await lockVisible(ctx, invoiceId);
  const lines = await readLines(ctx.db, invoiceId);
  return {
    orders: (await readOrders(ctx.db, invoiceId)).map(orderView),
    lines: lines.map(lineView),
    rates: rateViews(lines),
    mails: await readMails(ctx, invoiceId),
    files: filesOf(stored),
    needsSecond: stored.redDash === redDash.running && (await needsSecond(ctx, stored)),
  };
};

const filesOf = ({ layoutPath, xmlPath, redLayoutPath, redXmlPath }: StoredInvoice): readonly number[] =>
  [
    [layoutPath, files.pdf.value],
    [xmlPath, files.xml.value],
    [redLayoutPath, files.redPdf.value],
    [redXmlPath, files.redXml.value],
  ].flatMap(([path, value]) => (path === null || typeof value !== 'number' ? [] : [value]));

interface MailRow {
  readonly receiver: string;
  readonly askedBy: string;
  readonly askedTime: Date;
  readonly state: CodeValue<typeof messageState> | null;
  readonly sentTime: Date | null;
  readonly failure: string | null;
}

const MAILS_MAX = 50;

/** The newest deliveries; addresses are masked. What became of one is in the invoice for the last, and before that in the record of messages. */
const readMails = async (ctx: Context, invoiceId: string): Promise<readonly InvoiceMailView[]> => {
  const { rows } =
    await sql<MailRow>`select l.receiver, l.asked_by, l.asked_time, case when i.message_id = l.message_id then i.mail_state::int4 end as state,
      case when i.message_id = l.message_id then i.mail_time end as sent_time, case when i.message_id = l.message_id then i.mail_failure end as failure
    from invoice_mail l join invoice i on i.invoice_id = l.invoice_id where l.invoice_id = ${invoiceId} order by l.asked_time desc, l.message_id desc limit ${MAILS_MAX}`.execute(
      ctx.db,
    );
  return rows.map(({ receiver, askedTime, sentTime, ...row }) => ({
    ...row,
    receiver: maskOf('mailbox', receiver),
    askedTime: askedTime.toISOString(),
    sentTime: sentTime?.toISOString() ?? null,
  }));
};
