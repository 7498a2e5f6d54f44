import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { languageOf } from '#kit/fields/words.ts';
import type { ContextDeps } from '../context/context.ts';
import type { Hub } from './live-hub.ts';
import { createLiveSocket, liveBounds, liveCodes } from './live-socket.ts';
import type { LiveSocket, TopicRule } from './live-socket.ts';
import type { TicketHolder, Tickets } from './live-tickets.ts';
import { markAuthenticated } from '#kit/server/connections/connection-bounds.ts';
import { clientAddress, loopbackProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';
import { refuseUpgrade } from '../refuse-upgrade.ts';
import { BASE_PATH } from '../http/router.ts';
import type { Viewer } from '../context/viewer.ts';

export type { TopicRule } from './live-socket.ts';

export const LIVE_PATH = `${BASE_PATH}/live`;

/** An additional WebSocket endpoint for clients of the product family. Its path names the user, and a ticket or the session token opens it. */
export interface LiveEndpoint {
  /** Matches the path below the base path; the group `userId` must be the viewer's id. */
  readonly path: RegExp;
  readonly open: (socket: WebSocket, connection: { readonly viewer: Viewer; readonly groups: Readonly<Record<string, string>> }) => LiveSocket;
}

export interface LiveOptions extends ContextDeps {
  readonly hub: Hub;
  readonly tickets: Tickets;
  /** Returns the current viewer of a token without extending its session; `client` describes the client when a connection is opened. */
  readonly peek: (token: string, client?: { readonly ip: string; readonly userAgent: string }) => Promise<Viewer | undefined>;
  /** The topics, and who may watch them. */
  readonly topics: readonly TopicRule[];
  readonly endpoints?: readonly LiveEndpoint[];
  /** Trusted proxies; by default those on this machine. */
  readonly proxies?: TrustedProxies | undefined;
  /** Origins besides the server's own that may connect, such as `https://ops.example`. */
  readonly origins?: readonly string[];
  readonly onError?: (error: unknown) => void;
  /** Shorter times for tests. */
  readonly timings?: Partial<Record<'silenceMs' | 'sweepMs' | 'recheckMs', number>>;
}

export interface Live {
  /** Checks all viewers again, because permissions may have changed. */
  readonly recheck: () => void;
  readonly sockets: () => number;
  /** Closes all connections, so that the HTTP server can close. */
  readonly close: () => Promise<void>;
}

interface LiveConnection {
  readonly token: string;
  readonly userId: string;
  readonly path: RegExp;
  readonly socket: LiveSocket;
  checkedMs: number;
}

/** The endpoint of a requested connection, and the user id in its path. */
interface MatchedEndpoint {
  readonly endpoint: LiveEndpoint;
  readonly groups: Readonly<Record<string, string>>;
}

/** Live push over WebSocket on an HTTP server that also serves other paths. */
export const mountLive = (server: Server, options: LiveOptions): Live => {
  const { onError = () => undefined, proxies = loopbackProxies } = options;
  const timings = { ...liveBounds, ...options.timings };
  const rules = new Map(options.topics.map((rule) => [rule.name, rule]));
  const connections = new Set<LiveConnection>();
  const wss = new WebSocketServer({ ...socketOptions, handleProtocols: chooseProtocol });
  const ownEndpoint: LiveEndpoint = {
    path: /^\/live$/,
    open: (socket, { viewer }) => createLiveSocket(socket, viewer, { deps: options, hub: options.hub, rules, onError }),
  };
  const endpoints = [ownEndpoint, ...(options.endpoints ?? [])];

  const open = (
    request: IncomingMessage,
    raw: { readonly socket: Duplex; readonly head: Buffer },
    match: MatchedEndpoint & TicketHolder & { readonly viewer: Viewer },
  ): void => {
    wss.handleUpgrade(request, raw.socket, raw.head, (socket) => {
      const { viewer, token, endpoint, groups } = match;
      const live = endpoint.open(socket, { viewer: { ...viewer, language: match.language }, groups });
      // A connection beyond the limit is refused and does not replace an existing one.
      if ([...connections].filter(({ userId, path }) => userId === viewer.userId && path === endpoint.path).length >= liveBounds.perUser)
        return live.end(liveCodes.tooMany, 'too many connections');
      const connection: LiveConnection = { token, userId: viewer.userId, path: endpoint.path, socket: live, checkedMs: performance.now() };
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
    });
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Set before anything else: the peer may reset the connection at any moment, and an unhandled error ends the process.
    socket.on('error', () => undefined);
    const path = pathOf(request.url ?? '');
    if (path === undefined) return refuseUpgrade(socket, { status: 400 });
    const match = matchEndpoint(endpoints, path);
    if (!match) {
      if (server.listenerCount('upgrade') === 1) refuseUpgrade(socket, { status: 404 });
      return;
    }
    if (!isAllowedOrigin(request, options.origins ?? [])) return refuseUpgrade(socket, { status: 403 });
    const deadlineTimer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
    const handshake = async (): Promise<void> => {
      const holder = await ticketHolderOf(request, options, match.endpoint !== ownEndpoint);
      const viewer =
        holder && (await options.peek(holder.token, { ip: clientAddress(request, proxies), userAgent: request.headers['user-agent'] ?? '' }));
      if (!viewer) return refuseUpgrade(socket, { status: 401 });
      markAuthenticated(socket);
      const { userId } = match.groups;
      // The user is identified by the session, never by the path.
      if (userId !== undefined && userId !== viewer.userId) return refuseUpgrade(socket, { status: 403 });
      return open(request, { socket, head }, { ...match, ...holder, viewer });
    };
    handshake()
      .catch((error: unknown) => {
        onError(error);
        refuseUpgrade(socket, { status: 503, headers: ['Retry-After: 5'] });
      })
      .finally(() => clearTimeout(deadlineTimer));
  };

  const { recheck, sweep } = createChecks(connections, { ...options, onError }, timings);
  server.on('upgrade', upgrade);
  const sweeper = setInterval(sweep, timings.sweepMs).unref();
  return {
    recheck,
    sockets: () => connections.size,
    close: async () => {
      clearInterval(sweeper);
      server.off('upgrade', upgrade);
      for (const connection of connections) connection.socket.end(liveCodes.leaving, 'the server is leaving');
      await closeClients(wss);
    },
  };
};

/** Closes silent connections, and checks the viewers of the others at intervals and after permissions have changed. */
const createChecks = (
  connections: ReadonlySet<LiveConnection>,
  { peek, onError }: Pick<LiveOptions, 'peek'> & { readonly onError: (error: unknown) => void },
  timings: Readonly<Record<'silenceMs' | 'recheckMs', number>>,
) => {
  const check = async (connection: LiveConnection, recheckTopics: boolean): Promise<void> => {
    connection.checkedMs = recheckTopics ? performance.now() : connection.checkedMs;
    await connection.socket.updateViewer(await peek(connection.token), recheckTopics).catch(onError);
  };
  const recheck = coalesce(async () => {
    // One after another, because the gateway shares the database connections.
    for (const connection of connections) await check(connection, false).catch(onError);
  });
  const sweep = (): void => {
    for (const connection of connections) {
      if (connection.socket.silentMs() > timings.silenceMs) connection.socket.terminate();
      else if (performance.now() - connection.checkedMs > timings.recheckMs) void check(connection, true).catch(onError);
    }
  };
  return { recheck, sweep };
};

/** Waits briefly for the clients to close, and terminates the others. */
const closeClients = async (wss: WebSocketServer): Promise<void> => {
  await Promise.race([
    Promise.all([...wss.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
    new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS).unref()),
  ]);
  for (const socket of wss.clients) socket.terminate();
  wss.close();
};

/** The path of a request target in origin form (RFC 9112, 3.2.1); undefined for any other form, and for `//…`, which names a host. */
const pathOf = (target: string): string | undefined => /^\/(?!\/)[^?#]*/.exec(target)?.[0];

const matchEndpoint = (endpoints: readonly LiveEndpoint[], path: string): MatchedEndpoint | undefined => {
  if (!path.startsWith(`${BASE_PATH}/`)) return undefined;
  for (const endpoint of endpoints) {
    const match = endpoint.path.exec(path.slice(BASE_PATH.length));
    if (match) return { endpoint, groups: { ...match.groups } };
  }
  return undefined;
};

/**
 * The holder of a connection's credential: a one-use ticket, or the session token from clients of the product family that send nothing else.
 * Nothing in the address is used.
 */
const ticketHolderOf = async (
  request: IncomingMessage,
  { tickets, database }: Pick<LiveOptions, 'tickets' | 'database'>,
  acceptsTokens: boolean,
): Promise<TicketHolder | undefined> => {
  const pass = chooseProtocol(new Set(protocolsOf(request))) || '';
  if (pass.startsWith(TICKET) || !acceptsTokens) return tickets.redeem(pass, database);
  return pass === '' ? undefined : { token: pass, language: languageOf(request.headers['accept-language']) };
};

/** Runs the work, never twice at once, and again if it was requested during a run. */
const coalesce = (work: () => Promise<void>): (() => void) => {
  let running = false;
  let runAgain = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      runAgain = false;
      await work();
    } while (runAgain);
    running = false;
  };
  return () => {
    if (running) runAgain = true;
    else void run();
  };
};

/** A message has at most 16 KB, in at most 16 fragments. */
const socketOptions = {
  maxPayload: liveBounds.payloadBytes,
  maxFragments: 16,
  maxBufferedChunks: 64,
  noServer: true,
  perMessageDeflate: false,
  clientTracking: true,
} as const;

/** The time limit for deciding about an upgrade. */
const HANDSHAKE_MS = 10_000;

/** The time limit for a client to answer a close. */
const CLOSE_WAIT_MS = 1_000;

/** Browsers close a connection whose server does not select the requested subprotocol. */
const chooseProtocol = (protocols: ReadonlySet<string>): string | false =>
  [...protocols].find((protocol) => protocol.startsWith(TICKET)) ?? [...protocols].find((protocol) => TOKEN.test(protocol)) ?? false;
const TICKET = 'ticket.';
const TOKEN = /^[\w-]{20,200}$/;
const protocolsOf = (request: IncomingMessage): readonly string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());

/** Checks the origin that browsers send. Other programs send none, and need a ticket anyway. */
const isAllowedOrigin = (request: IncomingMessage, others: readonly string[]): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined || others.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};
