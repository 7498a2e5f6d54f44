import type { PayAccount, PaymentProvider, PaymentProviders } from './provider.server.ts';

/** Calls the provider of an account. */
export const withProvider = <T>(
  { wechat, alipay, stripe }: PaymentProviders,
  account: PayAccount,
  call: <A extends PayAccount>(provider: PaymentProvider<A>, own: A) => Promise<T>,
): Promise<T> => {
  switch (account.kind) {
    case 'wechat':
      return call(wechat, account);
    case 'alipay':
      return call(alipay, account);
    case 'stripe':
      return call(stripe, account);
  }
};
