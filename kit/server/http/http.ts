import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { boundConnections, endsOf } from '#kit/server/connections/connection-bounds.ts';
import type { ConnectionBounds } from '#kit/server/connections/connection-bounds.ts';
import { loopbackProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';
import { DATA_ONLY, guardAnswers } from './answer-headers.ts';
import { answerFailure } from './failure.ts';
import { parseJson } from '../values/parse-json.ts';
import { endSlowBodies, HTTP_TIMINGS, slowClientOptions } from './slow-requests.ts';
import type { HttpTimings } from './slow-requests.ts';
import { EXCEL_BYTES_MAX } from '../excel/excel-read.ts';
import { noFacts } from '../openapi/api-facts.ts';
import type { ApiFacts } from '../openapi/api-facts.ts';
import { DOCUMENT_PATH, openApiOf } from '../openapi/document.ts';
import type { Route } from '../context/route.ts';
import { requireSession, mountRoutes } from './router.ts';
import type { RouterOptions } from './router.ts';
import type { TransportSecurity } from '../security/transport-security.ts';
import { followCertificate, tlsOptionsOf } from '../tls/certificate.ts';
import type { CertificateSource } from '../tls/certificate.ts';
import { addTransportSecurityHooks } from '../security/transport-security-hooks.ts';
import type { BodyTexts } from '../security/transport-security-hooks.ts';

/** The largest JSON body; four times a rate rule with 12 months and 48 periods. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const FILES_MAX = 10;
/** The number of fields beside uploaded files, and the size of each; the corrections of an import are the largest. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 512 * 1024;
/** A smaller answer fits into one packet uncompressed. */
const COMPRESSED_BYTES_MIN = 1024;
/** Compressing an answer of this size takes about a millisecond; a larger one is compressed in another thread. */
const COMPRESSED_AT_ONCE_BYTES_MAX = 128 * 1024;

export interface HttpOptions {
  /** The trusted proxies; by default one on this machine. */
  readonly proxies?: TrustedProxies | undefined;
  readonly connections?: ConnectionBounds | undefined;
  /** Serve HTTPS with this certificate, which may change. */
  readonly certificate?: CertificateSource | undefined;
  /** Shorter times for tests. */
  readonly timings?: Partial<HttpTimings>;
  readonly log?: Logger;
  readonly transportSecurity?: TransportSecurity;
  /** Facts from the sources for the API description. */
  readonly apiFacts?: ApiFacts;
  readonly onMounted?: (route: string) => void;
  readonly onAnswered?: ((answer: RequestMetric) => void) | undefined;
}

/** A call that has been answered. */
export interface RequestMetric {
  /** The declared method and path; `none` for an unknown address. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
}

/** Creates an HTTP server with all routes, which does not listen yet. */
export const createHttp = async (routes: readonly Route[], options: RouterOptions & HttpOptions): Promise<FastifyInstance> => {
  const timings = { ...HTTP_TIMINGS, ...options.timings };
  const base = { bodyLimit: BODY_BYTES_MAX, forceCloseConnections: 'idle', return503OnClosing: false } as const;
  const tellError = errorTellerOf(routes);
  const loggerInstance: FastifyBaseLogger | undefined = options.log;
  // Fastify reports an address that it cannot parse here and not to the error handler.
  const frameworkErrors = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => void tellError(error, request, reply);
  const { certificate } = options;
  const { http, connectionTimeout } = slowClientOptions(timings);
  const app = Fastify({
    ...base,
    ...(certificate ? { https: { ...http, ...tlsOptionsOf(certificate) } } : { http }),
    connectionTimeout,
    trustProxy: (options.proxies ?? loopbackProxies).isTrusted,
    // Clients of the product family end some addresses with a slash.
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors,
    ...(loggerInstance && { loggerInstance }),
    logController: new LogController({ disableRequestLogging: true }),
  });
  if (certificate && app.server instanceof TlsServer) {
    const unfollow = followCertificate(app.server, certificate);
    app.addHook('onClose', async () => unfollow());
  }
  if (options.connections) boundConnections(app.server, options.connections);
  endSlowBodies(app, timings);
  // Compresses only data: the files of the web client, workbooks and pictures are already compressed. Compressed requests are not accepted.
  await app.register(compress, {
    customTypes: /json/u,
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_BYTES_MIN,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES_MAX,
    globalDecompression: false,
  });
  await app.register(multipart, { limits: { fileSize: EXCEL_BYTES_MAX, files: FILES_MAX, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX } });
  // Some clients send a GET with an empty JSON body.
  const bodies: BodyTexts = new WeakMap();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text !== '') bodies.set(request, String(text));
    try {
      done(null, text === '' ? undefined : parseJson(String(text)));
    } catch (error) {
      done(error instanceof Refusal ? error : Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
  guardAnswers(app);
  // A form on a foreign site can send text/plain without a preflight request.
  app.removeContentTypeParser('text/plain');
  if (options.onMounted) reportMounted(app, options.onMounted);
  const { onAnswered } = options;
  if (onAnswered)
    app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) =>
      onAnswered({ route: url === undefined ? 'none' : `${method} ${url}`, status: statusCode, tookMs: elapsedTime }),
    );
  if (options.transportSecurity) addTransportSecurityHooks(app, bodies, { ...options, transportSecurity: options.transportSecurity });
  mountRoutes(app, routes, options);
  closeIdleWhenClosing(app);
  mountDocument(app, routes, options);
  app.setErrorHandler((error, request, reply) => tellError(error, request, reply));
  app.setNotFoundHandler((request, reply) => tellError({ statusCode: 404 }, request, reply));
  return app;
};

/** Serves the API description, which is built at the first request. */
const mountDocument = (app: FastifyInstance, routes: readonly Route[], options: RouterOptions & HttpOptions): void => {
  let text: string | undefined;
  app.get(DOCUMENT_PATH, async (request, reply) => {
    await requireSession(request, options);
    text ??= JSON.stringify(
      openApiOf({
        endpoints: routes.map((route) => route.endpoint),
        features: options.registry.features,
        facts: options.apiFacts ?? noFacts,
        signing: options.transportSecurity?.signing,
      }),
    );
    return reply.type('application/json; charset=utf-8').send(text);
  });
};

/** Reports every mounted route, including those that plugins mount. */
const reportMounted = (app: FastifyInstance, onMounted: (route: string) => void): void =>
  void app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) if (verb !== 'HEAD') onMounted(`${verb} ${url}`);
  });

