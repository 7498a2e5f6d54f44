import { createChargingShare, startChargingWorker } from '#domains/charging/server.ts';
import type { ChargingShare } from '#domains/charging/server.ts';
import type { Deps } from '#kit/server/deps.ts';
import type { Role } from './config.ts';

export interface WorkerRole {
  /** What the gateway hands device messages to. */
  readonly charging: ChargingShare;
  stop(): Promise<void>;
}

/** What runs behind requests and piles: settlement and the timers of orders. */
export const startWorkers = (deps: Deps, roles: ReadonlySet<Role>): WorkerRole => {
  const charging = createChargingShare(deps);
  const worker = roles.has('worker') ? startChargingWorker(deps, charging) : undefined;
  return { charging, stop: async () => worker?.stop() };
};
