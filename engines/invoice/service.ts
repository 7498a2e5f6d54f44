/** The words that all invoice services share. An answer is never an exception: it is a value, an unknown result, or a refusal. */

/** `accepted`: taken, the tax office has not begun. `working`: the tax office works on it. */
export type IssueStatus = 'accepted' | 'working' | 'issued' | 'failed';

/** `awaitingBuyer`: the buyer has booked the invoice and has to agree. `refused`: the buyer has not agreed, or the time for it has passed. */
export type RedStatus = 'accepted' | 'working' | 'awaitingBuyer' | 'issued' | 'refused';

/** An invoice as the service knows it. */
export interface IssueView {
  /** Our number of the invoice. */
  readonly serialNo: string;
  readonly status: IssueStatus;
  /** The number of the tax office; undefined until it is issued. */
  readonly invoiceNo: string | undefined;
  readonly issuedAt: Date | undefined;
  /** Undefined while the service does not tell it. */
  readonly totalCents: bigint | undefined;
  /** Why it has failed. */
  readonly reason: string | undefined;
}

/** A red invoice as the service knows it. */
export interface RedView {
  readonly redSerialNo: string;
  readonly status: RedStatus;
  readonly redInvoiceNo: string | undefined;
  readonly issuedAt: Date | undefined;
  readonly totalCents: bigint | undefined;
  readonly reason: string | undefined;
}

/** The code with which a service refuses work because its session at the tax office has ended. */
export const SELLER_OFFLINE = 'SELLER_OFFLINE';
