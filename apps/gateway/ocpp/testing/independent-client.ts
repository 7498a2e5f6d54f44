import { RPCClient } from 'ocpp-rpc';
import type { Gateway } from './test-gateway.ts';

/** A station on an independent implementation: in strict mode ocpp-rpc checks every message of the platform against its own schemas. */
export const independentClient = (
  { url }: Gateway,
  options: { readonly password?: string; readonly strictMode?: boolean; readonly protocols?: string[] } = {},
): RPCClient =>
  new RPCClient({
    endpoint: url,
    identity: 'CP1',
    password: 'pw',
    protocols: ['ocpp1.6'],
    strictMode: true,
    strictModeValidators: [],
    reconnect: false,
    maxReconnects: 0,
    callTimeoutMs: 10_000,
    pingIntervalMs: 60_000,
    deferPingsOnActivity: false,
    respondWithDetailedErrors: false,
    callConcurrency: 1,
    maxBadMessages: 0,
    wsOpts: {},
    headers: {},
    backoff: { initialDelay: 100, maxDelay: 200, factor: 2, randomisationFactor: 0 },
    ...options,
  });

export const connectIndependent = async (gateway: Gateway): Promise<RPCClient> => {
  const client = independentClient(gateway);
  await client.connect();
  return client;
};
