import type { InvoiceRegime, InvoiceState, InvoiceType, RedDash, RedReason, RedStage, TitleType } from '#engines/invoice/codes.ts';
import type { Language } from '#kit/fields/words.ts';

/** An invoice as the worker and its documents read it. Ids are texts. */
export interface StoredInvoice {
  readonly invoiceId: string;
  readonly tenantId: string;
  readonly companyInvoiceInfoId: string;
  readonly regime: InvoiceRegime;
  readonly serialNo: string;
  readonly state: InvoiceState;
  readonly invoiceType: InvoiceType;
  readonly titleType: TitleType;
  readonly title: string;
  readonly taxCode: string | null;
  readonly buyerAddress: string | null;
  readonly buyerTel: string | null;
  readonly buyerBank: string | null;
  readonly buyerAccount: string | null;
  readonly recipientEmail: string | null;
  readonly sellerName: string;
  readonly sellerTaxNumber: string;
  readonly sellerAddress: string | null;
  readonly sellerTel: string | null;
  readonly sellerBank: string | null;
  readonly sellerAccount: string | null;
  readonly numberPrefix: string | null;
  readonly payee: string | null;
  readonly drawer: string | null;
  readonly totalCents: bigint;
  readonly currency: string;
  readonly zone: string;
  readonly language: Language;
  readonly remark: string | null;
  readonly invoiceNo: string | null;
  readonly invoiceTime: Date | null;
  readonly tryCount: number;
  readonly layoutPath: string | null;
  readonly xmlPath: string | null;
  readonly store: string | null;
  readonly redDash: RedDash;
  readonly redStage: RedStage;
  readonly redSerialNo: string | null;
  readonly redReason: RedReason | null;
  readonly redInvoiceNo: string | null;
  readonly redTime: Date | null;
  readonly redLayoutPath: string | null;
  readonly redXmlPath: string | null;
  readonly wantsMail: boolean;
  readonly mailAskedBy: string | null;
}

/** An order as an invoice lists it. */
export interface InvoicedOrder {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly amountCents: bigint;
  readonly energyDwh: bigint;
  readonly stationName: string;
  readonly chargedAt: Date;
}
