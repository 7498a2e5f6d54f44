import { createCallLimit } from '#kit/server/connections/call-limit.ts';
import type { CallLimit } from '#kit/server/connections/call-limit.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { driverRefusals } from './driver-refusals.labels.ts';

/** Calls of a visit, and of an address, which many phones of a mobile network share, in a minute. */
const VISIT_CALLS_MAX = 60;
const ADDRESS_CALLS_MAX = 120;
const WINDOW_MS = 60_000;

/** Counts calls in this process. Limits that protect money are counted in the database. */
export interface CallLimits {
  readonly countVisit: (visitId: string) => void;
  readonly countAddress: (address: string) => void;
}

export const createCallLimits = (clock: () => Date): CallLimits => {
  const visits = createCallLimit({ max: VISIT_CALLS_MAX, windowMs: WINDOW_MS, clock });
  const clients = createCallLimit({ max: ADDRESS_CALLS_MAX, windowMs: WINDOW_MS, clock });
  const take = (limit: CallLimit, name: string): void => {
    const waitS = limit.waitS(name);
    if (waitS !== undefined) refuseTooMany(waitS);
    limit.count(name);
  };
  return {
    countVisit: (visitId) => take(visits, visitId),
    countAddress: (address) => take(clients, clientNetwork(address)),
  };
};

/** 429 with `Retry-After`. */
export const refuseTooMany = (retryAfterS: number): never =>
  throwRefusal(driverRefusals, 'driver.tooMany', {}, { status: 429, detail: { retryAfter: retryAfterS } });
