import { afterEach } from 'vitest';
import { createFrameLog } from '#apps/gateway/shared/frame-log.ts';
import { LISTENER_LIMITS } from '#apps/gateway/native/limits.ts';
import { startNativeListener } from '#apps/gateway/native/listener.ts';
import { startOcppListener } from '#apps/gateway/ocpp/listener.ts';
import { createRegistry } from '#apps/gateway/shared/session-registry.ts';
import { loopbackProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { tcpDial } from '../native/tcp.ts';
import { webSocketDial } from '../ocpp/websocket.ts';
import { createPile, type PileOptions } from '../pile/create.ts';
import type { Pile } from '../pile/pile.ts';
import { PlatformBackend, SECRET } from './backend.ts';

/** A platform on real sockets; `backend` holds what it received and determines what it answers. */
export interface Platform {
  readonly backend: PlatformBackend;
  /** Throws if the command is not sent. */
  send(cpCode: string, command: DeviceCommand): void;
  /** A pile of this platform, opened; it is closed after the test. */
  pile(options: Partial<PileOptions> & Pick<PileOptions, 'protocol'>): Pile;
}

/** A charge starts at once and is updated often; its energy stays what its duration allows. */
const FAST_GUN_TIMES = { startMs: [5, 10], tickMs: 20, stepMs: 10 } as const;
const FAST_TIMINGS = { firstMs: 20, longestMs: 200, retryMs: 100, loginRetryMs: 200 } as const;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

export const startPlatform = async (): Promise<Platform> => {
  const backend = new PlatformBackend();
  const registry = createRegistry({ probeMs: 250 });
  const clock = { nowMs: () => Date.now() };
  const frames = createFrameLog(backend, clock);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const common = { host: '127.0.0.1', port: 0, backend, registry, frames, log, clock };
  const native = await startNativeListener({ ...common, limits: { ...LISTENER_LIMITS, loginsMax: 100, tickMs: 20, lingerMs: 200 } });
  const ocpp = await startOcppListener({ proxies: loopbackProxies, ...common, timings: { sweepMs: 20, closeMs: 100, prepareMs: 60 } });
  closers.push(async () => {
    await Promise.all([native.close(), ocpp.close()]);
    await frames.drain();
  });
  const tcp = tcpDial({ host: '127.0.0.1', port: native.port });
  const dials = { native: tcp, 'v1.0': tcp, ocpp16: webSocketDial({ url: `ws://127.0.0.1:${ocpp.port}/ocpp` }) };
  return {
    backend,
    send: (cpCode, command) => {
      const outcome = registry.send(cpCode, command);
      if (outcome !== 'sent') throw new Error(outcome);
    },
    pile: (options) => {
      const defaults = {
        cpCode: 'CP00000001',
        secret: SECRET,
        dial: dials[options.protocol],
        gunTimes: FAST_GUN_TIMES,
        timings: FAST_TIMINGS,
        outlet: { slewAPerS: 1e6 },
      };
      const pile = createPile({ ...defaults, ...options });
      closers.push(() => pile.close());
      pile.open();
      return pile;
    },
  };
};
