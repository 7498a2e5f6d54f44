import { sql } from 'kysely';
import { invoiceState, redDash } from '#engines/invoice/codes.ts';
import type { SellerState } from '#engines/invoice/codes.ts';
import { afterIssueAnswer, afterRedAnswer, askAgainMs, invoiceStepOf } from '#engines/invoice/steps.ts';
import type { InvoiceStep, IssueMove, RedMove } from '#engines/invoice/steps.ts';
import { messageState } from '#domains/system/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { sellerById } from '../company-invoice-info/seller.server.ts';
import type { Seller } from '../company-invoice-info/seller.server.ts';
import { serviceSellerOf } from '../invoice-service/service-seller.server.ts';
import type { NewInvoice } from '../invoice-service/invoice-service.server.ts';
import type { InvoiceLine } from './draft-invoice.rules.ts';
import type { InvoiceDeps } from './invoice-deps.server.ts';
import { invoiceNotifyPath } from '../invoice-service/invoice-notify.ts';
import { invoiceTopic } from './invoice-topic.ts';
import { mailInvoice } from './mail-invoice.server.ts';
import { issueOwn } from './own-issue.server.ts';
import { lockInvoice, readLines } from './read-invoice.server.ts';
import type { StoredInvoice } from './stored-invoice.rules.ts';
import { storeFiles } from './store-files.server.ts';

const POLL_INTERVAL_MS = 1_000;
/** The most invoices that one poll takes; the calls of one wait for each other. */
const POLL_MAX = 20;
/** An invoice that a worker has taken is taken again after this time, if the worker has died meanwhile. Longer than the longest step. */
const LEASE_MS = 3 * 60_000;
const RESULT_LETTERS_MAX = 255;
const mail = valuesOf(messageState);

/**
 * Issues invoices, asks the invoice service about them, fetches their files and sends them. The table is the queue: an invoice is claimed by moving its time
 * forward, the call is made outside of any transaction with numbers that are stored already, and its result is applied in another one.
 */
export const startInvoiceWorker = (deps: InvoiceDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: invoiceTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'invoices could not be looked at',
    work: async () => {
      await noteMails(deps);
      const claimedAt = deps.clock();
      const ids = await claimDue(deps, claimedAt);
      await Promise.all(
        ids.map((invoiceId) =>
          stepInvoice(deps, invoiceId, claimedAt).catch((error: unknown) =>
            deps.log.error({ err: error, invoiceId }, 'an invoice could not be worked on'),
          ),
        ),
      );
      return ids.length === POLL_MAX;
    },
  });

const claimDue = ({ database }: InvoiceDeps, now: Date): Promise<readonly string[]> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{ id: bigint }>`update invoice set next_step_at = ${new Date(now.getTime() + LEASE_MS)}, try_count = try_count + 1
      where invoice_id in (select invoice_id from invoice where next_step_at <= ${now} order by next_step_at limit ${POLL_MAX} for update skip locked)
      returning invoice_id as id`.execute(tx);
    return rows.map(({ id }) => String(id));
  });

interface LoadedInvoice {
  readonly invoice: StoredInvoice;
  readonly lines: readonly InvoiceLine[];
  readonly seller: Seller;
  readonly step: InvoiceStep;
}

const load = (deps: InvoiceDeps, invoiceId: string): Promise<LoadedInvoice | undefined> =>
  inSystem(deps.database, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const seller = invoice && (await sellerById(tx, deps.secrets, invoice.companyInvoiceInfoId));
    if (!invoice || !seller) return undefined;
    return { invoice, seller, lines: await readLines(tx, invoiceId), step: stepOf(invoice) };
  });

const stepOf = (invoice: StoredInvoice): InvoiceStep =>
  invoiceStepOf({ ...invoice, hasFile: invoice.layoutPath !== null, hasRedFile: invoice.redLayoutPath !== null });

/** One step of an invoice. */
const stepInvoice = async (deps: InvoiceDeps, invoiceId: string, claimedAt: Date): Promise<void> => {
  const loaded = await load(deps, invoiceId);
  if (!loaded) return;
  switch (loaded.step) {
    case 'apply':
    case 'query':
      return stepIssue(deps, loaded, claimedAt);
    case 'applyRed':
    case 'queryRed':
      return stepRed(deps, loaded, claimedAt);
    case 'files':
    case 'redFiles':
      return fetchFiles(deps, loaded);
    case 'issue':
    case 'issueRed':
      return issueOwn(deps, invoiceId, loaded.step === 'issueRed');
    case 'none':
      await inSystem(deps.database, (tx) => finish(deps, tx, invoiceId), { idempotent: true });
  }
};

const callbackUrlOf = ({ publicUrl }: InvoiceDeps, { companyInvoiceInfoId }: StoredInvoice): string =>
  `${publicUrl()}${BASE_PATH}${invoiceNotifyPath(companyInvoiceInfoId)}`;

