import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '#kit/resource/refusal.ts';
import { boundConnections } from '#kit/server/connections/connection-bounds.ts';
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
import { addTransportSecurityHooks } from '../security/transport-security-hooks.ts';
import type { BodyTexts } from '../security/transport-security-hooks.ts';

/** Largest JSON body; a rate rule of 12 months with 48 periods fits four times. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const FILES_MAX = 10;
/** Fields beside the files of an upload, and the size of one: the corrections of an import, as UTF-8. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 512 * 1024;
/** Smaller answers fit into one packet as they are. */
const COMPRESSED_BYTES_MIN = 1024;
/** An answer up to this size takes its processor about a millisecond to compress; a larger one is handed to a thread. */
const COMPRESSED_AT_ONCE_BYTES_MAX = 128 * 1024;

export interface HttpOptions {
  /** Whose word about the address of a client is believed; absent: a proxy on this machine. */
  readonly proxies?: TrustedProxies | undefined;
  readonly connections?: ConnectionBounds | undefined;
  /** Shorter ones for tests. */
  readonly timings?: Partial<HttpTimings>;
  readonly log?: Logger;
  readonly transportSecurity?: TransportSecurity;
  /** What its description knows from the sources. */
  readonly apiFacts?: ApiFacts;
  readonly onMounted?: (route: string) => void;
  readonly onAnswered?: ((answer: RequestMetric) => void) | undefined;
}

/** A call that has had its answer. */
export interface RequestMetric {
  /** Method and path as they are declared; `none` where nothing is mounted. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
}

/** An HTTP server with every route on it, not yet listening. */
export const createHttp = async (routes: readonly Route[], options: RouterOptions & HttpOptions): Promise<FastifyInstance> => {
  const timings = { ...HTTP_TIMINGS, ...options.timings };
  const base = { bodyLimit: BODY_BYTES_MAX, forceCloseConnections: 'idle', return503OnClosing: false } as const;
  const loggerInstance: FastifyBaseLogger | undefined = options.log;
  // Told apart by fastify: an address that it cannot read reaches no error handler.
  const frameworkErrors = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => void answerError(error, request, reply);
  const app = Fastify({
    ...base,
    ...slowClientOptions(timings),
    trustProxy: (options.proxies ?? loopbackProxies).isTrusted,
    // Clients of the family end some addresses with a slash.
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors,
    ...(loggerInstance && { loggerInstance }),
    logController: new LogController({ disableRequestLogging: true }),
  });
  if (options.connections) boundConnections(app.server, options.connections);
  endSlowBodies(app, timings);
  // Only data: the built client lies compressed already, and workbooks and pictures are. What is sent to us compressed is not opened.
  await app.register(compress, {
    customTypes: /json/u,
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_BYTES_MIN,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES_MAX,
    globalDecompression: false,
  });
  await app.register(multipart, { limits: { fileSize: EXCEL_BYTES_MAX, files: FILES_MAX, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX } });
  // A GET with an empty JSON body is a habit of some clients.
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
  // A form of another site can send text without asking first.
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
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError({ statusCode: 404 }, request, reply));
  return app;
};

/** The description of the API, which is made when somebody first asks for it. */
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

/** Tells of every route the server really has, whoever mounts it. */
const reportMounted = (app: FastifyInstance, onMounted: (route: string) => void): void =>
  void app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) if (verb !== 'HEAD') onMounted(`${verb} ${url}`);
  });

/** The answer to what no route has answered: an address that cannot be read, a body that is none, a mistake of ours. */
const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown =>
  answerFailure({
    error,
    request,
    reply: reply.headers(DATA_ONLY),
    atMs: Date.now(),
    trace: randomUUID().slice(0, 8),
    megabytesMax: BODY_BYTES_MAX / 1024 / 1024,
  });

/** How often a closing server looks for connections that have had their last answer. */
const CLOSING_CHECK_MS = 50;

/**
 * Closing ends the connections that are idle at that moment; one that is being answered then would stay open for its keep-alive time.
 * One that never asked anything is not idle to Node, and browsers keep such in stock.
 */
const closeIdleWhenClosing = (app: FastifyInstance): void => {
  const unusedSockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  app.server.on('request', ({ socket }) => unusedSockets.delete(socket));
  const closeIdle = (): void => {
    app.server.closeIdleConnections();
    for (const socket of unusedSockets) socket.destroy();
  };
  app.addHook('preClose', async () => {
    const timer = setInterval(closeIdle, CLOSING_CHECK_MS);
    app.server.once('close', () => clearInterval(timer));
  });
};
