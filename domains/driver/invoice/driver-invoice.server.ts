import { sql } from 'kysely';
import { invoiceRegime, invoiceState, redDash, titleType } from '#engines/invoice/codes.ts';
import type { InvoiceRegime, InvoiceState, RedDash } from '#engines/invoice/codes.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { lockInvoiceableOrders } from '#domains/charging/server.ts';
import { driverInvoicesMax } from '#domains/money/resources.ts';
import { draftInvoice, makeInvoice } from '#domains/money/server.ts';
import type { DraftInvoice } from '#domains/money/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { maskOf } from '#kit/fields/personal.ts';
import { patterns } from '#kit/fields/patterns.ts';
import type { Language } from '#kit/fields/words.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { pdfType } from '#kit/resource/printed-document.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverPath } from '../driver-path.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { orderOfVisit } from '../driver-order/driver-order-row.server.ts';
import type { DriverOrderRow } from '../driver-order/driver-order-row.server.ts';
import { pressOnce } from '../press.server.ts';
import { digestOf, newToken, requireVisit } from '../visit/visit-token.server.ts';
import { driverInvoiceApi } from './driver-invoice.ts';
import type { DriverInvoice, DriverInvoiceMade, DriverInvoiceState } from './driver-invoice.ts';

const DAY_MS = 24 * 3_600_000;
/** A link is good for ninety days. */
const LINK_MS = 90 * DAY_MS;
const COUNTED_MS = 30 * DAY_MS;

export const driverInvoiceRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverInvoiceApi, {
    apply: async (ctx, input, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: true });
      return pressOnce(deps, extras, {
        actor: `visit:${visit.visitId}`,
        tenantId: visit.tenantId,
        route: 'invoice',
        input,
        isAnswer: isMade,
        work: () => askInvoice(deps, visit.visitId, { input, language: ctx.viewer.language }),
      });
    },
    read: async (_ctx, { orderNo }, extras) => {
      const { visitId } = await requireVisit(deps, extras, { isPress: false });
      return inSystem(deps.database, async (tx) => readState(deps, tx, await orderOfVisit(tx, visitId, orderNo)));
    },
    download: async (_ctx, { orderNo }, extras) => {
      const { visitId } = await requireVisit(deps, extras, { isPress: false });
      return fileOf(deps, await inSystem(deps.database, async (tx) => readInvoice(tx, await orderOfVisit(tx, visitId, orderNo))));
    },
    byLink: async (_ctx, { token }, extras) => {
      deps.limits.countAddress(extras.client.ip);
      return fileOf(deps, await inSystem(deps.database, (tx) => invoiceOfLink(tx, token, deps.clock())));
    },
  });

const isMade = (stored: unknown): stored is DriverInvoiceMade => typeof stored === 'object' && stored !== null && 'link' in stored;

interface WantedInvoice {
  readonly input: InputOf<typeof driverInvoiceApi.apply>;
  readonly language: Language;
}

const mailPattern = new RegExp(patterns.email.source, 'u');

const askInvoice = async (deps: DriverDeps, visitId: string, { input, language }: WantedInvoice): Promise<DriverInvoiceMade> => {
  if (!deps.messenger.channels.has('mail')) throwRefusal(driverRefusals, 'driver.noSender', {}, { status: 409 });
  const mail = input.mail.trim();
  if (!mailPattern.test(mail)) throwRefusal(driverRefusals, 'driver.mailInvalid', {}, { status: 400 });
  const token = newToken();
  return inSystem(deps.database, async (tx) => {
    const order = await orderOfVisit(tx, visitId, input.orderNo);
    if (order.role !== 'control') throwRefusal(driverRefusals, 'driver.viewOnly', {}, { status: 403 });
    const draft = await draftOf(deps, tx, order);
    await refuseMany(deps, tx, draft);
    const isCompany = input.isCompany === '1' || (input.taxNo ?? '').trim() !== '';
    const invoiceId = await makeInvoice(readerOf(deps, tx), draft, {
      wanted: {
        invoiceTitleType: isCompany ? titleType.enterprise : titleType.personal,
        invoiceTitle: input.title,
        taxCode: input.taxNo ?? null,
        recipientEmail: mail,
      },
      asker: { username: 'driver', language, isDriver: true },
    });
    await sql`update invoice set link_digest = ${digestOf(token)}, link_until = ${new Date(deps.clock().getTime() + LINK_MS)} where invoice_id = ${invoiceId}`.execute(
      tx,
    );
    const row = await readInvoice(tx, order);
    if (!row) throw new Error(`the invoice of ${order.orderNo} has gone`);
    return { ...viewOf(row), link: `${deps.payments.publicUrl()}${BASE_PATH}${driverPath}/invoices/${token}` };
  });
};

const readerOf = ({ database, clock }: DriverDeps, db: Tx) => ({ db, now: clock(), registry: database });

const chargeIdOf = async (tx: Tx, { driverOrderId }: DriverOrderRow): Promise<string | undefined> => {
  const { rows } = await sql<{ id: bigint | null }>`select coalesce(o.charging_order_id, p.charging_order_id) as id from driver_order o
    left join prepaid_order p on p.pre_pay_order_id = o.pre_pay_order_id where o.driver_order_id = ${driverOrderId}`.execute(tx);
  const id = rows[0]?.id ?? null;
  return id === null ? undefined : String(id);
};

