import { createChargingShare, startChargingWorker } from '#domains/charging/server.ts';
import type { ChargingShare } from '#domains/charging/server.ts';
import type { Deps } from '#kit/server/deps.ts';
import { startLogSealer } from '#domains/system/server.ts';
import type { Config } from './config.ts';

export interface WorkerRole {
  /** What the gateway hands device messages to. */
  readonly charging: ChargingShare;
  stop(): Promise<void>;
}

/** What runs behind requests and piles: settlement and the timers of orders. */
export const startWorkers = (deps: Deps, { roles, auditDir }: Pick<Config, 'roles' | 'auditDir'>): WorkerRole => {
  const charging = createChargingShare(deps);
  const worker = roles.has('worker') ? startChargingWorker(deps, charging) : undefined;
  const sealer = roles.has('worker')
    ? startLogSealer({ ...deps, folder: auditDir, onError: (error) => deps.log.error({ err: error }, 'the log could not be sealed') })
    : undefined;
  return {
    charging,
    stop: async () => {
      await worker?.stop();
      await sealer?.stop();
    },
  };
};
