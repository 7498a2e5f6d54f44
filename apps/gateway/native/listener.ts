import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { DeviceBackend } from '#engines/protocol/device-backend.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { SESSION_LIMITS, type SessionLimits } from '#engines/session/native/limits.ts';
import { boundConnections, boundTotalOnly } from '#kit/server/connections/connection-bounds.ts';
import type { ConnectionBounds } from '#kit/server/connections/connection-bounds.ts';
import { tlsOptionsOf } from '#kit/server/tls/certificate.ts';
import type { Clock, Log } from '../shared/environment.ts';
import type { FrameLog } from '../shared/frame-log.ts';
import type { SessionRegistry } from '../shared/session-registry.ts';
import { keepCertificate, listen } from '../shared/tls-port.ts';
import type { TlsPort } from '../shared/tls-port.ts';
import { within } from '../shared/within.ts';
import { Connection } from './connection.ts';
import { LISTENER_LIMITS, type ListenerLimits } from './limits.ts';
import { createLoginGuard } from './login-guard.ts';
import type { Counts, ListenerContext } from './listener-context.ts';

export interface NativeListenerOptions {
  /** 0 lets the operating system choose a free port. */
  readonly port: number;
  readonly host?: string;
  /** A second port, for piles that connect over TLS. */
  readonly tls?: TlsPort | undefined;
  readonly backend: DeviceBackend;
  /** Shared with the other listeners of this process. */
  readonly registry: SessionRegistry;
  readonly frames: FrameLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly connections?: ConnectionBounds | undefined;
  readonly limits?: Partial<ListenerLimits>;
  readonly sessionLimits?: Partial<SessionLimits>;
}

export interface NativeListener {
  readonly port: number;
  readonly tlsPort: number | undefined;
  readonly openConnections: number;
  readonly counts: Readonly<Counts> & { readonly refusedConnections: number };
  /** Accepts no new connections, answers received requests, ends every session and closes every socket. Takes at most twice `drainMs`. */
  close(): Promise<void>;
}

/** Listens for native piles. Rejects when the port is taken. */
export const startNativeListener = async (options: NativeListenerOptions): Promise<NativeListener> => {
  const limits = { ...LISTENER_LIMITS, ...options.limits };
  const counts: Counts = { connections: 0, framesUp: 0, framesDown: 0, badBytes: 0, refusedLogins: 0, failedEvents: 0 };
  const { backend, registry, frames, log, clock } = options;
  const env = { crypto: nodeCrypto, limits: { ...SESSION_LIMITS, ...options.sessionLimits } };
  const context: ListenerContext = { backend, registry, frames, log, clock, limits, counts, env, guard: createLoginGuard(limits) };

  const open = new Set<Connection>();
  const serve = (socket: Socket, overTls: boolean): void => {
    if (socket.destroyed) return;
    counts.connections += 1;
    const connection = new Connection(socket, context, overTls);
    open.add(connection);
    socket.on('close', () => open.delete(connection));
  };
  const { tls, host = '127.0.0.1' } = options;
  const plain = createServer((socket) => serve(socket, false));
  const overTls = tls && createTlsServer(tlsOptionsOf(tls.certificate), (socket) => serve(socket, true));
  const servers = [plain, ...(overTls ? [overTls] : [])];
  const bounded = boundConnections(servers, options.connections ?? boundTotalOnly(limits.connectionsMax));
  const tcpOfTls = new Set<Socket>();
  overTls?.on('connection', (socket: Socket) => {
    tcpOfTls.add(socket);
    socket.once('close', () => tcpOfTls.delete(socket));
  });
  const plainPort = await listen(plain, { port: options.port, host, backlog: BACKLOG });
  const tlsPort = tls && overTls && (await listen(overTls, { port: tls.port, host, backlog: BACKLOG }));
  const release = tls && overTls && keepCertificate(overTls, tls, { protocol: 'native', log });
  const ticker = setInterval(() => {
    for (const connection of open) connection.tick();
  }, limits.tickMs);

  return {
    port: plainPort,
    tlsPort,
    get openConnections() {
      return open.size;
    },
    get counts() {
      return { ...counts, refusedConnections: bounded.refused };
    },
    close: async () => {
      clearInterval(ticker);
      release?.();
      const closed = Promise.all(servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))));
      await within(Promise.all([...open].map((connection) => connection.drain())), limits.drainMs);
      await within(closed, limits.lingerMs);
      for (const connection of open) connection.destroy();
      // Also those whose handshake is not complete.
      for (const socket of tcpOfTls) socket.destroy();
      await closed;
    },
  };
};

/** Connections that may wait to be accepted: a whole network reconnects at once after a restart. */
const BACKLOG = 4_096;
