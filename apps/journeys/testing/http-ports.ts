import { createServer } from 'node:net';

/** Below the ports that systems use for outgoing connections, so that no connection takes a port between two products. */
const [FIRST_PORT, LAST_PORT] = [20_000, 31_999];
const TRIES = 50;

/** Ports of products that this thread has stopped. */
const returned: number[] = [];

/**
 * A port for the HTTP server of a product. The products of a thread use the same port one after the other, so that the browser has the scripts and
 * their compiled code in its cache. Without the cache, a page takes twice the processor time to load.
 */
export const takePort = async (): Promise<number> => {
  const port = returned.pop();
  if (port !== undefined && (await isFree(port))) return port;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const candidate = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(candidate)) return candidate;
  }
  throw new Error(`no free port from ${FIRST_PORT} to ${LAST_PORT}`);
};

/** Gives back the port of a product that has stopped. */
export const returnPort = (port: number): void => void returned.push(port);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
