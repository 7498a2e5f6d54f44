import { sql } from 'kysely';
import { invoiceState } from '#engines/invoice/codes.ts';
import type { InvoiceState } from '#engines/invoice/codes.ts';
import type { FileDeps, Messenger } from '#domains/system/server.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { pdfType } from '#kit/resource/printed-document.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { INVOICE_ORDERS_MAX, paidOf } from './draft-invoice.rules.ts';
import { invoiceFile } from './invoice.codes.ts';
import { invoiceRefusals, invoiceWords } from './invoice.labels.ts';
import { invoiceTopic } from './invoice-topic.ts';
import { invoice, invoiceApi } from './invoice.ts';
import { lineView, orderView, rateViews, totalsOf } from './invoice-view.rules.ts';
import type { InvoiceOrders } from './invoiceable.server.ts';
import { mailInvoice, xmlType } from './mail-invoice.server.ts';
import { draftInvoice, makeInvoice } from './make-invoice.server.ts';
import { invoiceDetail } from './detail.server.ts';
import { lockVisible } from './visible-invoice.server.ts';
import { askRedDash, proceedRedDash, rejectRedDash } from './red-dash.server.ts';

export interface InvoiceParts extends Pick<FileDeps, 'database' | 'clock' | 'stores'> {
  readonly secrets: Pick<Secrets, 'open'>;
  readonly messenger: Messenger;
  readonly orders: InvoiceOrders;
}

const { list, queryById, exportXls } = crudHandlers(invoice);
const files = invoiceFile.items;

export const invoiceRoutes = (parts: InvoiceParts): readonly Route[] =>
  implement(invoiceApi, {
    list,
    queryById,
    exportXls,
    ...revealHandlers(invoice),
    detail: (ctx, { invoiceId }) => invoiceDetail(ctx, invoiceId),
    preview: async (ctx, input) => {
      const { seller, orders, lines, first } = await drafted(ctx, parts, input.chargingOrderIds);
      return {
        regime: seller.regime,
        sellerName: seller.companyName,
        sellerTaxNumber: seller.taxNumber,
        currency: first.currency,
        ...totalsOf(lines),
        payer: first.payerName,
        recipientEmail: await mailOf(ctx, first.custId),
        orders: orders.map((order) => orderView({ ...order, amountCents: paidOf(order) })),
        lines: lines.map(lineView),
        rates: rateViews(lines),
      };
    },
    apply: async (ctx, { chargingOrderIds, ...wanted }) => {
      const draft = await drafted(ctx, parts, chargingOrderIds);
      const { username, language } = ctx.viewer;
      const invoiceId = await makeInvoice(readerOf(ctx), draft, { wanted, asker: { username, language, isDriver: false } });
      const row = await ctx.rows(invoice).get(invoiceId);
      ctx.trail.note({ noun: invoice, key: invoiceId, after: row });
      return row;
    },
    retry: async (ctx, { invoiceId }) => {
      await lockFailed(ctx, invoiceId);
      await setState(ctx, { invoiceId, state: invoiceState.draft, now: parts.clock() });
      ctx.db.wake(invoiceTopic);
      return ctx.say(invoiceWords.retried);
    },
    giveUp: async (ctx, { invoiceId }) => {
      await lockFailed(ctx, invoiceId);
      await setState(ctx, { invoiceId, state: invoiceState.givenUp, now: null });
      await sql`update invoice_order set is_live = false where invoice_id = ${invoiceId}`.execute(ctx.db);
      return ctx.say(invoiceWords.givenUp);
    },
    send: (ctx, input) => send(ctx, parts, input),
    download: (ctx, { invoiceId, invoiceFile: wanted }) => download(ctx, parts, { invoiceId, wanted }),
    redDash: (ctx, input) => askRedDash(ctx, input),
    redProceed: (ctx, { invoiceId }) => proceedRedDash(ctx, invoiceId),
    redReject: (ctx, input) => rejectRedDash(ctx, input),
  });

const readerOf = ({ db, now, registry }: Context) => ({ db, now, registry });

const drafted = async (ctx: Context, { orders, secrets }: InvoiceParts, ids: string) => {
  const orderIds = [...new Set(splitIds(ids))];
  if (orderIds.length === 0) throwRefusal(invoiceRefusals, 'invoice.noOrders');
  if (orderIds.length > INVOICE_ORDERS_MAX) throwRefusal(invoiceRefusals, 'invoice.tooManyOrders');
  return draftInvoice(readerOf(ctx), secrets, await orders.lockVisible(ctx, orderIds));
};

const mailOf = async (ctx: Context, custId: string | null): Promise<string | null> => {
  if (custId === null) return null;
  const { rows } = await sql<{ mail: string | null }>`select cust_mail as mail from customer where cust_id = ${custId}`.execute(ctx.db);
  return rows[0]?.mail ?? null;
};

const lockFailed = async (ctx: Context, invoiceId: string): Promise<void> => {
  const { state } = await lockVisible(ctx, invoiceId);
  if (state !== invoiceState.failed) throwRefusal(invoiceRefusals, 'invoice.notFailed');
};

interface StateChange {
  readonly invoiceId: string;
  readonly state: InvoiceState;
  /** When the worker looks at it; null: never. */
  readonly now: Date | null;
}

const setState = (ctx: Context, { invoiceId, state, now }: StateChange): Promise<unknown> =>
  sql`update invoice set status = ${state}, next_step_at = ${now}::timestamptz, try_count = 0, update_by = ${ctx.viewer.username}, update_time = now(),
    version = version + 1 where invoice_id = ${invoiceId}`.execute(ctx.db);

const send = async (
  ctx: Context,
  { messenger, clock }: InvoiceParts,
  { invoiceId, recipientEmail }: InputOf<typeof invoiceApi.send>,
): Promise<string> => {
  const stored = await lockVisible(ctx, invoiceId);
  const receiver = recipientEmail?.trim() || stored.recipientEmail;
  if (stored.state !== invoiceState.issued) return throwRefusal(invoiceRefusals, 'invoice.notIssued');
  if (receiver === null) return throwRefusal(invoiceRefusals, 'invoice.noMail');
  if (!(await mailInvoice({ tx: ctx.db, messenger }, stored, { receiver, askedBy: ctx.viewer.username, now: clock() })))
    return throwRefusal(invoiceRefusals, 'invoice.noFile');
  return ctx.say(invoiceWords.sent);
};

interface WantedFile {
  readonly invoiceId: string;
  readonly wanted: InputOf<typeof invoiceApi.download>['invoiceFile'];
}

/** The file is streamed after the transaction has ended. */
const download = async (ctx: Context, { database, clock, stores }: InvoiceParts, { invoiceId, wanted }: WantedFile) => {
  const stored = await withContext({ database, clock, registry: ctx.registry }, ctx.viewer, (innerCtx) => lockVisible(innerCtx, invoiceId));
  const isXml = wanted === files.xml.value || wanted === files.redXml.value;
  const isRed = wanted === files.redPdf.value || wanted === files.redXml.value;
  const path = isRed ? (isXml ? stored.redXmlPath : stored.redLayoutPath) : isXml ? stored.xmlPath : stored.layoutPath;
  const body = path === null ? undefined : await stores.all.find(({ name }) => name === stored.store)?.read(path);
  if (!body) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const number = (isRed ? stored.redInvoiceNo : stored.invoiceNo) ?? stored.serialNo;
  return { name: `invoice-${number}.${isXml ? 'xml' : 'pdf'}`, contentType: isXml ? xmlType : pdfType, body };
};
