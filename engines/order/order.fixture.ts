import type { ChargingSample, GunStatus, EndRecord, StartResult } from '#engines/protocol/device.ts';
import { admit, type OrderEvent } from './admit.ts';
import type { CreatedFact, OrderFact } from './facts.ts';
import { orderFactsOf, merge, type OrderFacts } from './merge.ts';
import { openRefusedStart, type RefusedStart } from './open.ts';
import type { Situation } from './situation.ts';
import type { Verdict } from './verdict.ts';

/** The instant at which every order of the tests is created. */
export const T0 = 1_767_225_600_000;
export const S = 1_000;
export const MIN = 60 * S;
export const HOUR = 60 * MIN;

export const orderNo = 'CO2601010000A1B2C3D4E5F60718';
export const party = { mainPartType: 2, mainPartId: '77' } as const;

export const created = (overrides: Partial<CreatedFact> = {}): CreatedFact => ({
  kind: 'created',
  atMs: T0,
  chargingOrderNo: orderNo,
  cpCode: 'CP0001',
  gunNumber: 1,
  orderType: 1,
  startSource: 16,
  party,
  strategy: { type: 1 },
  ratedPowerW: 60_000,
  notBeforeMs: T0,
  ...overrides,
});

/** The pile of the order, online since before it, 10 s after the creation. */
export const situation = (overrides: Partial<Omit<Situation, 'pile'>> & { readonly pile?: Partial<Situation['pile']> } = {}): Situation => ({
  nowMs: T0 + 10 * S,
  lastStopMeterDwh: null,
  gunTaken: false,
  money: null,
  ...overrides,
  pile: { cpCode: 'CP0001', authenticated: true, epochIsCurrent: true, liveEpoch: 7, offlineSinceMs: null, marksStored: true, ...overrides.pile },
});
export const at = (nowMs: number, more: Partial<Situation> = {}): Situation => situation({ nowMs, ...more });

export const facts = (...list: readonly OrderFact[]): OrderFacts => {
  const set = orderFactsOf([created(), ...list]);
  if (!set) throw new Error('no order');
  return set;
};

export const command = (overrides: object = {}): OrderFact => ({
  kind: 'startCommand',
  atMs: T0 + S,
  by: 'command',
  commandId: 'C000000000000001',
  deadlineMs: T0 + 61 * S,
  resultWaitMs: 90 * S,
  epoch: 7,
  ...overrides,
});
export const sent: OrderFact = { kind: 'startSent', atMs: T0 + 2 * S };

/** Meter 100 kWh at the start; 60 kW means 1 kWh a minute. */
export const START_METER = 1_000_000;

export const startResult = (overrides: Partial<StartResult> = {}): StartResult => ({
  kind: 'startResult',
  chargingOrderNo: orderNo,
  gunNumber: 1,
  startResult: 0,
  startSource: 16,
  startAtMs: T0 + 30 * S,
  startMeterDwh: START_METER,
  startSoc: 20,
  fromStore: false,
  ...overrides,
});
export const sample = (atMs: number, energyDwh: number, overrides: Partial<ChargingSample> = {}): ChargingSample => ({
  kind: 'chargingSample',
  chargingOrderNo: orderNo,
  gunNumber: 1,
  atMs,
  currentDa: energyDwh > 0 ? 800 : 0,
  energyDwh,
  meterDwh: START_METER + energyDwh,
  soc: 21,
  ...overrides,
});
export const endRecord = (overrides: Partial<EndRecord> = {}): EndRecord => ({
  kind: 'endRecord',
  chargingOrderNo: orderNo,
  gunNumber: 1,
  orderType: 1,
  startAtMs: T0 + 30 * S,
  stopAtMs: T0 + 30 * MIN,
  startSoc: 20,
  stopSoc: 80,
  startMeterDwh: START_METER,
  stopMeterDwh: START_METER + 200_000,
  energyDwh: 200_000,
  stopReason: 3,
  checkCode: 'ok',
  digest: 'digest-a',
  fromStore: false,
  ...overrides,
});
export const gun = (gunWorkStat: number, atMs: number, overrides: Partial<GunStatus> = {}): GunStatus => ({
  kind: 'gunStatus',
  gunNumber: 1,
  gunWorkStat,
  gunFaultType: 0,
  atMs,
  ...overrides,
});

/** Stores the facts of a verdict, as a handler does. */
export const mergeVerdict = (set: OrderFacts, verdict: Verdict): OrderFacts => merge(set, verdict.facts);

/** Admits events one after the other, each at its own instant, including those that are refused. */
export const playEvents = (set: OrderFacts, ...events: readonly (readonly [number, OrderEvent])[]): OrderFacts => {
  let now = set;
  for (const [nowMs, event] of events) now = mergeVerdict(now, admit(now, event, at(nowMs)));
  return now;
};

export const does = (verdict: Verdict): readonly string[] =>
  verdict.effects.map((effect) => (effect.do === 'exception' ? `exception:${effect.code}` : effect.do));

/** The stages of an ordinary order: start sent, charging, end reported. */
export const starting = (): OrderFacts => facts(command(), sent);
export const charging = (): OrderFacts => playEvents(starting(), [T0 + 40 * S, startResult()]);
/** Charging, with a later sample. */
export const sampled = (): OrderFacts => playEvents(charging(), [T0 + 2 * MIN, sample(T0 + 2 * MIN, 10_000)]);
export const ended = (): OrderFacts => playEvents(charging(), [T0 + 30 * MIN, endRecord()]);
/** One minute after that end. */
export const afterHalfHour = at(T0 + 31 * MIN);
export const bill = { elecCents: 700n, srvCents: 300n, other1Cents: 0n, other2Cents: 0n, totalCents: 1000n };
export const byHand = { by: 'op1', reason: 'on site', secondBy: null };
export const settled = (): OrderFacts =>
  playEvents(ended(), [T0 + 31 * MIN, { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } }]);

/** An order created from a refused start. */
export const refusedStart = (overrides: Partial<RefusedStart> = {}): Verdict =>
  openRefusedStart(
    {
      chargingOrderNo: orderNo,
      ratedPowerW: 60_000,
      startReport: startResult(),
      idTag: 'CARD9',
      obstacle: 'money.insufficient',
      result: 2,
      ...overrides,
    },
    at(T0 + 40 * S),
  );
