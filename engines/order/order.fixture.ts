import type { ChargingSample, GunStatus, EndRecord, StartResult } from '#engines/protocol/device.ts';
import { admit, type OrderEvent } from './admit.ts';
import type { CreatedFact, OrderFact } from './facts.ts';
import { orderFactsOf, merge, type OrderFacts } from './merge.ts';
import { openRefusedStart, type RefusedStart } from './open.ts';
import type { Situation } from './situation.ts';
import type { Verdict } from './verdict.ts';

/** An instant to count from; every order of the tests is created then. */
export const T0 = 1_767_225_600_000;
export const S = 1_000;
export const MIN = 60 * S;
export const HOUR = 60 * MIN;

export const orderNo = 'CO2601010000A1B2C3D4E5F60718';
export const party = { mainPartType: 2, mainPartId: '77' } as const;

export const created = (more: Partial<CreatedFact> = {}): CreatedFact => ({
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
  ...more,
});

/** The pile of the order, online since before it, 10 s after the creation. */
export const situation = (more: Partial<Omit<Situation, 'pile'>> & { readonly pile?: Partial<Situation['pile']> } = {}): Situation => ({
  nowMs: T0 + 10 * S,
  lastStopMeterDwh: null,
  gunTaken: false,
  money: null,
  ...more,
  pile: { cpCode: 'CP0001', authenticated: true, epochIsCurrent: true, liveEpoch: 7, offlineSinceMs: null, marksStored: true, ...more.pile },
});
export const at = (nowMs: number): Situation => situation({ nowMs });

export const facts = (...list: readonly OrderFact[]): OrderFacts => {
  const set = orderFactsOf([created(), ...list]);
  if (!set) throw new Error('no order');
  return set;
};

export const command = (more: object = {}): OrderFact => ({
  kind: 'startCommand',
  atMs: T0 + S,
  by: 'command',
  commandId: 'C000000000000001',
  deadlineMs: T0 + 61 * S,
  resultWaitMs: 90 * S,
  epoch: 7,
  ...more,
});
export const sent: OrderFact = { kind: 'startSent', atMs: T0 + 2 * S };

/** Meter 100 kWh at the start; 60 kW means 1 kWh a minute. */
export const START_METER = 1_000_000;

export const startResult = (more: Partial<StartResult> = {}): StartResult => ({
  kind: 'startResult',
  chargingOrderNo: orderNo,
  gunNumber: 1,
  startResult: 0,
  startSource: 16,
  startAtMs: T0 + 30 * S,
  startMeterDwh: START_METER,
  startSoc: 20,
  fromStore: false,
  ...more,
});
export const sample = (atMs: number, energyDwh: number, more: Partial<ChargingSample> = {}): ChargingSample => ({
  kind: 'chargingSample',
  chargingOrderNo: orderNo,
  gunNumber: 1,
  atMs,
  currentDa: energyDwh > 0 ? 800 : 0,
  energyDwh,
  meterDwh: START_METER + energyDwh,
  soc: 21,
  ...more,
});
export const endRecord = (more: Partial<EndRecord> = {}): EndRecord => ({
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
  ...more,
});
export const gun = (gunWorkStat: number, atMs: number, more: Partial<GunStatus> = {}): GunStatus => ({
  kind: 'gunStatus',
  gunNumber: 1,
  gunWorkStat,
  gunFaultType: 0,
  atMs,
  ...more,
});

/** What a shell does with a verdict: keeps its facts. */
export const keep = (set: OrderFacts, verdict: Verdict): OrderFacts => merge(set, verdict.facts);

/** Plays events one after the other, each at its instant, refusals included. */
export const play = (set: OrderFacts, ...events: readonly (readonly [number, OrderEvent])[]): OrderFacts => {
  let now = set;
  for (const [nowMs, event] of events) now = keep(now, admit(now, event, at(nowMs)));
  return now;
};

export const does = (verdict: Verdict): readonly string[] =>
  verdict.effects.map((effect) => (effect.do === 'exception' ? `exception:${effect.code}` : effect.do));

/** The stages of an order that went well: the start sent, charging, its end reported. */
export const starting = (): OrderFacts => facts(command(), sent);
export const charging = (): OrderFacts => play(starting(), [T0 + 40 * S, startResult()]);
/** Charging, and heard of since. */
export const sampled = (): OrderFacts => play(charging(), [T0 + 2 * MIN, sample(T0 + 2 * MIN, 10_000)]);
export const ended = (): OrderFacts => play(charging(), [T0 + 30 * MIN, endRecord()]);
/** A minute after that end. */
export const late = at(T0 + 31 * MIN);
export const bill = { elecCents: 700n, srvCents: 300n, other1Cents: 0n, other2Cents: 0n, totalCents: 1000n };
export const byHand = { by: 'op1', reason: 'on site', secondBy: null };
export const settled = (): OrderFacts =>
  play(ended(), [T0 + 31 * MIN, { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } }]);

/** An order of a start that was refused. */
export const refusedStart = (more: Partial<RefusedStart> = {}): Verdict =>
  openRefusedStart(
    {
      chargingOrderNo: orderNo,
      ratedPowerW: 60_000,
      told: startResult(),
      idTag: 'CARD9',
      obstacle: 'money.insufficient',
      result: 2,
      ...more,
    },
    at(T0 + 40 * S),
  );
