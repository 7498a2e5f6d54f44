import { id } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The path at which the invoice service of a seller is listened to. */
export const invoiceNotifyPath = (companyInvoiceInfoId: string): string => `/invoice-notify/${companyInvoiceInfoId}`;

export const invoiceNotifyApi = {
  /** What the invoice service tells about an invoice. It is verified and answered; what it says is then asked of the service. */
  notify: endpoint({
    method: 'POST',
    path: invoiceNotifyPath(':companyInvoiceInfoId'),
    allow: 'public',
    noTransaction: true,
    unlogged: true,
    upload: 'stream',
    input: { companyInvoiceInfoId: id() },
    output: opaque<{ readonly code: 200 }>(),
  }),
};
