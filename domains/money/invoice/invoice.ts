import { titleType } from '#engines/invoice/codes.ts';
import { custLanguage } from '#domains/customer/resources.ts';
import { messageState, yesNo } from '#domains/system/resources.ts';
import { choice, count, id, instant, longText, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, file, opaque, rowOf, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { invoiceRegimeCodes } from '../company-invoice-info/company-invoice-info.codes.ts';
import { invoiceFile, invoiceStateCodes, invoiceTitleType, invoiceTypeCodes, redDashState, redReasonCodes, redStageCodes } from './invoice.codes.ts';

const NAME_MAX = 100;
const mailbox = text({ max: 100, pattern: patterns.email });

/**
 * An invoice over charging orders of one payer. What it says never changes once it was asked for: title, lines, tax and seller are frozen. An order is
 * in one live invoice at most.
 */
export const invoice = resource({
  name: 'invoice',
  sensitivity: 'money',
  path: '/money/sseInvoice',
  table: 'invoice',
  view: 'invoice_view',
  key: 'invoiceId',
  title: 'serialNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    invoiceId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    /** Null when its orders are of several agents. */
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    companyInvoiceInfoId: readOnly(ref('companyInvoiceInfo')),
    invoiceRegime: readOnly(choice(invoiceRegimeCodes)),
    /** Our number, under which the invoice service knows it. */
    serialNo: readOnly(text({ max: 32, filter: 'equals' })),
    /** The number of the invoice; null until it is issued. */
    invoiceNo: readOnly(optional(text({ max: 40, filter: 'equals' }))),
    status: readOnly(choice(invoiceStateCodes, { filter: 'equals' })),
    invoiceType: readOnly(choice(invoiceTypeCodes)),
    invoiceTitleType: readOnly(choice(invoiceTitleType)),
    invoiceTitle: readOnly(text({ max: NAME_MAX })),
    /** The number of an identity card is masked. */
    taxCode: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone', when: { field: 'isPersonTax', is: [1] } }))),
    isPersonTax: readOnly(choice(yesNo)),
    companyAddress: readOnly(optional(text({ max: 200 }))),
    companyTel: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    companyBank: readOnly(optional(text({ max: NAME_MAX }))),
    companyAccount: readOnly(optional(text({ max: 40 }))),
    recipientPhone: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    recipientEmail: readOnly(optional(personal(mailbox, { kind: 'mailbox' }))),
    /** Who paid the orders: the id in the app, and the phone number. */
    userAppId: readOnly(optional(text({ max: 64 }))),
    userPhoneNumber: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    sellerName: readOnly(text({ max: NAME_MAX })),
    sellerTaxNumber: readOnly(text({ max: 20 })),
    payee: readOnly(optional(text({ max: 60 }))),
    drawer: readOnly(optional(text({ max: 60 }))),
    orderCount: readOnly(count()),
    totalMoney: readOnly(money()),
    exclMoney: readOnly(money()),
    taxMoney: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    invoiceLanguage: readOnly(choice(custLanguage)),
    remark: readOnly(optional(text({ max: 200 }))),
    invoiceTime: readOnly(optional(instant())),
    /** Where the layout file is downloaded; null until there is one. */
    layoutFileUrl: readOnly(optional(text({ max: 255 }))),
    /** What the service said last. */
    serviceResult: readOnly(optional(text({ max: 255 }))),
    redDashState: readOnly(choice(redDashState, { filter: 'equals' })),
    redStage: readOnly(choice(redStageCodes)),
    redReason: readOnly(optional(choice(redReasonCodes))),
    redRemark: readOnly(optional(text({ max: 255 }))),
    redAskedBy: readOnly(optional(text({ max: 64 }))),
    redDecidedBy: readOnly(optional(text({ max: 64 }))),
    redDashFailReason: readOnly(optional(text({ max: 255 }))),
    redInvoiceNo: readOnly(optional(text({ max: 40 }))),
    redTime: readOnly(optional(instant())),
    /** The last mail: what became of it. */
    mailState: readOnly(optional(choice(messageState, { filter: 'equals' }))),
    mailTime: readOnly(optional(instant())),
    mailFailure: readOnly(optional(text({ max: 300 }))),
  },
});

/** Title and buyer as they are typed. */
export const titleFields = {
  invoiceTitleType: choice(invoiceTitleType, { initial: titleType.personal }),
  invoiceType: optional(choice(invoiceTypeCodes)),
  invoiceTitle: text({ min: 1, max: NAME_MAX }),
  taxCode: optional(text({ max: 30 })),
  companyAddress: optional(text({ max: 200 })),
  companyTel: optional(text({ max: 20 })),
  companyBank: optional(text({ max: NAME_MAX })),
  companyAccount: optional(text({ max: 40 })),
  recipientEmail: optional(mailbox),
  recipientPhone: optional(text({ max: 20 })),
  remark: optional(text({ max: 200 })),
};

