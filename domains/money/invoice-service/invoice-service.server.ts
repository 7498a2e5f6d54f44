import type { InvoiceType, RedReason, SellerState, TitleType } from '#engines/invoice/codes.ts';
import type { IssueView, RedView } from '#engines/invoice/service.ts';
import type { CallOutcome, MessageProblem } from '#engines/payment/payment.ts';
import type { ReceivedMessage } from '../provider/provider.server.ts';

/**
 * What every invoice service can do: it applies at the tax office for a seller. The adapters repeat nothing by themselves: whoever calls stores the numbers
 * of a call before it is made, and repeats it with the same numbers while its result is unknown.
 */

/** A seller's account at the service. */
export interface ServiceSeller {
  readonly taxNumber: string;
  readonly appKey: string;
  readonly appSecret: string;
}

export interface AppliedLine {
  readonly goodsCode: string | null;
  readonly goodsName: string;
  readonly unit: string | null;
  /** 0.1 Wh; null without a quantity. */
  readonly quantityDwh: bigint | null;
  /** Hundredths of a percent. */
  readonly rateE2: number;
  readonly totalCents: bigint;
  readonly exclCents: bigint;
  readonly taxCents: bigint;
}

export interface NewInvoice {
  /** Ours; the same number is the same invoice. */
  readonly serialNo: string;
  readonly invoiceType: InvoiceType;
  readonly titleType: TitleType;
  readonly title: string;
  readonly taxCode: string | null;
  readonly buyerAddress: string | null;
  readonly buyerTel: string | null;
  readonly buyerBank: string | null;
  readonly buyerAccount: string | null;
  readonly sellerName: string;
  readonly sellerAddress: string | null;
  readonly sellerTel: string | null;
  readonly sellerBank: string | null;
  readonly sellerAccount: string | null;
  readonly drawer: string | null;
  readonly payee: string | null;
  readonly remark: string;
  readonly currency: string;
  readonly totalCents: bigint;
  readonly lines: readonly AppliedLine[];
  readonly callbackUrl: string;
}

export interface NewRedInvoice {
  readonly serialNo: string;
  readonly redSerialNo: string;
  readonly reason: RedReason;
  readonly callbackUrl: string;
}

/** The layout file, and the files of data that the service has besides. */
export interface InvoiceFiles {
  readonly pdf: Uint8Array;
  readonly xml: Uint8Array | undefined;
}

/** What a callback is about. It is only a reason to ask. */
export type ReadCallback = { readonly ok: true; readonly serialNo: string } | { readonly ok: false; readonly problem: MessageProblem };

export interface InvoiceService {
  apply(seller: ServiceSeller, invoice: NewInvoice): Promise<CallOutcome<IssueView>>;
  /** Undefined when the service does not know the invoice, which may then be applied for again. */
  query(seller: ServiceSeller, serialNo: string): Promise<CallOutcome<IssueView | undefined>>;
  applyRed(seller: ServiceSeller, red: NewRedInvoice): Promise<CallOutcome<RedView>>;
  queryRed(seller: ServiceSeller, redSerialNo: string): Promise<CallOutcome<RedView | undefined>>;
  /** Of an issued invoice, or a red one by its own number. */
  files(seller: ServiceSeller, serialNo: string): Promise<CallOutcome<InvoiceFiles>>;
  sellerStatus(seller: ServiceSeller): Promise<CallOutcome<SellerState>>;
  /** What may still be invoiced this month, in minor units. */
  quota(seller: ServiceSeller): Promise<CallOutcome<bigint>>;
  verifyCallback(seller: ServiceSeller, message: ReceivedMessage): ReadCallback;
}
