import { expect, test } from 'vitest';
import { createPaymentProviders, providerOrigins } from '#domains/money/server.ts';
import { defaultAccess } from './config/access.ts';
import { paymentOriginsOf } from './demo-payments.ts';

const account = { kind: 'stripe', secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: [] } as const;

/** The origins that a question about a payment is sent to. */
const askedOrigins = async (origins: typeof providerOrigins): Promise<readonly string[]> => {
  const asked: string[] = [];
  const providers = createPaymentProviders({
    origins,
    transport: async ({ url }) => {
      asked.push(new URL(url).origin);
      return 'network';
    },
  });
  await providers.stripe.query(account, { payNo: 'P12345', tradeRef: 'pi_1' });
  return asked;
};

test('a demo asks no provider until it has decided, and then the one that was decided', async () => {
  const payments = paymentOriginsOf({ demo: true, access: defaultAccess });
  expect(payments.isUndecided).toBe(true);
  expect(await askedOrigins(payments.origins)).toEqual(['http://127.0.0.1:9']);
  payments.use(providerOrigins);
  expect(await askedOrigins(payments.origins)).toEqual([providerOrigins.stripe]);
});

test('a system with real data, or with a stand-in of its own, asks those that it names', async () => {
  expect(await askedOrigins(paymentOriginsOf({ demo: false, access: defaultAccess }).origins)).toEqual([providerOrigins.stripe]);
  const named = { wechat: 'http://x:1', alipay: 'http://x:1', stripe: 'http://x:1', invoices: 'http://x:1' };
  const payments = paymentOriginsOf({ demo: true, access: { ...defaultAccess, payments: named } });
  expect(payments.isUndecided).toBe(false);
  expect(await askedOrigins(payments.origins)).toEqual(['http://x:1']);
});
