import type { DeviceAnswers } from '#engines/protocol/device.ts';
import type { DeviceBackend, PileEvent, PileRef } from '#engines/protocol/device-backend.ts';
import { loginResult } from '#engines/protocol/codes.ts';
import { createDeviceHandlers, createPileDirectory, endSessionsOfNode, GATEWAY_GRACE_MS, startDispatcher } from '#domains/device/server.ts';
import type { DeviceHandlers } from '#domains/device/server.ts';
import { createChargingDeviceHandlers } from '#domains/charging/server.ts';
import type { ChargingDeviceHandlers } from '#domains/charging/server.ts';
import { claimName } from '#kit/db/connections/presence.ts';
import { byKind } from '#kit/server/by-kind.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { messageData } from '#kit/server/live/live-hub.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import type { CertificateSource } from '#kit/server/tls/certificate.ts';
import { createFrameLog } from '#apps/gateway/shared/frame-log.ts';
import { startNativeListener } from '#apps/gateway/native/listener.ts';
import { startOcppListener } from '#apps/gateway/ocpp/listener.ts';
import { createRegistry as createSessions } from '#apps/gateway/shared/session-registry.ts';
import type { SessionRegistry } from '#apps/gateway/shared/session-registry.ts';
import type { Config } from '../config/config.ts';
import type { ListenerBounds } from './listener-bounds.ts';
import type { Metrics } from './metrics.ts';

/** The ports for piles; those over TLS are absent without a certificate. */
export interface PilePorts {
  readonly ocpp: number;
  readonly pile: number;
  readonly ocppTls: number | undefined;
  readonly pileTls: number | undefined;
}

export interface GatewayRole {
  readonly ports: PilePorts;
  stop(): Promise<void>;
}

/** Listens for piles of both protocols and passes their events to the domains. */
export const startGateway = async (
  deps: Deps & {
    readonly live: Hub;
    readonly metrics: Metrics | undefined;
    readonly bounds: Pick<ListenerBounds, 'ocpp' | 'pile'>;
    readonly certificate: CertificateSource | undefined;
    /** The address of a file behind a token, as piles reach it. */
    readonly fileUrl: (token: string) => string;
  },
  config: Pick<Config, 'host' | 'ocppPort' | 'pilePort' | 'tls' | 'access' | 'databaseUrl'>,
): Promise<GatewayRole> => {
  const registry = createSessions();
  deps.metrics?.sessions(() => registry.size);
  // The name is claimed before sessions under that name are ended, because they may belong to a running gateway.
  const presence =
    config.databaseUrl === undefined ? undefined : await claimName({ url: deps.database.url, name: deps.node, ...endStaleSessions(deps, registry) });
  await endSessionsOfNode(deps.database, deps.node, deps.clock().getTime());
  const charging = createChargingDeviceHandlers(deps);
  const backend = createBackend(deps, charging);
  const clock = { nowMs: () => deps.clock().getTime() };
  const log = createFrameLog(backend, clock);
  const frames = deps.metrics?.counting(log) ?? log;
  const common = { host: config.host, backend, registry, frames, log: deps.log, clock };
  const tlsPort = (port: number | undefined) => (deps.certificate && port !== undefined ? { port, certificate: deps.certificate } : undefined);
  const native = await startNativeListener({ ...common, port: config.pilePort, tls: tlsPort(config.tls?.pilePort), connections: deps.bounds.pile });
  const ocpp = await startOcppListener({
    ...common,
    proxies: config.access.proxies,
    port: config.ocppPort,
    tls: tlsPort(config.tls?.ocppPort),
    connections: deps.bounds.ocpp,
  });
  const unfollow = [charging.watchOrderChanges(deps.live), endSessionsMovedAway(deps.live, registry)];
  const dispatcher = startDispatcher(deps, registry, { ...charging.dispatch, fileUrl: deps.fileUrl });
  return {
    ports: { pile: native.port, ocpp: ocpp.port, pileTls: native.tlsPort, ocppTls: ocpp.tlsPort },
    stop: async () => {
      await dispatcher.stop();
      for (const stop of unfollow) stop();
      await Promise.all([native.close(), ocpp.close()]);
      await charging.drain();
      await frames.drain();
      await presence?.close();
    },
  };
};

/**
 * When this gateway was unreachable for this long, it was considered dead and its piles offline, so all sessions are ended and the
 * piles log in again.
 */
const endStaleSessions = ({ log }: Deps, sessions: Pick<SessionRegistry, 'kickAll'>) => ({
  onError: (error: unknown) => log.warn({ err: error }, 'the name of this gateway could not be held'),
  back: (unreachableMs: number) => {
    if (unreachableMs >= GATEWAY_GRACE_MS / 2) sessions.kickAll();
  },
});

/** The device back end of the gateway: sessions and states go to the device domain, orders to the charging domain. */
const createBackend = (deps: Deps, charging: ChargingDeviceHandlers): DeviceBackend => {
  const device = createDeviceHandlers(deps, createPileDirectory(deps.database), charging.device);
  const report: DeviceHandlers['handle'] = (pile, event) => device.handle(pile, event);
  const handle = byKind<PileEvent, DeviceAnswers, PileRef>({
    ...charging.handlers,
    pileStatus: report,
    gunStatus: report,
    parameterReport: report,
    bmsReport: report,
    vendorMessage: report,
    securityEvent: report,
    recordReport: report,
    other: report,
  });
  const login: DeviceBackend['login'] = async (attempt) => {
    const verdict = await device.login(attempt);
    if (verdict.result === loginResult.success) deps.live.publish(ENTERED, `${verdict.epoch} ${attempt.cpCode}`);
    return verdict;
  };
  return { ...device, login, handle };
};

/** A live topic without a topic rule, so browsers cannot subscribe to it. */
const ENTERED = '~entered';

/** Ends sessions whose pile has logged in at another gateway. Messages from the old session would be rejected by its epoch anyway. */
const endSessionsMovedAway = (hub: Hub, sessions: Pick<SessionRegistry, 'epochOf' | 'kick'>): (() => void) =>
  hub.watch(ENTERED, (message) => {
    const [, epoch, cpCode = ''] = /^(\d+) (.+)$/.exec(String(messageData(message))) ?? [];
    const localEpoch = sessions.epochOf(cpCode);
    if (localEpoch !== undefined && localEpoch < Number(epoch)) sessions.kick(cpCode);
  });
