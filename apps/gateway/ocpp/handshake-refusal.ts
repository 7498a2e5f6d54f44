import type { Duplex } from 'node:stream';
import { refuseUpgrade, type UpgradeRefusal } from '#kit/server/refuse-upgrade.ts';

/** The refusal of a handshake: an HTTP status, and after how many seconds the station may try again. */
export interface Refusal {
  readonly status: UpgradeRefusal['status'];
  readonly retryAfterS?: number;
}

/** Answers an upgrade request with a refusal and closes the socket. */
export const turnAway = (socket: Duplex, { status, retryAfterS }: Refusal): void => {
  const headers = [
    ...(status === 401 ? ['WWW-Authenticate: Basic realm="ocpp"'] : []),
    ...(retryAfterS === undefined ? [] : [`Retry-After: ${retryAfterS}`]),
  ];
  refuseUpgrade(socket, { status, headers });
};
