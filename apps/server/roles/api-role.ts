import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Logger } from 'pino';
import { accountTypesOf, alarmRoutes, exceptionNouns, exceptionTopic } from '#domains/alarm/server.ts';
import type { DeliveryServices } from '#domains/alarm/server.ts';
import { chargingRoutes, invoiceOrders, paymentServices, payNotifyRoutes } from '#domains/charging/server.ts';
import { customerRoutes } from '#domains/customer/server.ts';
import { pileLog } from '#domains/device/resources.ts';
import {
  deviceFileRoutes,
  deviceRoutes,
  payQrRoutes,
  firmwareRoutes,
  pileCommandSender,
  pileLogRoutes,
  pileLogTopic,
  sendRatesToPiles,
  upgradeNouns,
  upgradeTopic,
} from '#domains/device/server.ts';
import { driverRoutes } from '#domains/driver/server.ts';
import { createStreamBounds } from '#kit/server/connections/stream-bounds.ts';
import type { StreamBounds } from '#kit/server/connections/stream-bounds.ts';
import { stolenTokenAct } from '#domains/identity/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { insightRoutes, recountNoun, recountTopic } from '#domains/insight/server.ts';
import { marketingRoutes } from '#domains/marketing/server.ts';
import { allInvoiceRoutes, customerBooks, customerStatementRoutes, moneyRoutes, payConfRoutes } from '#domains/money/server.ts';
import type { InvoiceService, PaymentProviders } from '#domains/money/server.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { partnerRoutes } from '#domains/partner/server.ts';
import { checkPilePower, limitNoun, limitTopic, powerRoutes } from '#domains/power/server.ts';
import {
  allNoticeRoutes,
  configRoutes,
  createBell,
  createJournal,
  createMessenger,
  createNoticePush,
  logRoutes,
  noticeLine,
  noticeTopicRule,
  jobRoutes,
  systemRoutes,
  uploadRoutes,
} from '#domains/system/server.ts';
import { tariffRoutes } from '#domains/tariff/server.ts';
import type { Bell, FileStores } from '#domains/system/server.ts';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Database } from '#kit/db/index.ts';
import type { LivePublisher } from '#kit/server/context/deps.ts';
import { bulkRoutes } from '#kit/server/crud/bulk.ts';
import type { ConnectionBounds } from '#kit/server/connections/connection-bounds.ts';
import { createHttp } from '#kit/server/http/http.ts';
import { mountLive } from '#kit/server/live/live-server.ts';
import type { Live } from '#kit/server/live/live-server.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Tickets } from '#kit/server/live/live-tickets.ts';
import { createLiveRows } from '#kit/server/live/live-rows.ts';
import type { LiveRows } from '#kit/server/live/live-rows.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { rowTopicRule } from '#kit/server/live/row-topic-rule.ts';
import type { CertificateSource } from '#kit/server/tls/certificate.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { TransportSecurity } from '#kit/server/security/transport-security.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';
import { vxeEndpoint } from '#kit/server/live/vxe-socket.ts';
import type { Config } from '../config/config.ts';
import { apiFacts } from '../openapi/api-facts.ts';
import { serveHealth } from './health.ts';
import { listeningPort } from './listening-port.ts';
import { liveTopics } from './live-topics.ts';
import type { Metrics } from './metrics.ts';
import { serveWebClient } from './web-client.ts';
import { serveDriverPages } from '../driver/driver-pages.ts';
import { screenBuild, serveScreenPage } from '../screen/screen-page.ts';