/** Answers errors outside the routes: an unparsable address, an invalid body, or an internal error. Below a public API they are problems. */
const errorTellerOf = (routes: readonly Route[]) => {
  const publicPaths = new Set(
    routes.flatMap(({ endpoint: { path, publicStatus } }) => (publicStatus === undefined ? [] : [`${BASE_PATH}${path.split('/:')[0]}`])),
  );
  const isPublic = (url: string): boolean => [...publicPaths].some((path) => url.startsWith(path));
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown =>
    answerFailure({
      error,
      request,
      reply: reply.headers(DATA_ONLY),
      atMs: Date.now(),
      trace: randomUUID().slice(0, 8),
      megabytesMax: BODY_BYTES_MAX / 1024 / 1024,
      isPublicApi: isPublic(request.url),
    });
};

/** How often a closing server looks for connections that have become idle. */
const CLOSING_CHECK_MS = 50;

/**
 * When Node closes a server, it ends only connections that are idle at that moment. A connection with a running request would stay open for its
 * keep-alive time. Node does not count an unused connection as idle, and browsers open some in advance.
 */
const closeIdleWhenClosing = (app: FastifyInstance): void => {
  // By their ends, because a request over TLS names the TLS socket and not the socket below it.
  const unusedSockets = new Map<string, Socket>();
  app.server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket);
    unusedSockets.set(ends, socket);
    socket.once('close', () => unusedSockets.delete(ends));
  });
  app.server.on('request', ({ socket }) => unusedSockets.delete(endsOf(socket)));
  const closeIdle = (): void => {
    app.server.closeIdleConnections();
    for (const socket of unusedSockets.values()) socket.destroy();
  };
  app.addHook('preClose', async () => {
    const timer = setInterval(closeIdle, CLOSING_CHECK_MS);
    app.server.once('close', () => clearInterval(timer));
  });
};