const stepIssue = async (deps: InvoiceDeps, { invoice, lines, seller, step }: LoadedInvoice, claimedAt: Date): Promise<void> => {
  const own = serviceSellerOf(seller);
  const outcome =
    step === 'apply'
      ? await deps.invoices.apply(own, applicationOf(invoice, { lines, seller, callbackUrl: callbackUrlOf(deps, invoice) }))
      : await deps.invoices.query(own, invoice.serialNo);
  await inSystem(
    deps.database,
    async (tx) => {
      const stored = await lockInvoice(tx, invoice.invoiceId);
      if (!stored || stored.state !== invoice.state) return;
      const move = afterIssueAnswer({ state: stored.state, totalCents: stored.totalCents, tries: stored.tryCount - 1 }, outcome);
      // A number is needed, and an answer that claims an issue without one is asked for again.
      await writeIssue(tx, stored, {
        move: isComplete(move) ? move : { ...move, state: stored.state, inMs: askAgainMs(stored.tryCount) },
        claimedAt,
        now: deps.clock(),
      });
      await writeSeller(tx, stored.companyInvoiceInfoId, { seller: move.seller, now: deps.clock() });
    },
    { idempotent: true },
  );
};

const isComplete = ({ state, invoiceNo }: IssueMove): boolean => state !== invoiceState.issued || invoiceNo !== null;

interface AnsweredMove<M> {
  readonly move: M;
  readonly claimedAt: Date;
  readonly now: Date;
}

const nextAt = (inMs: number | null, now: Date): Date | null => (inMs === null ? null : new Date(now.getTime() + inMs));

const writeIssue = async (tx: Tx, { invoiceId, state }: StoredInvoice, { move, claimedAt, now }: AnsweredMove<IssueMove>): Promise<void> => {
  await sql`update invoice set status = ${move.state}, service_result = ${move.result.slice(0, RESULT_LETTERS_MAX) || null}, invoice_no = ${move.invoiceNo},
      invoice_time = ${move.invoiceNo === null ? null : (move.issuedAt ?? now)}, try_count = case when ${move.state} = ${state}::int then try_count else 0 end,
      next_step_at = case when woken_at >= ${claimedAt} then ${now}::timestamptz else ${nextAt(move.inMs, now)}::timestamptz end,
      update_time = ${now}, version = version + 1 where invoice_id = ${invoiceId}`.execute(tx);
  tx.wake(invoiceTopic);
};

const applicationOf = (
  invoice: StoredInvoice,
  { lines, callbackUrl }: Pick<LoadedInvoice, 'lines' | 'seller'> & { readonly callbackUrl: string },
): NewInvoice => ({
  serialNo: invoice.serialNo,
  invoiceType: invoice.invoiceType,
  titleType: invoice.titleType,
  title: invoice.title,
  taxCode: invoice.taxCode,
  buyerAddress: invoice.buyerAddress,
  buyerTel: invoice.buyerTel,
  buyerBank: invoice.buyerBank,
  buyerAccount: invoice.buyerAccount,
  sellerName: invoice.sellerName,
  sellerAddress: invoice.sellerAddress,
  sellerTel: invoice.sellerTel,
  sellerBank: invoice.sellerBank,
  sellerAccount: invoice.sellerAccount,
  drawer: invoice.drawer,
  payee: invoice.payee,
  remark: invoice.remark ?? '',
  currency: invoice.currency,
  totalCents: invoice.totalCents,
  lines: lines.map(({ goodsCode, goodsName, unit, quantityDwh, rateE2, totalCents, exclCents, taxCents }) => ({
    goodsCode,
    goodsName,
    unit,
    quantityDwh,
    rateE2,
    totalCents,
    exclCents,
    taxCents,
  })),
  callbackUrl,
});

const stepRed = async (deps: InvoiceDeps, { invoice, seller, step }: LoadedInvoice, claimedAt: Date): Promise<void> => {
  const own = serviceSellerOf(seller);
  const { redSerialNo, redReason, serialNo } = invoice;
  if (redSerialNo === null || redReason === null) throw new Error(`the red-dash of ${serialNo} has no number`);
  const outcome =
    step === 'applyRed'
      ? await deps.invoices.applyRed(own, { serialNo, redSerialNo, reason: redReason, callbackUrl: callbackUrlOf(deps, invoice) })
      : await deps.invoices.queryRed(own, redSerialNo);
  await inSystem(
    deps.database,
    async (tx) => {
      const stored = await lockInvoice(tx, invoice.invoiceId);
      if (!stored || stored.redDash !== redDash.running || stored.redSerialNo !== redSerialNo) return;
      const move = afterRedAnswer({ redStage: stored.redStage, totalCents: stored.totalCents, tries: stored.tryCount - 1 }, outcome);
      const isNumbered = move.redDash !== redDash.proceeded || move.redInvoiceNo !== null;
      await writeRed(tx, stored, {
        move: isNumbered ? move : { ...move, redDash: redDash.running, redStage: stored.redStage, inMs: askAgainMs(stored.tryCount) },
        claimedAt,
        now: deps.clock(),
      });
      await writeSeller(tx, stored.companyInvoiceInfoId, { seller: move.seller, now: deps.clock() });
    },
    { idempotent: true },
  );
};

