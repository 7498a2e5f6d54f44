import { providerOrigins } from '#domains/money/server.ts';
import type { ProviderOrigins } from '#domains/money/server.ts';

/**
 * The addresses of the payment providers and of the invoice service, or a one-line error. PAYMENT_STAND_IN is the origin of a stand-in for all of them;
 * INVOICE_SERVICE is that of the invoice service.
 */
export const readPayments = (env: Readonly<Record<string, string | undefined>>): ProviderOrigins | string => {
  const [standIn, invoices] = [env['PAYMENT_STAND_IN'] || undefined, env['INVOICE_SERVICE'] || undefined];
  if (standIn !== undefined && !isOrigin(standIn)) return `PAYMENT_STAND_IN must read like http://127.0.0.1:9700, not ${standIn}.`;
  if (invoices !== undefined && !isOrigin(invoices)) return `INVOICE_SERVICE must read like https://invoices.example.com, not ${invoices}.`;
  if (standIn === undefined) return invoices === undefined ? providerOrigins : { ...providerOrigins, invoices };
  return { wechat: standIn, alipay: standIn, stripe: standIn, invoices: invoices ?? standIn };
};

const isOrigin = (text: string): boolean => /^https?:\/\//u.test(text) && URL.canParse(text) && new URL(text).origin === text;
