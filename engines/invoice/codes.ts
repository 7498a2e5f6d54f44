/** Codes of invoices. The specification names the states of a red-dash without numbers and leaves the others open; the numbers are ours. */

/** `submitted`: the invoice service has taken it. `issuing`: the tax office works on it. A failed one is tried again under the same number, or given up. */
export const invoiceState = { draft: 0, submitted: 1, issuing: 2, issued: 3, failed: 4, givenUp: 5 } as const;
export type InvoiceState = (typeof invoiceState)[keyof typeof invoiceState];

/** The red-dash of an issued invoice: `running` until the red invoice exists or the request was rejected. */
export const redDash = { none: 0, running: 1, proceeded: 2, rejected: 3 } as const;
export type RedDash = (typeof redDash)[keyof typeof redDash];

/** Where a running red-dash stands: it waits for a decision, for the call of the service, for the tax office, or for the buyer's consent. */
export const redStage = { none: 0, asked: 1, agreed: 2, sent: 3, awaitsBuyer: 4 } as const;
export type RedStage = (typeof redStage)[keyof typeof redStage];

/** The law under which a seller issues: China through an invoice service, the European Union with numbers of its own. */
export const invoiceRegime = { china: 1, europe: 2 } as const;
export type InvoiceRegime = (typeof invoiceRegime)[keyof typeof invoiceRegime];

export const titleType = { personal: 1, enterprise: 2 } as const;
export type TitleType = (typeof titleType)[keyof typeof titleType];

/** `special` is deductible and exists in China only; `vat` is the invoice of the European Union. */
export const invoiceType = { ordinary: 1, special: 2, vat: 3 } as const;
export type InvoiceType = (typeof invoiceType)[keyof typeof invoiceType];

/** What a line of an invoice is for. Other fees of an order belong to the service. */
export const goods = { electricity: 1, service: 2 } as const;
export type Goods = (typeof goods)[keyof typeof goods];

/** Why an issued invoice is cancelled, as the sheet of the tax office asks. */
export const redReason = { wrongInvoice: 1, returned: 2, stopped: 3, allowance: 4 } as const;
export type RedReason = (typeof redReason)[keyof typeof redReason];

/** Whether the service can work for a seller; `offline`: the session at the tax office has ended, and a person of the seller has to sign in there. */
export const sellerState = { unknown: 0, online: 1, offline: 2 } as const;
export type SellerState = (typeof sellerState)[keyof typeof sellerState];
