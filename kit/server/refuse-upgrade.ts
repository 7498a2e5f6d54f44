import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The HTTP status of a refused upgrade. It has no details, which would help an attacker. */
export interface UpgradeRefusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503;
  readonly headers?: readonly string[];
}

/** The time limit for the client to receive the answer. */
const ANSWER_MS = 2_000;

/**
 * Answers an upgrade request with a refusal and destroys the socket. Node hands over the socket with the request, so neither its request timeouts
 * nor the closing of the server apply to it, and an unhandled error on it ends the process.
 */
export const refuseUpgrade = (socket: Duplex, { status, headers = [] }: UpgradeRefusal): void => {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), ANSWER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'Connection: close', 'Content-Length: 0', ...headers];
  socket.end([...head, '', ''].join('\r\n'), () => socket.destroy());
};
