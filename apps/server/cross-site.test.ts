import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_PATH } from '#kit/server/live/live-server.ts';
import { inParallel, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { placesOf } from './testing/positions.ts';
import type { NamedEndpoint } from './testing/positions.ts';
import { publicEndpoints } from './testing/nouns.ts';
import { changed, readRows } from './testing/rows.ts';
import type { StoredRow } from './testing/rows.ts';
import { samplesOf } from './testing/samples.ts';
import { fail, HOME, startServerTestbed } from './testing/world.ts';
import type { ServerTestbed } from './testing/world.ts';

let world: ServerTestbed;
let places: readonly NamedEndpoint[];
let changing: readonly { readonly place: NamedEndpoint; readonly input: Input }[];

beforeAll(async () => {
  world = await startServerTestbed();
  places = placesOf(world.server.registry);
  // A signed call is proven by its signature, which a page of another site cannot make; apps/server/partner tests those.
  const asked = places.filter(({ endpoint }) => !endpoint.signed && (endpoint.changes || endpoint.method !== 'GET'));
  changing = await inParallel(
    asked,
    async (place) => ({ place, input: (await samplesOf(place, { world, owner: HOME, needsOwnRows: false }))[0] ?? {} }),
    4,
  );
});
afterAll(() => world?.close());

const rowsNow = (): Promise<readonly StoredRow[]> => readRows(world.database, world.resources);
const methodsOf = ({ endpoint }: NamedEndpoint) => [endpoint.method, ...(endpoint.alsoMethod ? [endpoint.alsoMethod] : [])];
const FOREIGN = 'https://evil.example';
const picture = (): FormData => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(64)], { type: 'image/png' }), 'x.png');
  return body;
};

describe('a page of another site', () => {
  test('changes nothing, by any method, even with the token in its hand', async () => {
    const before = await rowsNow();
    const token = world.person('tenant').token;
    const tries = changing.flatMap(({ place, input }) =>
      methodsOf(place).flatMap((method) => ['cross-site', 'same-site', 'none'].map((site) => ({ place, input, method, site }))),
    );
    const wrong = await inParallel(tries, async ({ place, input, method, site }) => {
      const headers = { 'sec-fetch-site': site, origin: FOREIGN };
      const answer = await world.ask({ token, method, headers, ...(place.endpoint.upload && { body: picture() }) }, place.endpoint, input);
      return answer.status === 403 ? [] : [`${method} ${place.name} from ${site}: ${answer.status}`];
    });
    expect(wrong.flat()).toEqual([]);
    expect(changed(before, await rowsNow())).toEqual([]);
    expect(changing.length).toBeGreaterThan(60);
  });

  test('cannot bring a token but in the header: a cookie, a query and a form are nobody', async () => {
    const before = await rowsNow();
    const token = world.person('tenant').token;
    const closed = changing.filter(({ place }) => !(place.name in publicEndpoints));
    const wrong = await inParallel(closed, async ({ place, input }) => {
      const { method } = place.endpoint;
      const query = new URLSearchParams({ token, 'X-Access-Token': token, ...(method === 'GET' ? flat(input) : {}) }).toString();
      const headers = { cookie: `X-Access-Token=${token}; token=${token}` };
      const body = place.endpoint.upload ? picture() : undefined;
      const answer = await world.ask({ token: '', query, headers, ...(body && { body }) }, place.endpoint, input);
      return answer.status === 401 ? [] : [`${place.name}: ${answer.status}`];
    });
    expect(wrong.flat()).toEqual([]);
    expect(changed(before, await rowsNow())).toEqual([]);
  });

  test('is given no leave to send our headers, and a body that needs no leave is not read', async () => {
    for (const { place, input } of changing) {
      const url = `${world.server.url}${place.endpoint.path}`;
      const asks = { origin: FOREIGN, 'access-control-request-method': place.endpoint.method, 'access-control-request-headers': 'x-access-token' };
      const leave = await fetch(url, { method: 'OPTIONS', headers: asks });
      expect([place.name, [...leave.headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([place.name, []]);
      if (place.endpoint.method === 'GET' || place.endpoint.method === 'DELETE' || place.endpoint.upload) continue;
      const simple = await fetch(url, {
        method: place.endpoint.method,
        headers: { 'content-type': 'text/plain', 'x-access-token': world.person('tenant').token },
        body: JSON.stringify(input),
      });
      expect([place.name, simple.ok]).toEqual([place.name, false]);
    }
  });

  test('opens no websocket, not even with a ticket of ours', async () => {
    const issue = world.server.registry.feature('live')?.api['ticket'] ?? fail('nothing issues tickets');
    const open = async (path: string, origin: string | undefined): Promise<string> => {
      const ticket = textAt(resultOf(await world.ask(world.person('tenant').token, issue), 'ticket'), 'ticket');
      const socket = new WebSocket(`${new URL(world.server.url).origin.replace('http', 'ws')}${path}`, ticket, {
        headers: { 'user-agent': 'node' },
        ...(origin !== undefined && { origin }),
      });
      const outcome = await Promise.race([
        once(socket, 'open').then(() => 'open'),
        once(socket, 'unexpected-response').then(([, response]: unknown[]) => String((response as { statusCode: number }).statusCode)),
        once(socket, 'error').then(() => 'error'),
      ]);
      socket.on('error', () => undefined);
      socket.terminate();
      return outcome;
    };
    const own = new URL(world.server.url).origin;
    expect(await open(LIVE_PATH, own)).toBe('open');
    for (const origin of [FOREIGN, 'null', own.replace('127.0.0.1', '127.0.0.1.evil.example'), `${own}0`])
      expect([origin, await open(LIVE_PATH, origin)]).toEqual([origin, '403']);
    // WebSocket connections of other clients, with the right user and token: see notice-socket.test.ts and live-rows.test.ts.
  });
});

test('a GET that is said to change nothing changes nothing', async () => {
  const readings = places.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.changes);
  const before = await rowsNow();
  await inParallel(readings, async (place) => {
    for (const input of await samplesOf(place, { world, owner: HOME, needsOwnRows: false }))
      await world.ask(world.person('platform').token, place.endpoint, input);
  });
  expect(changed(before, await rowsNow())).toEqual([]);
});

const flat = (input: Input): Record<string, string> =>
  Object.fromEntries(Object.entries(input).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
