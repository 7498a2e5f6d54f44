import { feature } from '#kit/resource/feature.ts';
import { companyInvoiceInfoLabels, companyInvoiceInfoRefusals } from './company-invoice-info.labels.ts';
import { companyInvoiceInfo, companyInvoiceInfoApi } from './company-invoice-info.ts';

export const companyInvoiceInfoFeature = feature({
  name: 'companyInvoiceInfo',
  resource: companyInvoiceInfo,
  api: companyInvoiceInfoApi,
  labels: companyInvoiceInfoLabels,
  refusals: companyInvoiceInfoRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/money/company-invoice-info',
      component: 'money/CompanyInvoiceInfoList',
      title: ['企业开票信息', '企業開票資訊', 'Invoice companies'],
      icon: 'bank',
      group: 'money',
      order: 42,
      allow: 'companyInvoiceInfo:list',
    },
  ],
});
