import { paymentServices, startBillWorker, startChargingWorker, startPaymentWorker, startPowerDispatcher } from '#domains/charging/server.ts';
import { startExceptionWorker, startSelfTest, startWarningSender } from '#domains/alarm/server.ts';
import type { DeliveryServices } from '#domains/alarm/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { startRecountWorker, startTenantDayWorker } from '#domains/insight/server.ts';
import { startCampaignWorker, startDeadGatewayCleanup, startPowerScheduleWorker } from '#domains/device/server.ts';
import { startWebhookSender } from '#domains/partner/server.ts';
import { booksChain, startInvoiceWorker, startStatementWorker } from '#domains/money/server.ts';
import type { InvoiceService, PaymentProviders } from '#domains/money/server.ts';
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

/** Background work that runs until it is stopped. */
export interface BackgroundWorker {
  stop(): Promise<void>;
}

type WorkerDeps = Deps & {
  readonly providers: Providers;
  readonly stores: FileStores;
  readonly spoolFolder: string;
  readonly identity: Identity;
  readonly delivery: DeliveryServices;
  readonly payments: PaymentProviders;
  readonly invoices: InvoiceService;
  /** The address by which payment providers reach the API. */
  readonly publicUrl: () => string;
};
type WorkerConfig = Pick<Config, 'roles' | 'auditDir' | 'databaseUrl'>;

/** Starts the background work: settlement, order timers and messages to people. Without the role there is none. */
export const startWorkers = (deps: WorkerDeps, config: WorkerConfig): BackgroundWorker => {
  const workers = config.roles.has('worker') ? startAll(deps, config) : [];
  return {
    stop: async () => {
      for (const worker of workers) await worker.stop();
    },
  };
};

/** In the order in which they are stopped: first what gives work to the others. */
const startAll = (deps: WorkerDeps, { auditDir, databaseUrl }: WorkerConfig): readonly BackgroundWorker[] => {
  const { log, delivery } = deps;
  const paymentDeps = { ...deps, payments: paymentServices({ ...deps, providers: deps.payments }) };
  const onError =
    (message: string, more: object = {}) =>
    (error: unknown): void =>
      log.error({ err: error, ...more }, message);
  return [
    startJobs(deps, allJobs({ ...deps, auditDir })),
    // Other gateways can exist only on a shared database.
    ...(databaseUrl === undefined ? [] : [startDeadGatewayCleanup(deps)]),
    startChargingWorker(deps),
    startPowerDispatcher(deps),
    startPowerScheduleWorker(deps),
    startPaymentWorker(paymentDeps),
    startBillWorker(paymentDeps),
    startCampaignWorker(deps),
    startStatementWorker({ ...deps, messenger: createMessenger(deps.providers) }),
    startInvoiceWorker({ ...deps, messenger: createMessenger(deps.providers) }),
    startExceptionWorker(deps),
    startRecountWorker(deps),
    startTenantDayWorker(deps),
    ...[
      { chained: logChain, everyMs: LOG_SEALED_MS },
      { chained: booksChain, everyMs: BOOKS_SEALED_MS },
    ].map(({ chained, everyMs }) =>
      startSealer({ ...deps, chained, everyMs, folder: auditDir, onError: onError('not sealed', { rows: chained.rows }) }),
    ),
    startSelfTest({ ...deps, egress: delivery.egress, watcherUrl: delivery.watcherUrl }),
    startWarningSender({ ...deps, services: delivery }),
    startWebhookSender({ ...deps, egress: delivery.egress }),
    startMessageSender({ ...deps, onError: onError('messages could not be read') }),
    startFileSweeper({ ...deps, onError: onError('old files could not be swept') }),
  ];
};
