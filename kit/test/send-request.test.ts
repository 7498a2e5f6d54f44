import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from './send-request.ts';

/** The address of a server for the current test. */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on a port
};

const ask = async (address: string): Promise<string> => (await sendRequest(address, { method: 'GET', headers: {} })).bytes.toString();

test('a request on a kept connection that the server ends meanwhile is sent once more on another', async () => {
  const used = new Set<Socket>();
  const address = await serve(({ socket }, response) => {
    if (used.has(socket)) socket.resetAndDestroy();
    else response.end(String(used.add(socket).size));
  });
  expect(await ask(address)).toBe('1');
  expect(await ask(address)).toBe('2');
});

test('a reset of a new connection is reported', async () => {
  const address = await serve(({ socket }) => socket.resetAndDestroy());
  await expect(ask(address)).rejects.toThrow('ECONNRESET');
});
