import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How slow a client may be. A value, so that tests may shorten it. */
export interface HttpTimings {
  /** From the first byte of a connection or request to the end of the request's headers. */
  readonly headersMs: number;
  /** From the headers to the end of a body. */
  readonly bodyMs: number;
  /** A body of files may take longer, as long as it brings `uploadBytesMin` within each of these. */
  readonly uploadWindowMs: number;
  readonly uploadBytesMin: number;
  /** A connection on which nothing moves in either direction, while it is answered: longer than the longest call. */
  readonly silentMs: number;
  /** How often connections and requests are looked at. */
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

/** The options of the server that hold what Node does by itself: headers, silence, and how often it looks. */
export const slowClientOptions = ({ headersMs, silentMs, sweepMs }: HttpTimings) =>
  ({ http: { headersTimeout: headersMs, connectionsCheckingInterval: sweepMs }, connectionTimeout: silentMs }) as const;

interface WatchedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpload: boolean;
  sinceMs: number;
  /** What the connection had brought by then. */
  bytesRead: number;
}

/** Ends connections whose request body comes too slowly: Node's own limit knows no progress, and an upload may be long. */
export const endSlowBodies = (app: FastifyInstance, timings: HttpTimings): void => {
  const incoming = new Set<WatchedRequest>();
  const sweeper = setInterval(() => {
    const nowMs = performance.now();
    for (const each of incoming) if (isTooSlow(each, timings, nowMs)) endRequest(each);
  }, timings.sweepMs).unref();
  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    if (!hasBody(request)) return;
    const isUpload = request.headers['content-type']?.startsWith('multipart/form-data') === true;
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
