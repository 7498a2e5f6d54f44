import { providerOrigins } from '#domains/money/server.ts';
import type { ProviderOrigins } from '#domains/money/server.ts';

/** The addresses of the payment providers, or a one-line error. PAYMENT_STAND_IN is the origin of a stand-in for all of them. */
export const readPayments = (env: Readonly<Record<string, string | undefined>>): ProviderOrigins | string => {
  const origin = env['PAYMENT_STAND_IN'] || undefined;
  if (origin === undefined) return providerOrigins;
  if (!/^https?:\/\//u.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
    return `PAYMENT_STAND_IN must read like http://127.0.0.1:9700, not ${origin}.`;
  return { wechat: origin, alipay: origin, stripe: origin };
};
