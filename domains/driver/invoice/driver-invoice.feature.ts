import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverInvoiceApi } from './driver-invoice.ts';

export const driverInvoiceFeature = feature({
  name: 'driverInvoice',
  title: ['车主发票', '車主發票', 'Invoice of a driver'],
  endpointTitles: {
    apply: ['申请开票', '申請開票', 'Ask for an invoice'],
    read: ['查看发票', '檢視發票', 'Read an invoice'],
    download: ['下载发票', '下載發票', 'Download an invoice'],
    byLink: ['用链接下载发票', '用連結下載發票', 'Download an invoice by its link'],
  },
  api: driverInvoiceApi,
  inputLabels: {
    orderNo: ['订单编号', '訂單編號', 'Order number'],
    title: ['发票抬头', '發票抬頭', 'Title'],
    taxNo: ['税号', '統一編號', 'Tax number'],
    isCompany: ['企业抬头', '企業抬頭', 'For an enterprise'],
    mail: ['收票邮箱', '收票郵箱', 'Mail address'],
    token: ['链接凭证', '連結憑證', 'Token of the link'],
  },
  refusals: driverRefusals,
});
