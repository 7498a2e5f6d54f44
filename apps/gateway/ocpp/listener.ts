import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { HANDSHAKES_MAX, OcppAcceptor, type AcceptorDeps } from './acceptor.ts';
import { OCPP_TIMINGS, type OcppTimings } from './timings.ts';
import { boundConnections, boundTotalOnly } from '#kit/server/connections/connection-bounds.ts';
import type { ConnectionBounds } from '#kit/server/connections/connection-bounds.ts';
import { tlsOptionsOf } from '#kit/server/tls/certificate.ts';
import { keepCertificate, listen } from '../shared/tls-port.ts';
import type { TlsPort } from '../shared/tls-port.ts';
import { within } from '../shared/within.ts';

export interface OcppListenerOptions extends Omit<AcceptorDeps, 'timings'> {
  readonly port: number;
  readonly host: string;
  /** A second port, for stations that connect over TLS. */
  readonly tls?: TlsPort | undefined;
  readonly connections?: ConnectionBounds | undefined;
  readonly timings?: Partial<OcppTimings>;
}

export interface OcppListener {
  /** The actual port, also when port 0 was requested. */
  readonly port: number;
  readonly tlsPort: number | undefined;
  /** Number of open connections, including those of piles that are not enabled. */
  readonly size: number;
  /** Accepts no new connections and ends the open ones. Resolves when their last events are handled, or after `drainMs`. */
  close(): Promise<void>;
}

/** Maximum number of stations of one process. */
const CONNECTIONS_MAX = 20_000;
const HEADER_BYTES_MAX = 8_192;
/** A request must be complete within this time; Node checks once a second. */
const REQUEST_TIMEOUT_MS = 10_000;
const HTTP_OPTIONS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: REQUEST_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
};

/**
 * Listens for OCPP 1.6J stations on `ws://host:port/ocpp/{cpCode}`, and on `wss://` at the port over TLS. Rejects when a port is in use. Limits,
 * password and business decide before the upgrade, so that a refused station gets an HTTP status and no WebSocket is created.
 */
export const startOcppListener = async ({ port, host, tls, connections, ...options }: OcppListenerOptions): Promise<OcppListener> => {
  const timings = { ...OCPP_TIMINGS, ...options.timings };
  const acceptor = new OcppAcceptor({ ...options, timings });
  const plain = createServer(HTTP_OPTIONS, refuseRequest);
  const overTls = tls && createTlsServer({ ...HTTP_OPTIONS, ...tlsOptionsOf(tls.certificate) }, refuseRequest);
  const servers = [plain, ...(overTls ? [overTls] : [])];
  boundConnections(servers, connections ?? boundTotalOnly(CONNECTIONS_MAX));
  for (const server of servers) server.on('upgrade', (request, socket, head) => void acceptor.accept({ request, socket, head }));
  const plainPort = await listen(plain, { port, host, backlog: HANDSHAKES_MAX });
  const tlsPort = tls && overTls && (await listen(overTls, { port: tls.port, host, backlog: HANDSHAKES_MAX }));
  const release = tls && overTls && keepCertificate(overTls, tls, { protocol: 'ocpp16', log: options.log });
  for (const server of servers) server.on('error', (error) => options.log.error({ error: error.message }, 'ocpp: the listener failed'));
  const sweep = setInterval(() => acceptor.sweep(), timings.sweepMs);

  return {
    port: plainPort,
    tlsPort,
    get size() {
      return acceptor.size;
    },
    close: async () => {
      clearInterval(sweep);
      release?.();
      const closed = Promise.all(servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))));
      await acceptor.close();
      for (const server of servers) server.closeAllConnections();
      await within(closed, 2 * timings.closeMs);
    },
  };
};

/** Stations connect by an upgrade only. */
const refuseRequest = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
