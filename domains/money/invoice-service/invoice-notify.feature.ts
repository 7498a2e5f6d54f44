import { feature } from '#kit/resource/feature.ts';
import { companyInvoiceInfoLabels } from '../company-invoice-info/company-invoice-info.labels.ts';
import { invoiceNotifyApi } from './invoice-notify.ts';

export const invoiceNotifyFeature = feature({
  name: 'invoiceNotify',
  title: ['发票通知', '發票通知', 'Invoice notification'],
  endpointTitles: { notify: ['通知', '通知', 'notify'] },
  api: invoiceNotifyApi,
  inputLabels: { companyInvoiceInfoId: companyInvoiceInfoLabels.noun },
});
