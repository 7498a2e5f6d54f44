import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { createIdentity, ensureAdmin, ensureBuiltIns } from '#domains/identity/server.ts';
import { deviceFilePath } from '#domains/device/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { sealPileSecrets } from '#domains/network/server.ts';
import { ensureExceptionConfs } from '#domains/alarm/server.ts';
import { createFileStores, createMessenger, ensureDictionaries, ensureJobs } from '#domains/system/server.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import type { Database } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { startRelay } from '#kit/server/live/relay/relay.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { watchCertificate } from '#kit/server/tls/certificate.ts';
import type { CertificateSource } from '#kit/server/tls/certificate.ts';
import type { Config } from './config/config.ts';
import { DEMO_PASSWORD, startDemo } from './demo.ts';
import type { DemoPlace } from './demo.ts';
import { paymentOriginsOf } from './demo-payments.ts';
import { domains } from '#apps/domains.ts';
import { startGateway } from './roles/gateway-role.ts';
import { createInvoiceService, createPaymentProviders } from '#domains/money/server.ts';
import type { ProviderOrigins } from '#domains/money/server.ts';
import { deliveryOf } from './config/message-providers.ts';
import { startApi } from './roles/api-role.ts';
import type { ApiRole } from './roles/api-role.ts';
import { listenerBounds } from './roles/listener-bounds.ts';
import { createMetrics, serveMetrics } from './roles/metrics.ts';
import { wireOf } from './config/transport-security.ts';
import { openStorage } from './storage.ts';
import type { Stopper } from './storage.ts';
import { startWorkers } from './roles/worker-role.ts';

export interface System {
  /** Lines to print for the person who started the system. */
  readonly greeting: readonly string[];
  readonly ports: {
    readonly http: number | undefined;
    readonly ocpp: number | undefined;
    readonly pile: number | undefined;
    readonly ocppTls: number | undefined;
    readonly pileTls: number | undefined;
    readonly metrics: number | undefined;
  };
  /** Accepts no new work, finishes the work in progress and closes everything. */
  stop(): Promise<void>;
}

const DAYS_EVERY_MS = 3_600_000;

/** Starts the parts that the roles of this process need. If one fails, the parts already started are stopped again. */
export const startSystem = async (config: Config, log: Logger): Promise<System> => {
  const stoppers: Stopper[] = [];
  const stop = async (): Promise<void> => {
    // Parts are stopped in the reverse order of their start, so that no part loses one that it depends on.
    for (const stopper of stoppers.splice(0).reverse()) await stopper();
  };
  try {
    return await start(config, log, stoppers).then((started) => ({ ...started, stop }));
  } catch (error) {
    await stop().catch((cause: unknown) => log.error({ err: cause }, 'the failed start left something behind'));
    throw error;
  }
};

const start = async (config: Config, log: Logger, stoppers: Stopper[]): Promise<Omit<System, 'stop'>> => {
  const bounds = listenerBounds(config, log);
  const { database, masterKeys } = await openStorage(config, log, stoppers);
  const { bus } = database;
  await ensureDays(database);
  const registry = createRegistry(domains);
  await ensureBuiltIns(database, registry);
  await ensureDictionaries(database, registry);
  await ensureJobs(database, registry, new Date());
  await ensureExceptionConfs(database);
  const password = config.demo ? DEMO_PASSWORD : `${randomBytes(12).toString('base64url')}-7a`;

  const clock = (): Date => new Date();
  const [delivery, addresses] = [deliveryOf(config), paymentOriginsOf(config)];
  const messenger = createMessenger(delivery.providers);
  const { registration, filingNumber, thirdParties } = config.people;
  const secrets = createSecrets(masterKeys);
  await sealPileSecrets(database, secrets);
  const identity = createIdentity({
    database,
    features: registry,
    bus,
    clock,
    messenger,
    registration,
    filingNumber,
    frameOrigins: config.frameOrigins,
    thirdParties,
    secrets,
  });
  stoppers.push(() => Promise.resolve(identity.close()));
  const wire = wireOf(config, { masterKeys, secrets, clock });
  const relay = config.databaseUrl
    ? await startRelay({
        url: database.url,
        secrets,
        onError: (error) => log.warn({ err: error }, 'live data of other processes may be missing'),
      })
    : undefined;
  if (relay) stoppers.push(() => relay.close());
  const hub = createHub({ relay, onError: (error) => log.error({ err: error }, 'live data could not be written') });
  const deps = { database, registry, bus, live: hub, clock, log, secrets, node: config.nodeName } satisfies Deps;
  const metrics = config.metrics && createMetrics(database);
  const metricsServer = metrics && config.metrics && (await serveMetrics({ metrics, gate: database.gate }, config.metrics));
  if (metricsServer) stoppers.push(() => metricsServer.close());
  const days = setInterval(() => void keepDays(database, log), DAYS_EVERY_MS);
  stoppers.push(() => Promise.resolve(clearInterval(days)));
  let apiPort = config.port;
  const ways = {
    delivery,
    ...providersAt(addresses.origins),
    stores: createFileStores({ folder: path.join(config.dataDir, 'files'), s3: config.s3 }),
    spoolFolder: path.join(config.dataDir, 'incoming'),
    publicUrl: () => publicUrlOf(config, apiPort),
  };
  const worker = startWorkers({ ...deps, ...ways, providers: delivery.providers, identity }, config);
  stoppers.push(() => worker.stop());
  const certificate = await certificateOf(config, log, stoppers);
  const fileUrl = (token: string): string => `${config.pileFilesUrl ?? apiAddress(config, apiPort)}${BASE_PATH}${deviceFilePath(token)}`;
  const gateway = config.roles.has('gateway') ? await startGateway({ ...deps, metrics, bounds, certificate, fileUrl }, config) : undefined;
  if (gateway) stoppers.push(() => gateway.stop());
  const parts = { ...deps, identity, hub, wire, auditDir: config.auditDir, metrics, bounds: bounds.api, certificate, ...ways };
  const api = config.roles.has('api') ? await startApi(parts, config) : undefined;
  if (api) apiPort = api.port;
  if (api) stoppers.push(() => api.close());
  const ports = { ...(gateway?.ports ?? noPilePorts), http: api?.port, metrics: metricsServer?.port };
  // Runs last, so that the one-time password is printed whenever it was created.
  const isNew = await ensureAdmin(database, { password, isInitial: !config.demo });
  const demo = config.demo && api ? await startDemo(demoPlaceOf(config, { ports, log, database, api, payments: addresses })) : undefined;
  if (demo) stoppers.push(() => demo.stop());
  return { ports, greeting: greetingOf(config, ports, { playing: demo !== undefined, password: isNew ? password : undefined }) };
};

