import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type {} from './request-config.ts';

/** Time limits for slow clients. An option, so that tests can shorten them. */
export interface HttpTimings {
  /** From the first byte of a connection or request to the end of the headers. */
  readonly headersMs: number;
  /** From the headers to the end of the body. */
  readonly bodyMs: number;
  /** An upload may take longer if it sends at least `uploadBytesMin` in each of these windows. */
  readonly uploadWindowMs: number;
  readonly uploadBytesMin: number;
  /** A connection without traffic in either direction during a request; longer than the longest call. */
  readonly silentMs: number;
  /** How often connections and requests are checked. */
  readonly sweepMs: number;
}

export const HTTP_TIMINGS: HttpTimings = {
  headersMs: 15_000,
  bodyMs: 20_000,
  uploadWindowMs: 20_000,
  uploadBytesMin: 64 * 1024,
  silentMs: 120_000,
  sweepMs: 1_000,
};

/** The options of Node's server: the limits for headers and silence, and the interval of its checks. */
export const slowClientOptions = ({ headersMs, silentMs, sweepMs }: HttpTimings) =>
  ({ http: { headersTimeout: headersMs, connectionsCheckingInterval: sweepMs }, connectionTimeout: silentMs }) as const;

interface WatchedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpload: boolean;
  sinceMs: number;
  /** The bytes that the connection had received at the start of the window. */
  bytesRead: number;
}

/** Ends connections whose request body arrives too slowly. Node's own limit does not consider progress, and an upload may take long. */
export const endSlowBodies = (app: FastifyInstance, timings: HttpTimings): void => {
  const incoming = new Set<WatchedRequest>();
  const sweeper = setInterval(() => {
    const nowMs = performance.now();
    for (const each of incoming) if (isTooSlow(each, timings, nowMs)) endRequest(each);
  }, timings.sweepMs).unref();
  app.addHook('onRequest', async ({ raw: request, routeOptions }, { raw: response }) => {
    if (!hasBody(request)) return;
    const isUpload = routeOptions.config.isUpload === true || request.headers['content-type']?.startsWith('multipart/form-data') === true;
    const each: WatchedRequest = { request, response, isUpload, sinceMs: performance.now(), bytesRead: request.socket.bytesRead };
    incoming.add(each);
    const onEnd = (): void => void incoming.delete(each);
    request.once('end', onEnd);
    request.once('close', onEnd);
  });
  app.server.once('close', () => clearInterval(sweeper));
};

const hasBody = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isTooSlow = (each: WatchedRequest, { bodyMs, uploadWindowMs, uploadBytesMin }: HttpTimings, nowMs: number): boolean => {
  if (nowMs - each.sinceMs < (each.isUpload ? uploadWindowMs : bodyMs)) return false;
  const bytes = each.request.socket.bytesRead - each.bytesRead;
  if (!each.isUpload || bytes < uploadBytesMin) return true;
  each.sinceMs = nowMs;
  each.bytesRead += bytes;
  return false;
};

const endRequest = ({ request: { socket }, response }: WatchedRequest): void => {
  if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
};
