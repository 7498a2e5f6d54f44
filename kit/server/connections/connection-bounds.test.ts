import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundConnections, markAuthenticated } from './connection-bounds.ts';
import type { BoundedConnections, ConnectionBounds } from './connection-bounds.ts';
import { createBudget } from './descriptors.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const wide: ConnectionBounds = { connectionsMax: 100, strangersMax: 100, perAddressMax: 100, isShared: (address) => address === '127.0.0.9' };

interface BoundedServer {
  readonly bounded: BoundedConnections;
  /** The accepted sockets of the server, in order. */
  readonly accepted: readonly Socket[];
  /** Connects from an address of this machine. `outcome` is `in` for an accepted connection, and `reset` for a refused one. */
  readonly from: (address: string) => Promise<{ readonly socket: Socket; readonly outcome: 'in' | 'reset' }>;
}

const start = async (bounds: Partial<ConnectionBounds>): Promise<BoundedServer> => {
  const server = createServer();
  servers.push(server);
  const bounded = boundConnections(server, { ...wide, ...bounds });
  const accepted: Socket[] = [];
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    if (socket.destroyed) return;
    accepted.push(socket);
    socket.write('welcome');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address
  return {
    bounded,
    accepted,
    from: async (address) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: address });
      const outcome = await Promise.race([
        once(socket, 'data').then(() => 'in' as const),
        once(socket, 'close').then(
          () => 'reset' as const,
          () => 'reset' as const,
        ),
      ]).catch(() => 'reset' as const);
      return { socket, outcome };
    },
  };
};

/** The results of several connections, made one after another. */
const connectMany = async ({ from }: BoundedServer, address: string, many: number) => {
  const all = [];
  for (let n = 0; n < many; n += 1) all.push(await from(address));
  return { outcomes: all.map(({ outcome }) => outcome), sockets: all.map(({ socket }) => socket) };
};

test('past the bound in all, a connection is refused, until another has ended', async () => {
  const server = await start({ connectionsMax: 2 });
  const { outcomes, sockets } = await connectMany(server, '127.0.0.1', 3);
  expect(outcomes).toEqual(['in', 'in', 'reset']);
  expect([server.bounded.open, server.bounded.refused]).toEqual([2, 1]);
  sockets[0]?.destroy();
  await expect.poll(() => server.bounded.open).toBe(1);
  expect((await server.from('127.0.0.1')).outcome).toBe('in');
});

test('one address may have so many, others are not touched, and a shared one may have any number', async () => {
  const server = await start({ perAddressMax: 2 });
  expect((await connectMany(server, '127.0.0.1', 3)).outcomes).toEqual(['in', 'in', 'reset']);
  expect((await connectMany(server, '127.0.0.2', 1)).outcomes).toEqual(['in']);
  expect((await connectMany(server, '127.0.0.9', 4)).outcomes).toEqual(['in', 'in', 'in', 'in']);
});

test('who has proven who they are is not counted, and their address has room that strangers have not', async () => {
  const server = await start({ perAddressMax: 1, strangersMax: 2 });
  await server.from('127.0.0.1');
  markAuthenticated(server.accepted[0]!);
  markAuthenticated(server.accepted[0]!);
  expect((await connectMany(server, '127.0.0.2', 1)).outcomes).toEqual(['in']);
  expect((await connectMany(server, '127.0.0.3', 1)).outcomes).toEqual(['in']);
  expect((await connectMany(server, '127.0.0.4', 1)).outcomes).toEqual(['reset']);
  expect((await connectMany(server, '127.0.0.1', 2)).outcomes).toEqual(['in', 'reset']);
});

test('listeners that share a budget cannot have more together', async () => {
  const budget = createBudget(3);
  const [one, other] = [await start({ budget }), await start({ budget })];
  const { sockets } = await connectMany(one, '127.0.0.1', 2);
  expect((await connectMany(other, '127.0.0.1', 2)).outcomes).toEqual(['in', 'reset']);
  sockets[0]?.destroy();
  await expect.poll(() => one.bounded.open).toBe(1);
  expect((await connectMany(other, '127.0.0.1', 1)).outcomes).toEqual(['in']);
});