/** A line of an invoice on the wire: money and rate are decimal texts, the quantity kWh. */
export interface InvoiceLineView {
  readonly goods: number;
  readonly goodsCode: string | null;
  readonly goodsName: string;
  readonly unit: string | null;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly taxRate: string;
  readonly totalMoney: string;
  readonly exclMoney: string;
  readonly taxMoney: string;
}

export interface InvoiceOrderView {
  readonly chargingOrderId: string;
  readonly chargingOrderNo: string;
  readonly chargingOrderAmount: string;
  readonly chargingElec: string;
  readonly stationName: string;
  readonly chargedAt: string;
}

export interface InvoiceMailView {
  readonly receiver: string;
  readonly askedBy: string;
  readonly askedTime: string;
  readonly state: number | null;
  readonly sentTime: string | null;
  readonly failure: string | null;
}

export interface InvoiceDetail {
  readonly orders: readonly InvoiceOrderView[];
  readonly lines: readonly InvoiceLineView[];
  readonly rates: readonly Pick<InvoiceLineView, 'taxRate' | 'totalMoney' | 'exclMoney' | 'taxMoney'>[];
  readonly mails: readonly InvoiceMailView[];
  /** The files that may be downloaded. */
  readonly files: readonly number[];
  /** Whether the viewer may let the red-dash proceed, or somebody else has to. */
  readonly needsSecond: boolean;
}

/** What an invoice over some orders would say. */
export interface InvoicePreview extends Pick<InvoiceDetail, 'orders' | 'lines' | 'rates'> {
  readonly regime: number;
  readonly sellerName: string;
  readonly sellerTaxNumber: string;
  readonly currency: string;
  readonly totalMoney: string;
  readonly exclMoney: string;
  readonly taxMoney: string;
  readonly payer: string;
  /** Suggestions for the form. */
  readonly recipientEmail: string | null;
}

const { path } = invoice;
const { list, queryById, exportXls } = crud(invoice);
const invoiceId = id();
/** The ids of orders, separated by commas. */
const chargingOrderIds = longText({ min: 1, max: 4_000 });
const press = { method: 'POST', idempotent: true, proof: 'money' } as const;

export const invoiceApi = {
  list,
  queryById,
  ...personalApi(invoice),
  exportXls,
  detail: endpoint({ method: 'GET', path: `${path}/detail`, allow: 'invoice:list', input: { invoiceId }, output: opaque<InvoiceDetail>() }),
  /** What an invoice over these orders would say; refused like `apply`. */
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    allow: 'invoice:apply',
    unlogged: true,
    input: { chargingOrderIds },
    output: opaque<InvoicePreview>(),
  }),
  /** Asks for one invoice over several settled orders of one payer. */
  apply: endpoint({
    method: 'POST',
    path: `${path}/apply`,
    allow: 'invoice:apply',
    idempotent: true,
    input: { chargingOrderIds, ...titleFields },
    output: rowOf(invoice.fields),
  }),
  /** Applies for a failed invoice again, under the same number. */
  retry: endpoint({ method: 'POST', path: `${path}/retry`, allow: 'invoice:apply', idempotent: true, input: { invoiceId }, output: words() }),
  /** Gives a failed invoice up; its orders may then be invoiced anew. */
  giveUp: endpoint({ method: 'POST', path: `${path}/giveUp`, allow: 'invoice:apply', idempotent: true, input: { invoiceId }, output: words() }),
  /** Sends the files, to another address if one is given. */
  send: endpoint({
    method: 'POST',
    path: `${path}/send`,
    allow: 'invoice:send',
    idempotent: true,
    input: { invoiceId, recipientEmail: optional(mailbox) },
    output: words(),
  }),
  download: endpoint({
    method: 'GET',
    path: `${path}/download`,
    allow: 'invoice:download',
    noTransaction: true,
    input: { invoiceId, invoiceFile: choice(invoiceFile, { initial: invoiceFile.items.pdf.value }) },
    output: file(),
  }),
  /** Asks that an issued invoice is cancelled by a red one. */
  redDash: endpoint({
    ...press,
    path: `${path}/redDash`,
    allow: 'invoice:redDash',
    input: { invoiceId, redReason: choice(redReasonCodes), redRemark: text({ min: 1, max: 255 }) },
    output: words(),
  }),
  /** Lets a red-dash proceed; above a limit somebody else than who asked for it has to. */
  redProceed: endpoint({ ...press, path: `${path}/redProceed`, allow: 'invoice:redDecide', input: { invoiceId }, output: words() }),
  redReject: endpoint({
    ...press,
    path: `${path}/redReject`,
    allow: 'invoice:redDecide',
    input: { invoiceId, redDashFailReason: text({ min: 1, max: 255 }) },
    output: words(),
  }),
};
