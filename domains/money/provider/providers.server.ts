import { randomBytes } from 'node:crypto';
import { NO_INVOICE_SERVICE } from '../invoice-service/http-invoice-service.server.ts';
import { createAlipay } from './alipay.server.ts';
import type { PaymentProviders } from './provider.server.ts';
import { createStripe } from './stripe.server.ts';
import { sendToProvider } from './transport.server.ts';
import type { ProviderTransport } from './transport.server.ts';
import { createWechatPay } from './wechat.server.ts';

/** Where the providers are; the stand-in has one address for all of them. */
export interface ProviderOrigins {
  readonly wechat: string;
  readonly alipay: string;
  readonly stripe: string;
  /** The invoice service, which is not the same for all; empty: there is none. */
  readonly invoices: string;
}

export const providerOrigins: ProviderOrigins = {
  wechat: 'https://api.mch.weixin.qq.com',
  alipay: 'https://openapi.alipay.com',
  stripe: 'https://api.stripe.com',
  invoices: NO_INVOICE_SERVICE,
};

const NONCE_BYTES = 16;

/** The three providers. `origins` replaces the real addresses; it is read at each call, because the demo learns its own late. */
export const createPaymentProviders = ({
  origins = providerOrigins,
  clock = Date.now,
  transport = sendToProvider,
}: { readonly origins?: ProviderOrigins; readonly clock?: () => number; readonly transport?: ProviderTransport } = {}): PaymentProviders => {
  const partsOf = (provider: keyof ProviderOrigins) => ({
    transport,
    clock,
    nonce: () => randomBytes(NONCE_BYTES).toString('hex'),
    get origin() {
      return origins[provider];
    },
  });
  return {
    wechat: createWechatPay(partsOf('wechat')),
    alipay: createAlipay(partsOf('alipay')),
    stripe: createStripe(partsOf('stripe')),
  };
};