const draftOf = async (deps: DriverDeps, tx: Tx, order: DriverOrderRow): Promise<DraftInvoice> => {
  const chargeId = await chargeIdOf(tx, order);
  const orders = chargeId === undefined ? [] : await lockInvoiceableOrders(tx, [chargeId]);
  return draftInvoice(readerOf(deps, tx), deps.secrets, orders);
};

const refuseMany = async (deps: DriverDeps, tx: Tx, { first }: DraftInvoice): Promise<void> => {
  const now = deps.clock();
  const most = await settingOf(readerOf(deps, tx), driverInvoicesMax, first.tenantId);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int4 as n from invoice where tenant_id = ${first.tenantId} and payer_key = ${first.payerKey}
    and is_from_driver = 1 and create_time > ${new Date(now.getTime() - COUNTED_MS)}`.execute(tx);
  if ((rows[0]?.n ?? 0) >= most) refuseTooMany(DAY_MS / 1_000);
};

/** Whether the rules would let an invoice be made is tried, and undone with the reading transaction. */
const readState = async (deps: DriverDeps, tx: Tx, order: DriverOrderRow): Promise<DriverInvoiceState> => {
  const row = await readInvoice(tx, order);
  const isLive = row !== undefined && row.isLive;
  const isOffered = !isLive && order.role === 'control' && deps.messenger.channels.has('mail');
  const draft = isOffered ? await draftIfPossible(deps, tx, order) : undefined;
  return { invoice: row ? viewOf(row) : null, canAsk: draft !== undefined, needsTaxNo: regimeOf(row, draft) === invoiceRegime.china };
};

const regimeOf = (row: InvoiceColumns | undefined, draft: DraftInvoice | undefined): InvoiceRegime | undefined => draft?.seller.regime ?? row?.regime;

const draftIfPossible = async (deps: DriverDeps, tx: Tx, order: DriverOrderRow): Promise<DraftInvoice | undefined> => {
  try {
    const draft = await draftOf(deps, tx, order);
    return (await settingOf(readerOf(deps, tx), driverInvoicesMax, draft.first.tenantId)) > 0 ? draft : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

interface InvoiceColumns {
  readonly status: InvoiceState;
  readonly redDash: RedDash;
  readonly regime: InvoiceRegime;
  readonly invoiceNo: string | null;
  readonly title: string;
  readonly totalCents: bigint;
  readonly currency: string;
  readonly mail: string | null;
  readonly layoutPath: string | null;
  readonly store: string | null;
  readonly isLive: boolean;
}

/** The live invoice of an order, or else the last one that was not given up. */
const readInvoice = async (tx: Tx, order: DriverOrderRow): Promise<InvoiceColumns | undefined> => {
  const chargeId = await chargeIdOf(tx, order);
  if (chargeId === undefined) return undefined;
  const { rows } =
    await sql<InvoiceColumns>`select i.status::int4 as status, i.red_dash_state::int4 as red_dash, i.invoice_regime::int4 as regime, i.invoice_no,
      i.invoice_title as title, i.total_money as total_cents, i.currency, i.recipient_email as mail, i.layout_path, i.store, o.is_live
    from invoice_order o join invoice i on i.invoice_id = o.invoice_id
    where o.charging_order_id = ${chargeId} and i.status <> ${sql.lit(invoiceState.givenUp)} order by o.is_live desc, o.invoice_id desc limit 1`.execute(
      tx,
    );
  return rows[0];
};

const invoiceOfLink = async (tx: Tx, token: string, now: Date): Promise<InvoiceColumns | undefined> => {
  const { rows } =
    await sql<InvoiceColumns>`select i.status::int4 as status, i.red_dash_state::int4 as red_dash, i.invoice_regime::int4 as regime, i.invoice_no,
      i.invoice_title as title, i.total_money as total_cents, i.currency, i.recipient_email as mail, i.layout_path, i.store, true as is_live
    from invoice i where i.link_digest = ${digestOf(token)} and i.link_until > ${now}`.execute(tx);
  return rows[0];
};

const stateOf = ({ status, redDash: red }: InvoiceColumns): DriverInvoice['state'] => {
  if (red === redDash.proceeded) return 'reversed';
  if (status === invoiceState.issued) return 'issued';
  return status === invoiceState.failed ? 'failed' : 'underway';
};

const viewOf = (row: InvoiceColumns): DriverInvoice => ({
  state: stateOf(row),
  invoiceNo: row.invoiceNo,
  title: row.title,
  totalCents: Number(row.totalCents),
  currency: row.currency,
  digits: minorDigits(row.currency) ?? 2,
  mail: row.mail === null ? null : maskOf('mailbox', row.mail),
  hasFile: row.layoutPath !== null,
});

const fileOf = async ({ stores }: DriverDeps, row: InvoiceColumns | undefined) => {
  const path = row?.layoutPath ?? null;
  const body = path === null ? undefined : await stores.all.find(({ name }) => name === row?.store)?.read(path);
  if (!body) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return { name: `invoice-${row?.invoiceNo ?? ''}.pdf`, contentType: pdfType, body };
};
