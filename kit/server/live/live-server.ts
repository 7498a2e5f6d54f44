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
import { proveConnection } from '#kit/server/connections/connection-bounds.ts';
import { clientAddress, loopbackProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';
import { refuseUpgrade } from '../refuse-upgrade.ts';
import { BASE_PATH } from '../http/router.ts';
import type { Viewer } from '../context/viewer.ts';

export type { TopicRule } from './live-socket.ts';

export const LIVE_PATH = `${BASE_PATH}/live`;

/** Another line than ours, for clients of the family: its path names the user, and it is opened with a ticket or the session's own token. */
export interface LineKind {
  /** Matches the path below the base; the group `userId` is who it must be. */
  readonly path: RegExp;
  readonly open: (socket: WebSocket, line: { readonly viewer: Viewer; readonly groups: Readonly<Record<string, string>> }) => LiveSocket;
}

export interface LiveOptions extends ContextDeps {
  readonly hub: Hub;
  readonly tickets: Tickets;
  /** The viewer of a token as it is now, without counting as a sign of life; `client` is who shows it when a line is opened. */
  readonly peek: (token: string, client?: { readonly ip: string; readonly userAgent: string }) => Promise<Viewer | undefined>;
  /** What may be watched, by whom. */
  readonly topics: readonly TopicRule[];
  readonly kinds?: readonly LineKind[];
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
interface MatchedLine {
  readonly kind: LineKind;
  readonly groups: Readonly<Record<string, string>>;
}

/** Live push over websocket on an HTTP server that serves other paths too. */
export const mountLive = (server: Server, options: LiveOptions): Live => {
  const { onError = () => undefined, proxies = loopbackProxies } = options;
  const timings = { ...liveBounds, ...options.timings };
  const rules = new Map(options.topics.map((rule) => [rule.name, rule]));
  const lines = new Set<LiveConnection>();
  const wss = new WebSocketServer({ ...wireBounds, noServer: true, perMessageDeflate: false, clientTracking: true, handleProtocols: passOf });
  const house: LineKind = {
    path: /^\/live$/,
    open: (socket, { viewer }) => createLiveSocket(socket, viewer, { deps: options, hub: options.hub, rules, onError }),
  };
  const kinds = [house, ...(options.kinds ?? [])];

  const open = (
    request: IncomingMessage,
    raw: { readonly socket: Duplex; readonly head: Buffer },
    asked: MatchedLine & TicketHolder & { readonly viewer: Viewer },
  ): void => {
    wss.handleUpgrade(request, raw.socket, raw.head, (socket) => {
      const { viewer, token, kind, groups } = asked;
      const live = kind.open(socket, { viewer: { ...viewer, language: asked.language }, groups });
      // A further tab is told so, and does not push out the ones that work.
      if ([...lines].filter((line) => line.userId === viewer.userId && line.path === kind.path).length >= liveBounds.perUser)
        return live.end(liveCodes.tooMany, 'too many connections');
      const line: LiveConnection = { token, userId: viewer.userId, path: kind.path, socket: live, checkedMs: performance.now() };
      lines.add(line);
      socket.on('close', () => lines.delete(line));
    });
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Before anything else: the peer may reset the connection at any moment, and an error that nobody hears ends the process.
    socket.on('error', () => undefined);
    const path = pathOf(request.url ?? '');
    if (path === undefined) return refuseUpgrade(socket, { status: 400 });
    const asked = kindOf(kinds, path);
    if (!asked) {
      if (server.listenerCount('upgrade') === 1) refuseUpgrade(socket, { status: 404 });
      return;
    }
    if (!isOurs(request, options.origins ?? [])) return refuseUpgrade(socket, { status: 403 });
    const late = setTimeout(() => socket.destroy(), ADMIT_MS);
    const admit = async (): Promise<void> => {
      const held = await heldBy(request, options, asked.kind !== house);
      const viewer =
        held && (await options.peek(held.token, { ip: clientAddress(request, proxies), userAgent: request.headers['user-agent'] ?? '' }));
      if (!viewer) return refuseUpgrade(socket, { status: 401 });
      proveConnection(socket);
      const { userId } = asked.groups;
      // Who somebody is follows from their session, never from the path.
      if (userId !== undefined && userId !== viewer.userId) return refuseUpgrade(socket, { status: 403 });
      return open(request, { socket, head }, { ...asked, ...held, viewer });
    };
    admit()
      .catch((error: unknown) => {
        onError(error);
        refuseUpgrade(socket, { status: 503, headers: ['Retry-After: 5'] });
      })
      .finally(() => clearTimeout(late));
  };

  const { recheck, sweep } = createChecks(lines, { ...options, onError }, timings);
  server.on('upgrade', upgrade);
  const sweeper = setInterval(sweep, timings.sweepMs).unref();
  return {
    recheck,
    sockets: () => lines.size,
    close: async () => {
      clearInterval(sweeper);
      server.off('upgrade', upgrade);
      for (const line of lines) line.socket.end(liveCodes.leaving, 'the server is leaving');
      await farewell(wss);
    },
  };
};

/** Who silently went is dropped; who is there is asked for again, now and then and when rights have changed. */
const createChecks = (
  lines: ReadonlySet<LiveConnection>,
  { peek, onError }: Pick<LiveOptions, 'peek'> & { readonly onError: (error: unknown) => void },
  timings: Readonly<Record<'silenceMs' | 'recheckMs', number>>,
) => {
  const check = async (line: LiveConnection, all: boolean): Promise<void> => {
    line.checkedMs = all ? performance.now() : line.checkedMs;
    await line.socket.become(await peek(line.token), all).catch(onError);
  };
  const recheck = oneAtATime(async () => {
    // One line after the other: the gateway lives on the same connections.
    for (const line of lines) await check(line, false).catch(onError);
  });
  const sweep = (): void => {
    for (const line of lines) {
      if (line.socket.silentMs() > timings.silenceMs) line.socket.drop();
      else if (performance.now() - line.checkedMs > timings.recheckMs) void check(line, true).catch(onError);
    }
  };
  return { recheck, sweep };
};

/** Waits a moment for good-byes, and lets go of the rest. */
const farewell = async (wss: WebSocketServer): Promise<void> => {
  await Promise.race([
    Promise.all([...wss.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
    new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref()),
  ]);
  for (const socket of wss.clients) socket.terminate();
  wss.close();
};

/** The path of a request target in origin form (RFC 9112, 3.2.1); undefined for any other form, and for `//…`, which names a host. */
const pathOf = (target: string): string | undefined => /^\/(?!\/)[^?#]*/.exec(target)?.[0];

const kindOf = (kinds: readonly LineKind[], path: string): MatchedLine | undefined => {
  if (!path.startsWith(`${BASE_PATH}/`)) return undefined;
  for (const kind of kinds) {
    const match = kind.path.exec(path.slice(BASE_PATH.length));
    if (match) return { kind, groups: { ...match.groups } };
  }
  return undefined;
};

/** What a line is opened with: a one-use ticket, or the token where clients of the family bring nothing else. Never anything of the address. */
const heldBy = async (
  request: IncomingMessage,
  { tickets, database }: Pick<LiveOptions, 'tickets' | 'database'>,
  takesTokens: boolean,
): Promise<TicketHolder | undefined> => {
  const pass = passOf(new Set(protocolsOf(request))) || '';
  if (pass.startsWith(TICKET) || !takesTokens) return tickets.redeem(pass, database);
  return pass === '' ? undefined : { token: pass, language: languageOf(request.headers['accept-language']) };
};

/** Runs the work again when it was asked for meanwhile, and never twice at once. */
const oneAtATime = (work: () => Promise<void>): (() => void) => {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
};

/** One message is at most 16 KB in at most 16 pieces. */
const wireBounds = { maxPayload: liveBounds.payloadBytes, maxFragments: 16, maxBufferedChunks: 64 } as const;

/** How long it may take to decide about a request for an upgrade. */
const ADMIT_MS = 10_000;

/** How long a client may take to say good-bye. */
const FAREWELL_MS = 1_000;

/** Browsers close a line whose server does not answer with the protocol they asked for. */
const passOf = (protocols: ReadonlySet<string>): string | false =>
  [...protocols].find((protocol) => protocol.startsWith(TICKET)) ?? [...protocols].find((protocol) => TOKEN.test(protocol)) ?? false;
const TICKET = 'ticket.';
const TOKEN = /^[\w-]{20,200}$/;
const protocolsOf = (request: IncomingMessage): readonly string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());

/** A browser names the page it comes from; what is no browser needs a ticket all the same. */
const isOurs = (request: IncomingMessage, others: readonly string[]): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined || others.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};
