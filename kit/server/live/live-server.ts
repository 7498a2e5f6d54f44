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

/** Another line than ours, for clients of the family: its path names the user, and it is opened with a ticket or the session's own token. */
export interface LiveEndpoint {
  /** Matches the path below the base; the group `userId` is who it must be. */
  readonly path: RegExp;
  readonly open: (socket: WebSocket, connection: { readonly viewer: Viewer; readonly groups: Readonly<Record<string, string>> }) => LiveSocket;
}

export interface LiveOptions extends ContextDeps {
  readonly hub: Hub;
  readonly tickets: Tickets;
  /** The viewer of a token as it is now, without counting as a sign of life; `client` is who shows it when a line is opened. */
  readonly peek: (token: string, client?: { readonly ip: string; readonly userAgent: string }) => Promise<Viewer | undefined>;
  /** What may be watched, by whom. */
  readonly topics: readonly TopicRule[];
  readonly endpoints?: readonly LiveEndpoint[];
  /** Proxies whose word about the address of a client counts; those of this machine by default. */
  readonly proxies?: TrustedProxies | undefined;
  /** Origins besides the server's own that may connect, such as `https://ops.example`. */
  readonly origins?: readonly string[];
  readonly onError?: (error: unknown) => void;
  /** Shorter ones for tests. */
  readonly timings?: Partial<Record<'silenceMs' | 'sweepMs' | 'recheckMs', number>>;
}

export interface Live {
  /** Asks for everybody again: rights may have changed. */
  readonly recheck: () => void;
  readonly sockets: () => number;
  /** Says good-bye and lets go of the server; afterwards the server can close. */
  readonly close: () => Promise<void>;
}

interface LiveConnection {
  readonly token: string;
  readonly userId: string;
  readonly path: RegExp;
  readonly socket: LiveSocket;
  checkedMs: number;
}

/** A line that is asked for: whose kind it is of, and what its path says. */
interface MatchedEndpoint {
  readonly endpoint: LiveEndpoint;
  readonly groups: Readonly<Record<string, string>>;
}

/** Live push over websocket on an HTTP server that serves other paths too. */
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
      // A further tab is told so, and does not push out the ones that work.
      if ([...connections].filter(({ userId, path }) => userId === viewer.userId && path === endpoint.path).length >= liveBounds.perUser)
        return live.end(liveCodes.tooMany, 'too many connections');
      const connection: LiveConnection = { token, userId: viewer.userId, path: endpoint.path, socket: live, checkedMs: performance.now() };
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
    });
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Before anything else: the peer may reset the connection at any moment, and an error that nobody hears ends the process.
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
      // Who somebody is follows from their session, never from the path.
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

/** Who silently went is dropped; who is there is asked for again, now and then and when rights have changed. */
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
    // One line after the other: the gateway lives on the same connections.
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

/** Waits a moment for good-byes, and lets go of the rest. */
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

/** What a line is opened with: a one-use ticket, or the token where clients of the family bring nothing else. Never anything of the address. */
const ticketHolderOf = async (
  request: IncomingMessage,
  { tickets, database }: Pick<LiveOptions, 'tickets' | 'database'>,
  acceptsTokens: boolean,
): Promise<TicketHolder | undefined> => {
  const pass = chooseProtocol(new Set(protocolsOf(request))) || '';
  if (pass.startsWith(TICKET) || !acceptsTokens) return tickets.redeem(pass, database);
  return pass === '' ? undefined : { token: pass, language: languageOf(request.headers['accept-language']) };
};

/** Runs the work again when it was asked for meanwhile, and never twice at once. */
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

/** One message is at most 16 KB in at most 16 pieces. */
const socketOptions = {
  maxPayload: liveBounds.payloadBytes,
  maxFragments: 16,
  maxBufferedChunks: 64,
  noServer: true,
  perMessageDeflate: false,
  clientTracking: true,
} as const;

/** How long it may take to decide about a request for an upgrade. */
const HANDSHAKE_MS = 10_000;

/** How long a client may take to say good-bye. */
const CLOSE_WAIT_MS = 1_000;

/** Browsers close a line whose server does not answer with the protocol they asked for. */
const chooseProtocol = (protocols: ReadonlySet<string>): string | false =>
  [...protocols].find((protocol) => protocol.startsWith(TICKET)) ?? [...protocols].find((protocol) => TOKEN.test(protocol)) ?? false;
const TICKET = 'ticket.';
const TOKEN = /^[\w-]{20,200}$/;
const protocolsOf = (request: IncomingMessage): readonly string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());

/** A browser names the page it comes from; what is no browser needs a ticket all the same. */
const isAllowedOrigin = (request: IncomingMessage, others: readonly string[]): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined || others.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};
