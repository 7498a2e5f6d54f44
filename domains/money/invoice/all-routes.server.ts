import type { Route } from '#kit/server/context/route.ts';
import { companyInvoiceInfoRoutes } from '../company-invoice-info/company-invoice-info.server.ts';
import type { CompanyInvoiceInfoParts } from '../company-invoice-info/company-invoice-info.server.ts';
import { invoiceNotifyRoutes } from '../invoice-service/invoice-notify.server.ts';
import { invoiceRoutes } from './invoice.server.ts';
import type { InvoiceParts } from './invoice.server.ts';

/** Everything about invoices: who issues them, the invoices, and the door of the invoice service. */
export const allInvoiceRoutes = (parts: CompanyInvoiceInfoParts & InvoiceParts): readonly Route[] => [
  ...companyInvoiceInfoRoutes(parts),
  ...invoiceRoutes(parts),
  ...invoiceNotifyRoutes(parts),
];
