import type { Duplex } from 'node:stream';

/** Why the door stays shut: an HTTP status, without details for whoever is guessing. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503;
  readonly retryAfterS?: number;
}

/** Answers a request for an upgrade with a refusal and lets the socket go. */
export const turnAway = (socket: Duplex, { status, retryAfterS }: Refusal): void => {
  if (socket.destroyed) return;
  const extra = [
    ...(status === 401 ? ['WWW-Authenticate: Basic realm="ocpp"'] : []),
    ...(retryAfterS === undefined ? [] : [`Retry-After: ${retryAfterS}`]),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${reasons[status]}`, 'Connection: close', 'Content-Length: 0', ...extra, '', ''].join('\r\n'));
};

const reasons: Readonly<Record<Refusal['status'], string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};
