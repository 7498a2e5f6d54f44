import { defaultEgress, readEgress } from './egress.ts';
import type { EgressConfig } from './egress.ts';
import { readPayments } from './payments.ts';
import { providerOrigins } from '#domains/money/server.ts';
import type { ProviderOrigins } from '#domains/money/server.ts';
import { loopbackProxies, readProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';

/** Trusted proxies, connection limits, and which addresses this process may call. */
export interface AccessConfig {
  /** Proxies whose header about a client's address is trusted, and which may open any number of connections. */
  readonly proxies: TrustedProxies;
  /** Unauthenticated connections allowed for any other single address. */
  readonly connectionsPerAddress: number;
  readonly egress: EgressConfig;
  /** Where the payment providers are. */
  readonly payments: ProviderOrigins;
}

/** Enough for an office or a site behind one address; authenticated connections do not count. */
const CONNECTIONS_PER_ADDRESS = 1_000;

export const defaultAccess: AccessConfig = {
  proxies: loopbackProxies,
  connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
  egress: defaultEgress,
  payments: providerOrigins,
};

export const readAccess = (env: Readonly<Record<string, string | undefined>>): AccessConfig | string => {
  const proxies = env['TRUSTED_PROXIES'] === undefined ? loopbackProxies : readProxies(env['TRUSTED_PROXIES']);
  if ('invalid' in proxies) return `TRUSTED_PROXIES names ${proxies.invalid}; an address or a network reads 10.0.0.1 or 10.0.0.0/24.`;
  const text = env['CONNECTIONS_PER_ADDRESS'] || String(CONNECTIONS_PER_ADDRESS);
  if (!/^[1-9]\d{0,8}$/.test(text)) return `CONNECTIONS_PER_ADDRESS must be a whole number from 1, not ${text}.`;
  const egress = readEgress(env);
  if (typeof egress === 'string') return egress;
  const payments = readPayments(env);
  return typeof payments === 'string' ? payments : { proxies, connectionsPerAddress: Number(text), egress, payments };
};