const demoPlaceOf = (
  { host, dataDir, pastDays }: Config,
  {
    database,
    api,
    ...parts
  }: Pick<DemoPlace, 'ports' | 'log' | 'payments'> & { readonly database: Database; readonly api: Pick<ApiRole, 'onBrowser'> },
): DemoPlace => ({ ...parts, host, dataDir, onBrowser: api.onBrowser, past: { databaseUrl: database.url, days: pastDays } });

const providersAt = (origins: ProviderOrigins) => ({
  payments: createPaymentProviders({ origins }),
  invoices: createInvoiceService({ origin: () => origins.invoices }),
});

const noPilePorts = { ocpp: undefined, pile: undefined, ocppTls: undefined, pileTls: undefined } as const;

/** Where the API is reached from outside. */
const publicUrlOf = (config: Config, apiPort: number): string => config.access.egress.publicUrl ?? apiAddress(config, apiPort);

const certificateOf = async ({ tls }: Config, log: Logger, stoppers: Stopper[]): Promise<CertificateSource | undefined> => {
  const certificate = tls && (await watchCertificate(tls, { log }));
  if (certificate) stoppers.push(() => Promise.resolve(certificate.stop()));
  return certificate;
};

const keepDays = async (database: Database, log: Logger): Promise<void> => {
  try {
    await ensureDays(database);
  } catch (error) {
    log.error({ err: error }, 'day tables could not be kept');
  }
};

interface StartReport {
  readonly playing: boolean;
  /** The password of an account that was just created. */
  readonly password: string | undefined;
}

const apiAddress = ({ tls, host }: Config, port: number): string => `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

const greetingOf = (config: Config, ports: System['ports'], { playing, password }: StartReport): readonly string[] => {
  const lines = ports.http === undefined ? [] : [`ChargeOps is running at ${apiAddress(config, ports.http)}/`];
  if (ports.pile !== undefined)
    lines.push(`Piles connect to port ${ports.pile} (native, TCP) and ${ports.ocpp ?? '-'} (OCPP 1.6J, ws://…/ocpp/<code>).`);
  if (ports.pileTls !== undefined)
    lines.push(`Over TLS they connect to port ${ports.pileTls} (native) and ${ports.ocppTls ?? '-'} (OCPP 1.6J, wss://…/ocpp/<code>).`);
  if (playing)
    lines.push(
      'Demo sign-ins, all with the password ' + DEMO_PASSWORD + ':',
      '  admin (platform)   huadong (tenant)   huadong.north (agent)   huadong.gate (station)   rhein (tenant, Europe)',
    );
  else if (config.demo && ports.http !== undefined)
    lines.push(`No demo network is played: the password of admin is not the demo's. Start with --empty to leave the demo out.`);
  else if (password !== undefined) lines.push(`Sign in as admin with the password ${password}  (shown this once; it asks for one of your own)`);
  return lines;
};
