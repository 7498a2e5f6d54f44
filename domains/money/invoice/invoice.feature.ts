import { feature } from '#kit/resource/feature.ts';
import { goodsCodes, invoiceFile } from './invoice.codes.ts';
import { invoiceLabels, invoiceRefusals, invoiceWords } from './invoice.labels.ts';
import { driverInvoicesMax, invoiceDays, redAloneMax } from './invoice-settings.ts';
import { invoice, invoiceApi } from './invoice.ts';

export const invoiceFeature = feature({
  name: 'invoice',
  resource: invoice,
  api: invoiceApi,
  labels: invoiceLabels,
  refusals: invoiceRefusals,
  endpointTitles: {
    preview: ['预览发票', '預覽發票', 'Preview an invoice'],
    detail: ['查看发票明细', '檢視發票明細', 'Read an invoice'],
    retry: invoiceWords.retry,
    giveUp: invoiceWords.giveUp,
    redProceed: invoiceWords.redProceed,
    redReject: invoiceWords.redReject,
  },
  inputLabels: { chargingOrderIds: ['充电订单', '充電訂單', 'Charging orders'], invoiceFile: invoiceFile.title },
  codes: [goodsCodes, invoiceFile],
  settings: [invoiceDays, driverInvoicesMax, redAloneMax],
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/money/invoice',
      component: 'money/InvoiceList',
      title: ['发票', '發票', 'Invoices'],
      icon: 'file-text',
      group: 'money',
      order: 40,
      allow: 'invoice:list',
    },
  ],
});
