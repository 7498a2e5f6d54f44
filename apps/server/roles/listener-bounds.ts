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
const STRANGERS_SHARE = 0.75;
/** Both pile ports share one budget, so unauthenticated connections on one port must leave room for the other. */
const STRANGERS_SHARE_OF_PILES = STRANGERS_SHARE / 2;
/** Minimum time between two log lines about refused connections on a port. */
const TOLD_EVERY_MS = 60_000;

export const listenerBounds = (
  { roles, access }: Pick<Config, 'roles' | 'access'>,
  log: Logger,
  filesMax: number = openFilesMax(),
): ListenerBounds => {
  const shares = shareDescriptors(filesMax, { api: roles.has('api'), gateway: roles.has('gateway') });
  const common = { perAddressMax: access.connectionsPerAddress, isShared: access.proxies.isTrusted };
  const budget = createBudget(shares.gateway);
  const ofPiles = { ...common, connectionsMax: shares.gateway, strangersMax: Math.floor(shares.gateway * STRANGERS_SHARE_OF_PILES), budget };
  return {
    api: { ...common, connectionsMax: shares.api, strangersMax: Math.floor(shares.api * STRANGERS_SHARE), onRefused: tellNowAndThen(log, 'api') },
    ocpp: { ...ofPiles, onRefused: tellNowAndThen(log, 'ocpp') },
    pile: { ...ofPiles, onRefused: tellNowAndThen(log, 'pile') },
  };
};

const tellNowAndThen = (log: Logger, port: keyof ListenerBounds) => {
  let [refused, toldMs] = [0, -Infinity];
  return (why: RefusedConnection, address: string): void => {
    refused += 1;
    if (performance.now() - toldMs < TOLD_EVERY_MS) return;
    toldMs = performance.now();
    log.warn({ port, why, address, refused }, REASONS[why]);
  };
};

const REASONS: Readonly<Record<RefusedConnection, string>> = {
  full: 'connections are refused: as many are open as this process may have; raise its limit of open files (ulimit -n)',
  strangers: 'connections are refused: what is left is kept for addresses that have signed in before',
  address: 'connections of one address are refused; if it is a proxy, name it in TRUSTED_PROXIES',
};
