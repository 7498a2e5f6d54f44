import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { createHttp } from './http.ts';
import { createRegistry } from './registry.ts';
import { implement } from './route.ts';
import { nobody } from './viewer.ts';

test('a request under way when the server closes is answered, and its connection is let go at once, as one is that never asked', async () => {
  const api = { slow: endpoint({ method: 'GET', path: '/slow', allow: 'public', input: {}, outside: true, output: opaque<string>() }) };
  const [gate, begun] = [new EventEmitter(), new EventEmitter()];
  const hasBegun = once(begun, 'now');
  const routes = implement(api, {
    slow: async () => {
      begun.emit('now');
      await once(gate, 'open');
      return 'done';
    },
  });
  const app = await createHttp(routes, {
    database: expect.unreachable,
    registry: createRegistry([]),
    clock: () => new Date(),
    authenticate: () => Promise.resolve(undefined),
    nobody,
  } as never); // an endpoint outside of transactions asks no database
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has one
  const answer = fetch(`http://127.0.0.1:${port}/jeecg-boot/slow`);
  await hasBegun;
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const closed = app.close();
  gate.emit('open');
  expect(await (await answer).json()).toMatchObject({ success: true, result: 'done' });
  const startedMs = performance.now();
  await closed;
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});
