import { startExceptionWorker } from '#domains/alarm/server.ts';
import { paymentServices, startBillWorker, startChargingWorker, startPaymentWorker, startPowerDispatcher } from '#domains/charging/server.ts';
import { startSelfTest, startWarningSender } from '#domains/alarm/server.ts';
import type { DeliveryServices } from '#domains/alarm/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { startCampaignWorker, startDeadGatewayCleanup, startPowerScheduleWorker } from '#domains/device/server.ts';
import { booksChain, startStatementWorker } from '#domains/money/server.ts';
import type { PaymentProviders } from '#domains/money/server.ts';
import { createMessenger, logChain, startFileSweeper, startJobs, startMessageSender } from '#domains/system/server.ts';
import type { FileStores, Providers } from '#domains/system/server.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startSealer } from '#kit/server/chain/sealer.ts';
import type { Config } from '../config/config.ts';
import { allJobs } from './jobs.ts';

/**
 * A log row is protected against later changes once it is sealed, so the log is sealed often. The money ledger is sealed less often,
 * because each tenant's seals are kept for ever.
 */
const LOG_SEALED_MS = 10_000;
const BOOKS_SEALED_MS = 60_000;

export interface WorkerRole {
  stop(): Promise<void>;
}

/** Starts the background work: settlement, order timers and messages to people. */
export const startWorkers = (
  deps: Deps & {
    readonly providers: Providers;
    readonly stores: FileStores;
    readonly spoolFolder: string;
    readonly identity: Identity;
    readonly delivery: DeliveryServices;
    readonly payments: PaymentProviders;
    /** The address by which payment providers reach the API. */
    readonly publicUrl: () => string;
  },
  { roles, auditDir, databaseUrl }: Pick<Config, 'roles' | 'auditDir' | 'databaseUrl'>,
): WorkerRole => {
  const worker = roles.has('worker') ? startChargingWorker(deps) : undefined;
  const powerDispatcher = roles.has('worker') ? startPowerDispatcher(deps) : undefined;
  const paymentDeps = { ...deps, payments: paymentServices({ ...deps, providers: deps.payments }) };
  const payments = roles.has('worker') ? startPaymentWorker(paymentDeps) : undefined;
  const bills = roles.has('worker') ? startBillWorker(paymentDeps) : undefined;
  const campaigns = roles.has('worker') ? startCampaignWorker(deps) : undefined;
  const powerSchedules = roles.has('worker') ? startPowerScheduleWorker(deps) : undefined;
  const exceptions = roles.has('worker') ? startExceptionWorker(deps) : undefined;
  const sealers = roles.has('worker')
    ? [
        { chained: logChain, everyMs: LOG_SEALED_MS },
        { chained: booksChain, everyMs: BOOKS_SEALED_MS },
      ].map(({ chained, everyMs }) =>
        startSealer({
          ...deps,
          chained,
          everyMs,
          folder: auditDir,
          onError: (error) => deps.log.error({ err: error, rows: chained.rows }, 'not sealed'),
        }),
      )
    : [];
  const messages = roles.has('worker')
    ? startMessageSender({ ...deps, onError: (error) => deps.log.error({ err: error }, 'messages could not be read') })
    : undefined;
  const statements = roles.has('worker') ? startStatementWorker({ ...deps, messenger: createMessenger(deps.providers) }) : undefined;
  const warnings = roles.has('worker') ? startWarningSender({ ...deps, services: deps.delivery }) : undefined;
  const selfTest = roles.has('worker') ? startSelfTest({ ...deps, egress: deps.delivery.egress, watcherUrl: deps.delivery.watcherUrl }) : undefined;
  const sweeper = roles.has('worker')
    ? startFileSweeper({ ...deps, onError: (error) => deps.log.error({ err: error }, 'old files could not be swept') })
    : undefined;
  // Other gateways can exist only on a shared database.
  const cleanup = roles.has('worker') && databaseUrl !== undefined ? startDeadGatewayCleanup(deps) : undefined;
  const jobs = roles.has('worker') ? startJobs(deps, allJobs({ ...deps, auditDir })) : undefined;
  return {
    stop: async () => {
      await jobs?.stop();
      await cleanup?.stop();
      await worker?.stop();
      await powerDispatcher?.stop();
      await payments?.stop();
      await bills?.stop();
      await campaigns?.stop();
      await statements?.stop();
      await powerSchedules?.stop();
      await exceptions?.stop();
      for (const sealer of sealers) await sealer.stop();
      await selfTest?.stop();
      await warnings?.stop();
      await messages?.stop();
      await sweeper?.stop();
    },
  };
};
