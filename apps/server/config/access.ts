import { loopbackProxies, readProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';

/** Through whom clients come, and how many connections they may have. */
export interface AccessConfig {
  /** Whose word about the address of a client is believed, and who may open any number of connections. */
  readonly proxies: TrustedProxies;
  /** Connections of one other address that have not proven who they are. */
  readonly connectionsPerAddress: number;
}

/** An office or a site behind one address; a connection that has signed in is not counted. */
const CONNECTIONS_PER_ADDRESS = 1_000;

export const defaultAccess: AccessConfig = { proxies: loopbackProxies, connectionsPerAddress: CONNECTIONS_PER_ADDRESS };

export const readAccess = (env: Readonly<Record<string, string | undefined>>): AccessConfig | string => {
  const proxies = env['TRUSTED_PROXIES'] === undefined ? loopbackProxies : readProxies(env['TRUSTED_PROXIES']);
  if ('wrong' in proxies) return `TRUSTED_PROXIES names ${proxies.wrong}; an address or a network reads 10.0.0.1 or 10.0.0.0/24.`;
  const text = env['CONNECTIONS_PER_ADDRESS'] || String(CONNECTIONS_PER_ADDRESS);
  if (!/^[1-9]\d{0,8}$/.test(text)) return `CONNECTIONS_PER_ADDRESS must be a whole number from 1, not ${text}.`;
  return { proxies, connectionsPerAddress: Number(text) };
};
