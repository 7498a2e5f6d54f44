import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { ConnectionBudget } from './descriptors.ts';
import { plainAddress } from './trusted-proxies.ts';

export interface ConnectionBounds {
  /** The largest number of connections of this listener. */
  readonly connectionsMax: number;
  /** The share of these for addresses that have never authenticated; the rest is reserved for addresses that have. */
  readonly strangersMax: number;
  /** The largest number of unauthenticated connections from one address. */
  readonly perAddressMax: number;
  /** Whether many clients share this address, as behind a proxy; `perAddressMax` does not apply to it. */
  readonly isShared: (address: string) => boolean;
  /** The budget that all listeners of the process share. */
  readonly budget?: ConnectionBudget | undefined;
  readonly onRefused?: ((reason: RefusedConnection, address: string) => void) | undefined;
}

/** Limits only the total, for a listener whose clients are trusted. */
export const boundTotalOnly = (connectionsMax: number): ConnectionBounds => ({
  connectionsMax,
  strangersMax: connectionsMax,
  perAddressMax: connectionsMax,
  isShared: () => true,
});

export type RefusedConnection = 'full' | 'strangers' | 'address';

export interface BoundedConnections {
  readonly open: number;
  /** The number of refused connections since the start. */
  readonly refused: number;
}

/** Records that the client of this connection has authenticated, by a session or by the login of a pile. */
export const markAuthenticated = (socket: Duplex): void => authenticationHandlers.get(socket)?.();
/** Called when the client of a connection authenticates for the first time. */
const authenticationHandlers = new WeakMap<Duplex, () => void>();

/** The number of authenticated addresses that are remembered; the one not seen for longest is removed first. */
const KNOWN_ADDRESSES_MAX = 50_000;

/**
 * Limits the connections of a listener: in total, from unauthenticated addresses, and from one address. A connection beyond a limit is reset at
 * once, so that it costs neither a file descriptor nor a handshake. The listeners of the `connection` event that were added before, such as those of
 * HTTP and TLS, do not get it; later ones get it already destroyed. Several servers share the limits, such as the plain and the TLS port of a protocol.
 */
export const boundConnections = (servers: Server | readonly Server[], bounds: ConnectionBounds): BoundedConnections => {
  const { connectionsMax, strangersMax, perAddressMax, isShared, budget, onRefused } = bounds;
  const unauthenticated = new Map<Socket, string>();
  const unauthenticatedOf = new Map<string, number>();
  const knownAddresses = new Set<string>();
  let [open, strangers, refused] = [0, 0, 0];
  const isUnauthenticated = new WeakSet<Socket>();

  const refusalReason = (address: string): RefusedConnection | undefined => {
    if (open >= connectionsMax) return 'full';
    if (!knownAddresses.has(address) && strangers >= strangersMax) return 'strangers';
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
    if (isUnauthenticated.delete(socket)) strangers -= 1;
  };

  /** Counts a connection, or resets it and returns false. */
  const admit = (socket: Socket): boolean => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const refusal = refusalReason(address);
    if (refusal) {
      socket.resetAndDestroy();
      refuse(refusal, address);
      return false;
    }
    open += 1;
    unauthenticated.set(socket, address);
    authenticationHandlers.set(socket, () => {
      forgetUnauthenticated(socket);
      remember(knownAddresses, address);
    });
    unauthenticatedOf.set(address, (unauthenticatedOf.get(address) ?? 0) + 1);
    if (!knownAddresses.has(address)) {
      isUnauthenticated.add(socket);
      strangers += 1;
    }
    socket.once('close', () => {
      open -= 1;
      forgetUnauthenticated(socket);
      budget?.release();
    });
    return true;
  };
  for (const server of [servers].flat()) {
    // Beyond this number Node closes a connection before it creates a socket.
    server.maxConnections = connectionsMax;
    server.on('drop', (dropped) => refuse('full', plainAddress(dropped?.remoteAddress ?? '')));
    passAdmitted(server, admit);
  }
  return {
    get open() {
      return open;
    },
    get refused() {
      return refused;
    },
  };
};

/** Passes only admitted connections to the listeners of a server that were added before. */
const passAdmitted = (server: Server, admit: (socket: Socket) => boolean): void => {
  const before = server.listeners('connection');
  server.removeAllListeners('connection');
  const follow = server instanceof TlsServer ? authenticateThroughTls(server) : undefined;
  server.on('connection', (socket) => {
    if (!admit(socket)) return;
    follow?.(socket);
    for (const listener of before) Reflect.apply(listener, server, [socket]);
  });
};

/** A TLS socket that is marked as authenticated marks the TCP socket below it, which is the one that is counted. Returns what to do with each TCP socket. */
const authenticateThroughTls = (server: TlsServer): ((socket: Socket) => void) => {
  const sockets = new Map<string, Socket>();
  server.on('secureConnection', (tlsSocket) => {
    const below = sockets.get(endsOf(tlsSocket));
    const handler = below && authenticationHandlers.get(below);
    if (handler) authenticationHandlers.set(tlsSocket, handler);
  });
  return (socket) => {
    const ends = endsOf(socket);
    sockets.set(ends, socket);
    socket.once('close', () => sockets.delete(ends));
  };
};

/** Identifies an open TCP connection; a TLS socket gives the same as the socket below it. */
export const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string => `${remoteAddress} ${remotePort} ${localAddress}`;

const remember = (knownAddresses: Set<string>, address: string): void => {
  knownAddresses.delete(address);
  knownAddresses.add(address);
  if (knownAddresses.size <= KNOWN_ADDRESSES_MAX) return;
  const [oldest] = knownAddresses;
  if (oldest !== undefined) knownAddresses.delete(oldest);
};
