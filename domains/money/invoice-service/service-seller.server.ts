import type { Seller } from '../company-invoice-info/seller.server.ts';
import type { ServiceSeller } from './invoice-service.server.ts';

/** The seller's account at the invoice service. Its keys were checked when they were stored, so an empty text stands for none that is needed. */
export const serviceSellerOf = ({ taxNumber, appKey, appSecret }: Pick<Seller, 'taxNumber' | 'appKey' | 'appSecret'>): ServiceSeller => ({
  taxNumber,
  appKey: appKey ?? '',
  appSecret: appSecret ?? '',
});