export interface ApiParts {
  readonly database: Database;
  readonly registry: Registry;
  readonly identity: Identity;
  readonly hub: Hub;
  readonly bus: Bus;
  readonly secrets: Secrets;
  /** How requests are signed and bodies encrypted. */
  readonly wire: TransportSecurity;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Folder for the heads of the log's hash chains. */
  readonly auditDir: string;
  /** Where uploaded files are stored. */
  readonly stores: FileStores;
  /** Folder for uploads that are being received. */
  readonly spoolFolder: string;
  /** How warnings leave. */
  readonly delivery: DeliveryServices;
  /** How payments are asked for. */
  readonly payments: PaymentProviders;
  /** How invoices are applied for. */
  readonly invoices: InvoiceService;
  /** The address by which payment providers reach the API. */
  readonly publicUrl: () => string;
  readonly metrics: Metrics | undefined;
  readonly bounds: ConnectionBounds;
  /** Serve HTTPS with this certificate. */
  readonly certificate: CertificateSource | undefined;
}

type RouteParts = Pick<
  ApiParts,
  'identity' | 'secrets' | 'database' | 'clock' | 'auditDir' | 'stores' | 'spoolFolder' | 'delivery' | 'payments' | 'invoices'
> & {
  readonly bell: Bell;
  /** Publishes operators' changes to browsers and gateways. */
  readonly live: LivePublisher;
  /** The streams of events of drivers; without it they end only with their connections. */
  readonly streams?: StreamBounds;
} & Partial<Pick<ApiParts, 'wire' | 'log' | 'publicUrl'>>;

export interface ApiRole {
  readonly port: number;
  /** Calls the listener at each request of a browser. */
  readonly onBrowser: (listener: () => void) => void;
  close(): Promise<void>;
}

/** Starts the HTTP server for browsers and partners. */
export const startApi = async (parts: ApiParts, config: Config): Promise<ApiRole> => {
  const { database, registry, identity, clock, log } = parts;
  const tickets = createTickets(clock, parts.secrets);
  const journal = createJournal({ database, registry, clock, onError: (error) => log.error({ err: error }, 'a refused call could not be logged') });
  identity.sessions.onStolenToken((stolen) => journal.recordFailure(stolenTokenAct(stolen, registry)));
  const rows = createLiveRows({ database, registry, clock }, parts.hub, {
    onError: (error) => log.error({ err: error }, 'a live row could not be told'),
  });
  const bell = createBell({ database, clock, bus: parts.bus });
  const streams = createStreamBounds();
  const app: FastifyInstance = await createHttp(allRoutes({ ...parts, bell, live: parts.hub, streams }, tickets), {
    database,
    registry,
    clock,
    log,
    transportSecurity: parts.wire,
    apiFacts,
    authenticate: identity.authenticate,
    signOutReason: identity.endingOf,
    anonymousViewer,
    spoolFolder: parts.spoolFolder,
    journal,
    onRowsChanged: rows.rowsWritten,
    onAnswered: parts.metrics?.answered,
    proxies: config.access.proxies,
    connections: parts.bounds,
    certificate: parts.certificate,
  });
  serveHealth(app, database.gate);
  if (await serveWebClient(app, config.frameOrigins)) {
    await serveDriverPages(app);
    await serveScreenPage(app);
  }
  const push = createNoticePush({ database, bus: parts.bus, onError: (error) => log.error({ err: error }, 'the bells could not be told') });
  const live: Live = mountLive(app.server, {
    database,
    registry,
    clock,
    hub: parts.hub,
    tickets,
    peek: identity.sessions.peek,
    proxies: config.access.proxies,
    topics: [...liveTopics, noticeTopicRule(push), rowTopicRule(rows)],
    endpoints: [
      noticeLine(push),
      vxeEndpoint({ database, registry, clock }, { rows, hub: parts.hub, onError: (error) => log.error({ err: error }, 'a hint failed') }),
    ],
    onError: (error) => log.error({ err: error }, 'a live line failed'),
  });
  // Open WebSocket connections apply a change of rights at once.
  const unfollow = identity.sessions.onChange(live.recheck);
  const unlisten = [...followNouns(parts.bus, rows), streams.close];
  await app.listen({ host: config.host, port: config.port });
  return {
    port: listeningPort(app.server.address()),
    onBrowser: (listener) => void app.server.on('request', ({ headers }) => isOfBrowser(headers) && listener()),
    close: async () => {
      unfollow();
      for (const stop of unlisten) stop();
      await live.close();
      await app.close();
      bell.stop();
      await push.close();
      await rows.close();
      await journal.settled();
    },
  };
};

