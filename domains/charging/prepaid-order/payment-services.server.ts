import { openPayAccount, payConfsOf, payConfsOfTenant } from '#domains/money/server.ts';
import type { MendReceiver, PayAccount, PaymentProviders } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { openReceiver } from '../refund-order/mend-receiver.server.ts';

/** How payments reach the providers. */
export interface PaymentServices {
  readonly providers: PaymentProviders;
  /** The account behind a pay configuration, with its secrets opened; undefined if there is none. */
  readonly openAccount: (tx: Tx, payConfId: string) => Promise<PaymentAccount | undefined>;
  /** The pay configurations with which a pile is paid. */
  readonly payConfIdsOf: (tx: Tx, cpCode: string) => Promise<readonly string[]>;
  /** The pay configurations with which wallets of a tenant are filled. */
  readonly payConfIdsOfTenant: (tx: Tx, tenantId: string) => Promise<readonly string[]>;
  /** The address by which providers reach this server, without a slash at its end. */
  readonly publicUrl: () => string;
  /** The card of a payer that an operator has entered for an abnormal refund. */
  readonly openReceiver: (sealed: string, sealId: string) => MendReceiver;
}

/** The services on the pay configurations of the tenants. */
export const paymentServices = ({
  providers,
  secrets,
  publicUrl,
}: Pick<PaymentServices, 'providers' | 'publicUrl'> & { readonly secrets: Secrets }): PaymentServices => ({
  providers,
  openAccount: (tx, payConfId) => openPayAccount(tx, secrets, payConfId),
  payConfIdsOf: async (tx, cpCode) => (await payConfsOf(tx, cpCode)).map(({ payConfId }) => payConfId),
  payConfIdsOfTenant: async (tx, tenantId) => (await payConfsOfTenant(tx, tenantId)).map(({ payConfId }) => payConfId),
  publicUrl,
  openReceiver: (sealed, sealId) => openReceiver(secrets, sealed, sealId),
});

export interface PaymentAccount {
  readonly tenantId: string;
  readonly account: PayAccount;
}

export type PaymentDeps = Pick<Deps, 'database' | 'bus' | 'live' | 'clock' | 'log'> & { readonly payments: PaymentServices };

/** How a provider names the account in its answers; null where they do not say it. */
export const merchantNoOf = (account: PayAccount): string | null => {
  switch (account.kind) {
    case 'wechat':
      return account.mchId;
    case 'alipay':
      return account.sellerId;
    case 'stripe':
      return null;
  }
};

/** The path at which the provider of a pay configuration is listened to. */
export const notifyPath = (kind: PayAccount['kind'], payConfId: string): string => `/notify/${kind}/${payConfId}`;

/** Wakes the worker of payments and refunds. */
export const paymentTopic = 'charging.payment';
