import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_PATH, mountLive } from '#kit/server/live/live-server.ts';
import type { Live } from '#kit/server/live/live-server.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { startTestServer } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';

let server: TestServer;
let live: Live;

beforeAll(async () => {
  const clock = (): Date => new Date();
  const tickets = createTickets(clock);
  const nobody = () => Promise.resolve(undefined);
  server = await startTestServer({ domains: [system], routes: systemRoutes({ tickets }), authenticate: nobody });
  const { database, registry } = server;
  live = mountLive(server.http, { database, registry, clock, hub: createHub(), tickets, peek: nobody, topics: [] });
});
afterAll(async () => {
  await live.close();
  await server.close();
});

/** Sends a raw upgrade request and returns the answer, until the server closes the connection. */
const upgradeByHand = async (target: string): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(upgradeRequest(target));
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  // The client keeps its side open, and the server must not wait for it.
  socket.on('end', () => undefined);
  await once(socket, 'end');
  socket.destroy();
  return answer;
};
const upgradeRequest = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

describe('a hostile upgrade', () => {
  const open = (): Promise<number> =>
    new Promise((resolve, reject) => server.http.getConnections((error, connections) => (error ? reject(error) : resolve(connections))));

  test.each(['//', '//x/y', '///', 'http://[', 'http://x/', '*', '?', '%', 'live'])('for %s is answered 400', async (target) => {
    expect(await upgradeByHand(target)).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each([
    ['/elsewhere', 404],
    [LIVE_PATH, 401],
    [`${LIVE_PATH}/%`, 404],
  ])('for %s is answered %i', async (target, status) => {
    expect(await upgradeByHand(target)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('leaves no connection behind, also of a peer that keeps its side open', async () => {
    const before = await open();
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => undefined);
        socket.resume();
        socket.write(upgradeRequest(['//', '/elsewhere', LIVE_PATH][index % 3] ?? ''));
        await once(socket, 'end');
        return socket;
      }),
    );
    await expect.poll(open).toBe(before);
    for (const socket of sockets) socket.destroy();
  });

  test('may reset its connection at any moment', async () => {
    const broken: unknown[] = [];
    const note = (error: unknown): void => void broken.push(error);
    process.on('uncaughtException', note);
    for (let round = 0; round < 60; round += 1) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(upgradeRequest(['//', '/elsewhere', LIVE_PATH][round % 3] ?? ''));
      if (round % 2) await once(socket, 'data');
      socket.resetAndDestroy();
    }
    // The server answers this request after it has processed all others.
    expect(await upgradeByHand('/elsewhere')).toMatch(/^HTTP\/1.1 404 /);
    process.off('uncaughtException', note);
    expect(broken).toEqual([]);
  });
});
