import type { Duplex } from 'node:stream';
import { refuseUpgrade, type UpgradeRefusal } from '#kit/server/refuse-upgrade.ts';

/** Why a station is not let in: an HTTP status, and after how many seconds it may try again. */
export interface Refusal {
  readonly status: UpgradeRefusal['status'];
  readonly retryAfterS?: number;
}

/** Answers a request for an upgrade with a refusal and lets the socket go. */
export const turnAway = (socket: Duplex, { status, retryAfterS }: Refusal): void => {
  const headers = [
    ...(status === 401 ? ['WWW-Authenticate: Basic realm="ocpp"'] : []),
    ...(retryAfterS === undefined ? [] : [`Retry-After: ${retryAfterS}`]),
  ];
  refuseUpgrade(socket, { status, headers });
};
