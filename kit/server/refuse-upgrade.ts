import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why a request for an upgrade is refused: an HTTP status, without details for whoever is guessing. */
export interface UpgradeRefusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503;
  readonly headers?: readonly string[];
}

/** How long the peer of a refused upgrade may take to accept the answer. */
const ANSWER_MS = 2_000;

/**
 * Answers a request for an upgrade with a refusal and destroys the socket. Node hands the socket over with the request: neither its
 * request timeouts nor the closing of the server reach it any more, and without a listener an error on it ends the process.
 */
export const refuseUpgrade = (socket: Duplex, { status, headers = [] }: UpgradeRefusal): void => {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), ANSWER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'Connection: close', 'Content-Length: 0', ...headers];
  socket.end([...head, '', ''].join('\r\n'), () => socket.destroy());
};
