import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { readProxies } from '#kit/server/connections/trusted-proxies.ts';
import { mountLive } from '#kit/server/live/live-server.ts';
import type { Live } from '#kit/server/live/live-server.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { startTestServer } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';

const TOKEN = 'a-token-of-thirty-letters-and-so';
const NAMED = '127.0.0.9';

let server: TestServer;
let live: Live;
const addresses: string[] = [];
beforeAll(async () => {
  const clock = (): Date => new Date();
  const tickets = createTickets(clock);
  server = await startTestServer({ domains: [system], routes: systemRoutes({ tickets }), authenticate: () => Promise.resolve(undefined) });
  const { database, registry } = server;
  const proxies = readProxies(NAMED);
  if ('invalid' in proxies) throw new Error(proxies.invalid);
  live = mountLive(server.http, {
    database,
    registry,
    clock,
    hub: createHub(),
    tickets,
    topics: [],
    proxies,
    peek: (_token, client) => {
      addresses.push(client?.ip ?? '');
      return Promise.resolve(undefined);
    },
    endpoints: [
      {
        path: /^\/line$/,
        open: () => {
          throw new Error('nobody is let in');
        },
      },
    ],
  });
});
afterAll(async () => {
  await live.close();
  await server.close();
});

test.each([
  ['that a named proxy tells', NAMED, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['of its connection, whatever a stranger writes', '127.0.0.5', '203.0.113.7', '127.0.0.5'],
])('a line is opened from the address %s', async (...[, localAddress, forwardedFor, expected]) => {
  const url = `${server.url.replace('http', 'ws').replace(/(:\d+).*/, '$1')}${BASE_PATH}/line`;
  const line = new WebSocket(url, [TOKEN], { localAddress, headers: { 'x-forwarded-for': forwardedFor } });
  const [error] = await once(line, 'error');
  expect(String(error)).toContain('401');
  expect(addresses.at(-1)).toBe(expected);
});
