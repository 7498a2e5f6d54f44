import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { nativeConnections } from './native-connections.ts';

export type SampleProtocol = 'ocpp' | 'native';

/** A process that only parses and answers messages: the least that any server does with them. */
export interface EchoServer {
  readonly port: number;
  readonly pid: number;
  end(): void;
}

/** Starts an echo process; `nodeFlags` are passed to Node after those of this process. */
export const startEcho = async (protocol: SampleProtocol, nodeFlags: readonly string[] = []): Promise<EchoServer> => {
  const child = fork(fileURLToPath(import.meta.url), [protocol], { stdio: 'inherit', execArgv: [...process.execArgv, ...nodeFlags] });
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid ?? 0, end: () => void child.kill() };
};

const serve = (protocol: string, onPort: (port: number) => void): void => {
  if (protocol === 'native') return nativeConnections.serveEcho(onPort);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'ocpp1.6' });
  server.on('connection', (socket) => {
    socket.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString()) as [number, string];
      socket.send(JSON.stringify([3, message[1], {}]));
    });
  });
  server.on('listening', () => onPort((server.address() as { port: number }).port));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) serve(process.argv[2] ?? 'ocpp', (port) => process.send?.(port));