const writeRed = async (tx: Tx, { invoiceId, redStage: stage }: StoredInvoice, { move, claimedAt, now }: AnsweredMove<RedMove>): Promise<void> => {
  const isRejected = move.redDash === redDash.rejected;
  const result = move.result.slice(0, RESULT_LETTERS_MAX);
  await sql`update invoice set red_dash_state = ${move.redDash}, red_stage = ${move.redStage}, service_result = ${result || null}, red_invoice_no = ${move.redInvoiceNo},
      red_time = ${move.redInvoiceNo === null ? null : (move.issuedAt ?? now)}, red_dash_fail_reason = ${isRejected ? result || '-' : null},
      try_count = case when ${move.redStage} = ${stage}::int then try_count else 0 end,
      next_step_at = case when woken_at >= ${claimedAt} then ${now}::timestamptz else ${nextAt(move.inMs, now)}::timestamptz end,
      update_time = ${now}, version = version + 1 where invoice_id = ${invoiceId}`.execute(tx);
  // Its orders may be refunded, and invoiced anew.
  if (move.redDash === redDash.proceeded) await sql`update invoice_order set is_live = false where invoice_id = ${invoiceId}`.execute(tx);
  tx.wake(invoiceTopic);
};

const writeSeller = async (
  tx: Tx,
  companyInvoiceInfoId: string,
  { seller, now }: { readonly seller: SellerState | null; readonly now: Date },
): Promise<void> => {
  if (seller === null) return;
  await sql`update company_invoice_info set seller_state = ${seller}, seller_checked_at = ${now}
    where company_invoice_info_id = ${companyInvoiceInfoId} and seller_state <> ${seller}`.execute(tx);
};

const fetchFiles = async (deps: InvoiceDeps, { invoice, seller, step }: LoadedInvoice): Promise<void> => {
  const isRed = step === 'redFiles';
  const outcome = await deps.invoices.files(serviceSellerOf(seller), isRed ? (invoice.redSerialNo ?? '') : invoice.serialNo);
  const now = deps.clock();
  if (outcome.kind !== 'done') {
    await inSystem(deps.database, (tx) =>
      sql`update invoice set next_step_at = ${new Date(now.getTime() + askAgainMs(invoice.tryCount))}, service_result = ${outcome.code} where invoice_id = ${invoice.invoiceId}`.execute(
        tx,
      ),
    );
    return;
  }
  const stored = await storeFiles(deps, { serialNo: invoice.serialNo, isRed, ...outcome.value });
  await inSystem(
    deps.database,
    async (tx) => {
      if (isRed)
        await sql`update invoice set red_layout_path = ${stored.pdfPath}, red_xml_path = ${stored.xmlPath}, red_file_sha256 = ${stored.sha256}, try_count = 0,
          service_result = null where invoice_id = ${invoice.invoiceId}`.execute(tx);
      else
        await sql`update invoice set layout_path = ${stored.pdfPath}, xml_path = ${stored.xmlPath}, store = ${stored.store}, file_sha256 = ${stored.sha256}, try_count = 0,
          service_result = null where invoice_id = ${invoice.invoiceId}`.execute(tx);
      await finish(deps, tx, invoice.invoiceId);
    },
    { idempotent: true },
  );
};

/** Sends what somebody waits for, and leaves the queue. */
const finish = async (deps: InvoiceDeps, tx: Tx, invoiceId: string): Promise<void> => {
  const invoice = await lockInvoice(tx, invoiceId);
  if (!invoice) return;
  const now = deps.clock();
  const { recipientEmail, wantsMail, mailAskedBy } = invoice;
  const isSent =
    wantsMail &&
    recipientEmail !== null &&
    (await mailInvoice({ tx, messenger: deps.messenger }, invoice, { receiver: recipientEmail, askedBy: mailAskedBy ?? 'system', now }));
  await sql`update invoice set wants_mail = wants_mail and not ${isSent}::bool, next_step_at = case when ${stepOf(invoice) === 'none'}::bool then null else ${now}::timestamptz end
    where invoice_id = ${invoiceId}`.execute(tx);
};

/** Takes over what became of the mails that were on their way. */
const noteMails = ({ database }: InvoiceDeps): Promise<unknown> =>
  inSystem(database, (tx) =>
    sql`update invoice i set mail_state = m.state, mail_time = m.sent_time, mail_failure = m.failure
      from sys_message m where m.message_id = i.message_id and i.mail_state in (${sql.lit(mail.waiting)}, ${sql.lit(mail.failed)})
        and (m.state, m.failure) is distinct from (i.mail_state, i.mail_failure)`.execute(tx),
  );