/** All browsers begin with the name of the first one; programs have other names. */
const isOfBrowser = ({ 'user-agent': name }: IncomingHttpHeaders): boolean => name?.startsWith('Mozilla/') ?? false;

/** Nouns that change in workers and gateways. */
const followNouns = (bus: Bus, rows: LiveRows): readonly (() => void)[] => {
  const changed = (nouns: readonly string[]) => () => {
    for (const noun of nouns) rows.nounChanged(noun);
  };
  return [
    bus.on(upgradeTopic, changed(upgradeNouns)),
    bus.on(exceptionTopic, changed(exceptionNouns)),
    bus.on(limitTopic, changed([limitNoun])),
    bus.on(pileLogTopic, changed([pileLog.name])),
    bus.on(recountTopic, changed([recountNoun])),
  ];
};

/** The routes of all domains, in the import order of the domains. */
export const allRoutes = (
  {
    identity,
    secrets,
    live,
    wire,
    database,
    clock,
    auditDir,
    bell,
    stores,
    spoolFolder,
    delivery,
    payments,
    invoices,
    log,
    publicUrl = () => '',
    streams = createStreamBounds(),
  }: RouteParts,
  tickets: Tickets,
): readonly Route[] => {
  const [services, messenger] = [paymentServices({ providers: payments, secrets, publicUrl }), createMessenger(delivery.providers)];
  const routes = [
    ...systemRoutes({ tickets, ...(wire && { wire }) }),
    ...uploadRoutes({ database, clock, stores, onError: (error) => log?.error({ err: error }, 'a file could not be stored') }),
    ...configRoutes({ secrets }),
    ...jobRoutes,
    ...logRoutes({ database, secrets, clock, folder: auditDir }),
    ...allNoticeRoutes(bell),
    ...identity.routes,
    ...networkRoutes({ secrets, piles: pileCommandSender, checkPower: checkPilePower }),
    ...customerRoutes({ secrets, books: customerBooks }),
    ...tariffRoutes({ sendRatesToPiles }),
    ...powerRoutes({ database, clock }),
    ...moneyRoutes({ secrets }),
    ...customerStatementRoutes({ database, clock, stores }),
    ...payConfRoutes({ database, clock, secrets, providers: payments }),
    ...allInvoiceRoutes({ database, clock, stores, secrets, invoices, messenger, orders: invoiceOrders }),
    ...marketingRoutes,
    ...deviceRoutes,
    ...payQrRoutes({ secrets }),
    ...firmwareRoutes({ database, clock, stores }),
    ...pileLogRoutes({ database, clock, stores }),
    ...deviceFileRoutes({ database, clock, stores, spoolFolder }),
    ...chargingRoutes({ database, live, clock, secrets }),
    ...payNotifyRoutes({
      database,
      clock,
      payments: services,
      onDisbelief: (told) => log?.warn(told, 'a notification of a payment provider was not believed'),
    }),
    ...alarmRoutes({ database, secrets, egress: delivery.egress, services: accountTypesOf(delivery.providers) }),
    ...insightRoutes({ database, clock, secrets, streams, build: screenBuild() }),
    ...partnerRoutes({ database, clock, live, secrets, egress: delivery.egress, log: log ?? pino({ level: 'silent' }) }),
    ...driverRoutes({
      database,
      bus: database.bus,
      live,
      clock,
      log: log ?? pino({ level: 'silent' }),
      payments: services,
      secrets,
      messenger,
      stores,
      spoolFolder,
      streams,
    }),
  ];
  return [...routes, ...bulkRoutes(routes)];
};
