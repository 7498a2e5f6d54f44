import type { IncomingMessage, Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Door } from './context.ts';
import type { Hub } from './live-hub.ts';
import { createLiveSocket, liveBounds, liveCodes } from './live-socket.ts';
import type { LiveSocket, TopicRule } from './live-socket.ts';
import type { Held, Tickets } from './live-tickets.ts';
import { BASE_PATH } from './router.ts';
import type { Viewer } from './viewer.ts';

export type { TopicRule } from './live-socket.ts';

export const LIVE_PATH = `${BASE_PATH}/live`;

export interface LiveOptions extends Door {
  readonly hub: Hub;
  readonly tickets: Tickets;
  /** The viewer of a token as it is now, without counting as a sign of life. */
  readonly peek: (token: string) => Promise<Viewer | undefined>;
  /** What may be watched, by whom. */
  readonly topics: readonly TopicRule[];
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

interface Line {
  readonly token: string;
  readonly userId: string;
  readonly socket: LiveSocket;
  checkedMs: number;
}

/** Live push over websocket on an HTTP server that serves other paths too. */
export const mountLive = (server: Server, options: LiveOptions): Live => {
  const onError = options.onError ?? (() => undefined);
  const timings = { ...liveBounds, ...options.timings };
  const rules = new Map(options.topics.map((rule) => [rule.name, rule]));
  const lines = new Set<Line>();
  const wss = new WebSocketServer({ ...wireBounds, noServer: true, perMessageDeflate: false, clientTracking: true, handleProtocols: ticketOf });

  const open = (
    request: IncomingMessage,
    raw: { readonly socket: Duplex; readonly head: Buffer },
    person: Held & { readonly viewer: Viewer },
  ): void => {
    wss.handleUpgrade(request, raw.socket, raw.head, (socket) => {
      const { viewer, token } = person;
      const live = createLiveSocket(socket, { ...viewer, language: person.language }, { door: options, hub: options.hub, rules, onError });
      // A further tab is told so, and does not push out the ones that work.
      if ([...lines].filter((line) => line.userId === viewer.userId).length >= liveBounds.perUser)
        return live.end(liveCodes.tooMany, 'too many connections');
      const line: Line = { token, userId: viewer.userId, socket: live, checkedMs: performance.now() };
      lines.add(line);
      socket.on('close', () => lines.delete(line));
    });
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== LIVE_PATH) {
      if (server.listenerCount('upgrade') === 1) reject(socket, 404);
      return;
    }
    socket.on('error', () => undefined);
    if (!isOurs(request, options.origins ?? [])) return reject(socket, 403);
    const held = options.tickets.redeem(ticketOf(new Set(protocolsOf(request))) || '');
    if (!held) return reject(socket, 401);
    options.peek(held.token).then(
      (viewer) => (viewer ? open(request, { socket, head }, { ...held, viewer }) : reject(socket, 401)),
      (error: unknown) => {
        onError(error);
        reject(socket, 503);
      },
    );
  };

  const check = async (line: Line, all: boolean): Promise<void> => {
    line.checkedMs = all ? performance.now() : line.checkedMs;
    await line.socket.become(await options.peek(line.token), all).catch(onError);
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

  server.on('upgrade', upgrade);
  const sweeper = setInterval(sweep, timings.sweepMs).unref();
  return {
    recheck,
    sockets: () => lines.size,
    close: async () => {
      clearInterval(sweeper);
      server.off('upgrade', upgrade);
      for (const line of lines) line.socket.end(liveCodes.leaving, 'the server is leaving');
      await Promise.race([
        Promise.all([...wss.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
        new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref()),
      ]);
      for (const socket of wss.clients) socket.terminate();
      wss.close();
    },
  };
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

/** How long a client may take to say good-bye. */
const FAREWELL_MS = 1_000;

/** Browsers close a line whose server does not answer with the protocol they asked for. */
const ticketOf = (protocols: ReadonlySet<string>): string | false => [...protocols].find((protocol) => protocol.startsWith('ticket.')) ?? false;
const protocolsOf = (request: IncomingMessage): readonly string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());

/** A browser names the page it comes from; what is no browser needs a ticket all the same. */
const isOurs = (request: IncomingMessage, others: readonly string[]): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined || others.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};

const reject = (socket: Duplex, status: number): void => {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};
