import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy to a database that can stop forwarding, to simulate a frozen server or a cut cable. */
export interface StallingProxy {
  readonly url: string;
  readonly stall: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

export const startStallingProxy = async (databaseUrl: string): Promise<StallingProxy> => {
  const target = addressOf(databaseUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((clientSocket) => {
    const serverSocket = connect(target);
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (data) => to.write(data));
      if (isStalled) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has an address
  return {
    url: url.toString(),
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** `postgresql://user:secret@/name?host=/folder&port=5432` names a socket in a folder. */
const addressOf = (databaseUrl: string): { readonly path: string } | { readonly host: string; readonly port: number } => {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const host = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host ?? url.hostname, port };
};
