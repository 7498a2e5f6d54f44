import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionBudget } from './descriptors.ts';
import { plainAddress } from './trusted-proxies.ts';

export interface ConnectionBounds {
  /** Connections of this listener at once. */
  readonly connectionsMax: number;
  /** Of these, connections from addresses that have never proven who they are; the rest is kept for those that have. */
  readonly strangersMax: number;
  /** Connections of one address that have not proven who they are. */
  readonly perAddressMax: number;
  /** Addresses that others speak through, such as a proxy: the bound of one address does not hold for them. */
  readonly isShared: (address: string) => boolean;
  /** What all listeners of the process share. */
  readonly budget?: ConnectionBudget | undefined;
  readonly onRefused?: ((reason: RefusedConnection, address: string) => void) | undefined;
}

/** A bound in all alone, for a listener whose clients are trusted. */
export const boundTotalOnly = (connectionsMax: number): ConnectionBounds => ({
  connectionsMax,
  strangersMax: connectionsMax,
  perAddressMax: connectionsMax,
  isShared: () => true,
});

export type RefusedConnection = 'full' | 'strangers' | 'address';

export interface BoundedConnections {
  readonly open: number;
  /** Since the start. */
  readonly refused: number;
}

/** Somebody has proven over this connection who they are: by a session, or by the login of a pile. */
export const markAuthenticated = (socket: Duplex): void => authenticationHandlers.get(socket)?.();
/** What a proof over a connection is told to, while it is unproven. */
const authenticationHandlers = new WeakMap<Duplex, () => void>();

/** Addresses remembered as known; the one unseen for longest is forgotten first. */
const KNOWN_ADDRESSES_MAX = 50_000;

/**
 * Bounds the connections of a listener: in all, of strangers, and of one address. A connection past a bound is reset at once, so that it
 * costs neither a descriptor nor the time of a handshake. Later listeners of `connection` find it destroyed.
 */
export const boundConnections = (server: Server, bounds: ConnectionBounds): BoundedConnections => {
  const { connectionsMax, strangersMax, perAddressMax, isShared, budget, onRefused } = bounds;
  const unauthenticated = new Map<Socket, string>();
  const unauthenticatedOf = new Map<string, number>();
  const known = new Set<string>();
  let [open, strangers, refused] = [0, 0, 0];
  const isStranger = new WeakSet<Socket>();

  const refusalReason = (address: string): RefusedConnection | undefined => {
    if (open >= connectionsMax) return 'full';
    if (!known.has(address) && strangers >= strangersMax) return 'strangers';
    if (!isShared(address) && (unauthenticatedOf.get(address) ?? 0) >= perAddressMax) return 'address';
    return budget?.acquire() === false ? 'full' : undefined;
  };
  const refuse = (reason: RefusedConnection, address: string): void => {
    refused += 1;
    onRefused?.(reason, address);
  };
  const forgetUnauthenticated = (socket: Socket): void => {
    const address = unauthenticated.get(socket);
    if (address === undefined) return;
    unauthenticated.delete(socket);
    authenticationHandlers.delete(socket);
    const remaining = (unauthenticatedOf.get(address) ?? 1) - 1;
    if (remaining > 0) unauthenticatedOf.set(address, remaining);
    else unauthenticatedOf.delete(address);
    if (isStranger.delete(socket)) strangers -= 1;
  };

  // Beyond it the system closes a connection before a socket is made of it.
  server.maxConnections = connectionsMax;
  server.on('drop', (dropped) => refuse('full', plainAddress(dropped?.remoteAddress ?? '')));
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const refusal = refusalReason(address);
    if (refusal) {
      socket.resetAndDestroy();
      return refuse(refusal, address);
    }
    open += 1;
    unauthenticated.set(socket, address);
    authenticationHandlers.set(socket, () => {
      forgetUnauthenticated(socket);
      remember(known, address);
    });
    unauthenticatedOf.set(address, (unauthenticatedOf.get(address) ?? 0) + 1);
    if (!known.has(address)) {
      isStranger.add(socket);
      strangers += 1;
    }
    socket.once('close', () => {
      open -= 1;
      forgetUnauthenticated(socket);
      budget?.release();
    });
    return undefined;
  });
  return {
    get open() {
      return open;
    },
    get refused() {
      return refused;
    },
  };
};

const remember = (known: Set<string>, address: string): void => {
  known.delete(address);
  known.add(address);
  if (known.size <= KNOWN_ADDRESSES_MAX) return;
  const [oldest] = known;
  if (oldest !== undefined) known.delete(oldest);
};
