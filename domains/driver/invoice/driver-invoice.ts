import { optional, text } from '#kit/fields/field.ts';
import { endpoint, file, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath, visitCall } from '../driver-path.ts';

/** The invoice of an order as its driver sees it. Money in minor units. */
export interface DriverInvoice {
  readonly state: 'underway' | 'issued' | 'failed' | 'reversed';
  /** Null until it is issued. */
  readonly invoiceNo: string | null;
  readonly title: string;
  readonly totalCents: number;
  readonly currency: string;
  readonly digits: number;
  /** The mail address in part; null without one. */
  readonly mail: string | null;
  /** Whether the PDF can be had. */
  readonly hasFile: boolean;
}

export interface DriverInvoiceMade extends DriverInvoice {
  /** Downloads the PDF without a visit, for ninety days, once it is issued. */
  readonly link: string;
}

export interface DriverInvoiceState {
  readonly invoice: DriverInvoice | null;
  /** Whether one can be asked for now. */
  readonly canAsk: boolean;
  /** An enterprise must have a tax number here. */
  readonly needsTaxNo: boolean;
}

const orderNo = text({ min: 1, max: 40 });
const path = `${driverPath}/orders/:orderNo/invoice`;

export const driverInvoiceApi = {
  /**
   * Asks for the invoice of a settled order, of which there is one at a time. With a tax number, or with `isCompany` 1, it is made out to an enterprise.
   * 409 with a code such as `invoice.already`, `invoice.nothingPaid`, `invoice.noSeller` or `invoice.taxCodeWrong`; 403 `driver.viewOnly`.
   */
  apply: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    publicStatus: 201,
    path,
    input: {
      orderNo,
      title: text({ min: 1, max: 100 }),
      taxNo: optional(text({ max: 30 })),
      isCompany: optional(text({ max: 1, pattern: { source: '^[01]$', problem: 'badPattern' } })),
      mail: text({ min: 1, max: 100 }),
    },
    output: opaque<DriverInvoiceMade>(),
  }),
  read: endpoint({ ...visitCall, method: 'GET', path, input: { orderNo }, output: opaque<DriverInvoiceState>() }),
  /** The PDF; 404 until it is there. */
  download: endpoint({ ...visitCall, method: 'GET', path: `${path}/file`, input: { orderNo }, output: file() }),
  /** The PDF by the token of the link; 404 until it is there, and for a wrong or old token. */
  byLink: endpoint({
    ...driverCall,
    method: 'GET',
    path: `${driverPath}/invoices/:token`,
    input: { token: text({ min: 1, max: 64 }) },
    output: file(),
  }),
};
