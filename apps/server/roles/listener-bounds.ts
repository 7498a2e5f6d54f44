import type { Logger } from 'pino';
import type { ConnectionBounds, RefusedConnection } from '#kit/server/connections/connection-bounds.ts';
import { createBudget, openFilesMax, shareDescriptors } from '#kit/server/connections/descriptors.ts';
import type { Config } from '../config/config.ts';

/** Connection limits of the three public ports. */
export interface ListenerBounds {
  readonly api: ConnectionBounds;
  readonly ocpp: ConnectionBounds;
  readonly pile: ConnectionBounds;
}

/** Share of a port's connections that is open to addresses that have never authenticated. */
const UNAUTHENTICATED_SHARE = 0.75;
/** Both pile ports share one budget, so unauthenticated connections on one port must leave room for the other. */
const UNAUTHENTICATED_PILE_SHARE = UNAUTHENTICATED_SHARE / 2;
/** Minimum time between two log lines about refused connections on a port. */
const LOG_INTERVAL_MS = 60_000;

export const listenerBounds = (
  { roles, access }: Pick<Config, 'roles' | 'access'>,
  log: Logger,
  filesMax: number = openFilesMax(),
): ListenerBounds => {
  const shares = shareDescriptors(filesMax, { api: roles.has('api'), gateway: roles.has('gateway') });
  const common = { perAddressMax: access.connectionsPerAddress, isShared: access.proxies.isTrusted };
  const budget = createBudget(shares.gateway);
  const ofPiles = { ...common, connectionsMax: shares.gateway, strangersMax: Math.floor(shares.gateway * UNAUTHENTICATED_PILE_SHARE), budget };
  return {
    api: { ...common, connectionsMax: shares.api, strangersMax: Math.floor(shares.api * UNAUTHENTICATED_SHARE), onRefused: logRarely(log, 'api') },
    ocpp: { ...ofPiles, onRefused: logRarely(log, 'ocpp') },
    pile: { ...ofPiles, onRefused: logRarely(log, 'pile') },
  };
};

const logRarely = (log: Logger, port: keyof ListenerBounds) => {
  let [refused, loggedMs] = [0, -Infinity];
  return (reason: RefusedConnection, address: string): void => {
    refused += 1;
    if (performance.now() - loggedMs < LOG_INTERVAL_MS) return;
    loggedMs = performance.now();
    log.warn({ port, why: reason, address, refused }, REASONS[reason]);
  };
};

const REASONS: Readonly<Record<RefusedConnection, string>> = {
  full: 'connections are refused: as many are open as this process may have; raise its limit of open files (ulimit -n)',
  strangers: 'connections are refused: what is left is kept for addresses that have signed in before',
  address: 'connections of one address are refused; if it is a proxy, name it in TRUSTED_PROXIES',
};
