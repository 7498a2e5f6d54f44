import type { DeviceAnswers } from '#engines/protocol/device.ts';
import type { DeviceDoor, PileEvent, PileRef } from '#engines/protocol/door.ts';
import { PILE, startChargingWorld } from '#domains/charging/charging-testbed.fixture.ts';
import type { ChargingWorld } from '#domains/charging/charging-testbed.fixture.ts';
import { charging } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { byKind } from '#kit/server/by-kind.ts';
import { createFrameLog } from '../../shared/frame-log.ts';
import { createRegistry } from '../../shared/session-registry.ts';
import { startOcppListener } from '../listener.ts';
import { connectStation } from './test-gateway.ts';
import type { Station } from './test-gateway.ts';

/** The real listener before the real business, with one pile of two guns. */
export interface ChargingGateway {
  readonly world: ChargingWorld;
  readonly now: () => number;
  /** Connects the pile, which reports its start. */
  readonly connect: () => Promise<Station>;
  readonly ask: <T extends object>(query: string, ...values: readonly unknown[]) => Promise<readonly T[]>;
  readonly close: () => Promise<void>;
}

export const startChargingGateway = async (): Promise<ChargingGateway> => {
  const world = await startChargingWorld({ protocol: 2, domains: [charging], routes: (deps) => chargingRoutes(deps) });
  const { device, share, deps } = world;
  const report = (pile: PileRef, event: Parameters<typeof device.handle>[1]) => device.handle(pile, event);
  const handle = byKind<PileEvent, DeviceAnswers, PileRef>({
    ...share.handlers,
    pileStatus: report,
    gunStatus: report,
    parameterReport: report,
    bmsReport: report,
    other: report,
  });
  const door: DeviceDoor = { ...device, handle, credentials: async () => ({ secret: 'pw', encryptionMode: 0 }) };
  const clock = { nowMs: () => deps.clock().getTime() };
  const registry = createRegistry({ probeMs: 150 });
  const frames = createFrameLog(door, clock);
  const listener = await startOcppListener({
    port: 0,
    host: '127.0.0.1',
    door,
    registry,
    frames,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock,
    proxies: { isTrusted: () => false },
    timings: { sweepMs: 20, closeMs: 100, bootWaitMs: 0, prepareMs: 3_600_000 },
  });
  return {
    world,
    now: clock.nowMs,
    connect: async () => {
      const station = await connectStation({ url: `ws://127.0.0.1:${listener.port}/ocpp` }, PILE);
      await station.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
      return station;
    },
    ask: (query, ...values) => world.server.database.asSuperuser(query, values),
    close: async () => {
      await listener.close();
      await frames.drain();
      // What the log-out means to orders is decided aside.
      await world.worker.look();
      await world.close();
    },
  };
};
