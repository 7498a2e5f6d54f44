import { createServer } from 'node:http';
import { HANDSHAKES_MAX, OcppAcceptor, type AcceptorDeps } from './acceptor.ts';
import { OCPP_TIMINGS, type OcppTimings } from './timings.ts';
import { boundConnections, boundTotalOnly } from '#kit/server/connections/connection-bounds.ts';
import type { ConnectionBounds } from '#kit/server/connections/connection-bounds.ts';
import { within } from '../shared/within.ts';

export interface OcppListenerOptions extends Omit<AcceptorDeps, 'timings'> {
  readonly port: number;
  readonly host: string;
  readonly connections?: ConnectionBounds | undefined;
  readonly timings?: Partial<OcppTimings>;
}

export interface OcppListener {
  /** The actual port, also when port 0 was requested. */
  readonly port: number;
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
 * Listens for OCPP 1.6J stations on `ws://host:port/ocpp/{cpCode}`. Rejects when the port is in use. Limits, password and business
 * decide before the upgrade, so that a refused station gets an HTTP status and no WebSocket is created.
 */
export const startOcppListener = async ({ port, host, connections, ...options }: OcppListenerOptions): Promise<OcppListener> => {
  const timings = { ...OCPP_TIMINGS, ...options.timings };
  const acceptor = new OcppAcceptor({ ...options, timings });
  const server = createServer(HTTP_OPTIONS, (_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  boundConnections(server, connections ?? boundTotalOnly(CONNECTIONS_MAX));
  server.on('upgrade', (request, socket, head) => void acceptor.accept({ request, socket, head }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: HANDSHAKES_MAX }, () => resolve());
  });
  server.on('error', (error) => options.log.error({ error: error.message }, 'ocpp: the listener failed'));
  const sweep = setInterval(() => acceptor.sweep(), timings.sweepMs);
  const address = server.address();

  return {
    port: typeof address === 'object' && address ? address.port : port,
    get size() {
      return acceptor.size;
    },
    close: async () => {
      clearInterval(sweep);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await acceptor.close();
      server.closeAllConnections();
      await within(closed, 2 * timings.closeMs);
    },
  };
};
