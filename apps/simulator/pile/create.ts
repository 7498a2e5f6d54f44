import { seededRng } from '#engines/protocol/codec/random.ts';
import { encryptionMode } from '#engines/protocol/codes.ts';
import { seedOf, wholeBetween } from '../model/random.ts';
import type { Outlet } from '../model/charge.ts';
import { NativeConnection } from '../native/connection.ts';
import { NATIVE_TIMINGS, type NativeTimings } from '../native/frame-connection.ts';
import { V10Connection } from '../native/v10-connection.ts';
import { OCPP_TIMINGS, OcppConnection, type OcppTimings } from '../ocpp/connection.ts';
import type { LatencyHistogram } from '../fleet/latency-histogram.ts';
import { realTime, type Time } from '../time.ts';
import type { Dial } from './channel.ts';
import type { PileConnection } from './connection.ts';
import type { PileFacts } from './facts.ts';
import { withFaults, type LineConditions } from './faults.ts';
import type { GunTimes } from './gun.ts';
import { ramStore, type MemoryStore } from './memory.ts';
import { Pile } from './pile.ts';

export interface PileOptions extends Partial<Omit<PileFacts, 'cpCode' | 'protocol'>> {
  readonly cpCode: string;
  readonly protocol: PileFacts['protocol'];
  /** How to reach the platform: `tcpDial` or `webSocketDial`. */
  readonly dial: Dial;
  /** Everything random derives from this and the pile's code. */
  readonly seed?: number;
  readonly time?: Time;
  readonly gunTimes?: Partial<GunTimes>;
  readonly timings?: Partial<NativeTimings & OcppTimings>;
  /** Memory that survives a power cut; the default lasts as long as the process. */
  readonly store?: MemoryStore;
  /** Faults of the network, which change with `conditions.now`. */
  readonly conditions?: LineConditions;
  /** How far the clock stays ahead of the true time. */
  readonly clockErrorMs?: number;
  readonly outlet?: Partial<Outlet>;
  readonly firstMeterDwh?: number;
  /** The number of charges that the journal keeps. */
  readonly journalMax?: number;
  /** Receives the response time of each answer of the platform. */
  readonly latencies?: LatencyHistogram;
}

/** Creates a virtual pile that is not connected yet; `open` connects it. */
export const createPile = (options: PileOptions): Pile => {
  const { seed = 1, time = realTime, kind = 'dc', ratedW = ratings[kind], clockErrorMs = 0, journalMax = JOURNAL_MAX } = options;
  const rng = seededRng(seedOf(options.cpCode, seed));
  const facts: PileFacts = {
    cpCode: options.cpCode,
    protocol: options.protocol,
    kind,
    ratedW,
    gunCount: options.gunCount ?? 1,
    secret: options.secret ?? null,
    encryptionMode: options.encryptionMode ?? encryptionMode.none,
    offlineAfterMs: options.offlineAfterMs ?? OFFLINE_AFTER_MS,
    mainHw: options.mainHw ?? 'SIM-2',
    mainSw: options.mainSw ?? 'sim 1.0.0',
  };
  const dial = options.conditions ? withFaults(options.dial, options.conditions, { time, rng }) : options.dial;
  return new Pile({
    facts,
    outlet: { ...outletOf(kind, ratedW), ...options.outlet },
    time,
    rng,
    gunTimes: { ...GUN_TIMES, ...options.gunTimes },
    store: options.store ?? ramStore(),
    firstMeterDwh: options.firstMeterDwh ?? wholeBetween(rng, 10_000, 900_000) * 1_000,
    clockErrorMs,
    journalMax,
    latencies: options.latencies,
    connection: (pile) => connectionOf(pile, dial, options.timings),
  });
};

const connectionOf = (pile: Pile, dial: Dial, timings: PileOptions['timings']): PileConnection => {
  switch (pile.facts.protocol) {
    case 'native':
      return new NativeConnection(pile, dial, { ...NATIVE_TIMINGS, ...timings });
    case 'v1.0':
      return new V10Connection(pile, dial, { ...NATIVE_TIMINGS, ...timings });
    case 'ocpp16':
      return new OcppConnection(pile, dial, { ...OCPP_TIMINGS, ...timings });
  }
};

const GUN_TIMES: GunTimes = { startMs: [2_500, 7_000], tickMs: 1_000, stepMs: 1_000, socSpeed: 1 };

const OFFLINE_AFTER_MS = 45_000;
const JOURNAL_MAX = 200;
const ratings = { dc: 120_000, ac1: 7_000, ac3: 22_000 } as const;

const outletOf = (kind: Outlet['kind'], maxW: number): Outlet => {
  if (kind !== 'dc') return { kind, maxW, maxA: 32, maxV: 0, slewAPerS: 10 };
  return { kind, maxW, maxA: maxW > 150_000 ? 400 : 250, maxV: maxW > 60_000 ? 1_000 : 750, slewAPerS: 12 };
};
