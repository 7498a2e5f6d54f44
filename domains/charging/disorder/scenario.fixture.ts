import type { EndRecord } from '#engines/protocol/device.ts';
import type { PileEvent } from '#engines/protocol/device-backend.ts';
import { seededRandom } from '#engines/tariff/oracle/random.ts';
import { chargeOf } from './charge.fixture.ts';
import type { Charge } from './charge.fixture.ts';

/** What identifies an order for its pile once the platform has answered. */
export interface OrderLink {
  readonly chargingOrderNo: string;
  readonly transactionId: number;
}

export type MessageKind = 'plugged' | 'start' | 'started' | 'charging' | 'sample' | 'report' | 'rest';

/** One message of a pile and its time; `toEvent` makes it for a pile from what the pile knows. */
export interface ScriptedMessage {
  readonly kind: MessageKind;
  /** The index of the order among the pile's orders. */
  readonly order: number;
  readonly atMs: number;
  readonly toEvent: (link: OrderLink, sending: { readonly card: string; readonly stored: boolean; readonly atMs: number }) => PileEvent;
}

export interface Scenario {
  readonly seed: number;
  readonly protocol: 'native' | 'ocpp16';
  readonly station: 1 | 2;
  readonly walletCents: number;
  /** The power never changes, so that the split by half hours does not depend on which samples arrive. */
  readonly isSteady: boolean;
  readonly charges: readonly Charge[];
  /** In order, each once. */
  readonly messages: readonly ScriptedMessage[];
  readonly endMs: number;
}

export const zones = { 1: 'Asia/Shanghai', 2: 'Europe/Berlin' } as const;

const MINUTE_MS = 60_000;
/** From the end of one order to the beginning of the next: long enough for everything that has to be sent before it. */
const PAUSE_MS = 40 * MINUTE_MS;
const ORDERS_MAX = 3;
const LOW_BALANCE_CENTS = 3_000;
const HIGH_BALANCE_CENTS = 1_000_000;

/** What one pile goes through after `beginMs`; the same for the same seed. */
export const scenarioOf = (seed: number, beginMs: number): Scenario => {
  const random = seededRandom(seed);
  const protocol = random.chance(0.3) ? 'ocpp16' : 'native';
  const station = random.chance(0.5) ? 1 : 2;
  const isSteady = random.chance(0.5);
  const walletCents = random.chance(0.2) ? LOW_BALANCE_CENTS : HIGH_BALANCE_CENTS;
  const charges: Charge[] = [];
  const messages: ScriptedMessage[] = [];
  let atMs = beginMs + random.below(600) * 1_000;
  const count = 1 + random.below(ORDERS_MAX);
  for (let order = 0; order < count; order += 1) {
    const charge = chargeOf(random, {
      startMs: atMs + 20_000,
      isSteady,
      protocol,
      zone: zones[station],
      meterDwh: charges.at(-1)?.stopMeterDwh ?? 1_000_000,
    });
    charges.push(charge);
    messages.push(...messagesOf(charge, { order, protocol, pluggedMs: atMs }));
    atMs = charge.stopMs + PAUSE_MS + random.below(600) * 1_000;
  }
  return { seed, protocol, station, walletCents, isSteady, charges, messages, endMs: atMs };
};

interface MessageOptions {
  readonly order: number;
  readonly protocol: Scenario['protocol'];
  readonly pluggedMs: number;
}

const messagesOf = (charge: Charge, { order, protocol, pluggedMs }: MessageOptions): readonly ScriptedMessage[] => {
  const gun = (kind: MessageKind, gunWorkStat: number, atMs: number): ScriptedMessage => ({
    kind,
    order,
    atMs,
    toEvent: (_link, sending) => ({ kind: 'gunStatus', gunNumber: 1, gunWorkStat, gunFaultType: 0, plugged: gunWorkStat !== 2, atMs: sending.atMs }),
  });
  const plugged = gun('plugged', 3, pluggedMs);
  const rest = gun('rest', 2, charge.stopMs + 4_000);
  const endRecord = endRecordMessage(charge, { order, protocol });
  if (charge.kind === 'offline') return [endRecord];
  const start = startMessage(charge, { order, protocol, atMs: protocol === 'native' ? pluggedMs + 8_000 : charge.startMs });
  if (charge.kind === 'failed') return [plugged, start, startResultMessage(charge, order), rest];
  const samples = charge.samples.map((sample): ScriptedMessage => ({
    kind: 'sample',
    order,
    atMs: sample.atMs,
    toEvent: sampleEvent(charge, { protocol, sample }),
  }));
  const charging = gun('charging', 6, charge.startMs + 3_000);
  const started = protocol === 'native' ? [startResultMessage(charge, order)] : [];
  return [plugged, start, ...started, charging, ...samples, endRecord, rest];
};

const startMessage = (
  charge: Charge,
  { order, protocol, atMs }: { readonly order: number; readonly protocol: Scenario['protocol']; readonly atMs: number },
): ScriptedMessage => ({
  kind: 'start',
  order,
  atMs,
  toEvent: (_link, { card, atMs: nowMs }) =>
    protocol === 'native'
      ? { kind: 'startRequest', gunNumber: 1, accountType: 1, account: card, ...charge.strategy, atMs: nowMs }
      : { kind: 'transactionStarted', gunNumber: 1, idTag: card, startAtMs: charge.startMs, startMeterDwh: charge.startMeterDwh },
});

const FAILED = 161;

const startResultMessage = (charge: Charge, order: number): ScriptedMessage => ({
  kind: 'started',
  order,
  atMs: charge.startMs,
  toEvent: ({ chargingOrderNo }, { stored }) => ({
    kind: 'startResult',
    chargingOrderNo,
    gunNumber: 1,
    startResult: charge.kind === 'failed' ? FAILED : 0,
    startSource: 16,
    startAtMs: charge.startMs,
    startMeterDwh: charge.startMeterDwh,
    startSoc: 20,
    fromStore: stored,
  }),
});

const sampleEvent =
  (
    charge: Charge,
    { protocol, sample }: { readonly protocol: Scenario['protocol']; readonly sample: Charge['samples'][number] },
  ): ScriptedMessage['toEvent'] =>
  ({ chargingOrderNo, transactionId }) => ({
    kind: 'chargingSample',
    gunNumber: 1,
    atMs: sample.atMs,
    currentDa: 1_000,
    voltageDv: 4_000,
    powerW: sample.powerW,
    soc: sample.soc,
    ...(protocol === 'native' ? { chargingOrderNo, energyDwh: sample.energyDwh } : { transactionId }),
    meterDwh: charge.startMeterDwh + sample.energyDwh,
  });

const endRecordMessage = (
  charge: Charge,
  { order, protocol }: { readonly order: number; readonly protocol: Scenario['protocol'] },
): ScriptedMessage => ({
  kind: 'report',
  order,
  atMs: charge.stopMs,
  toEvent: ({ chargingOrderNo, transactionId }, { card, stored }) => ({
    kind: 'endRecord',
    gunNumber: 1,
    stopAtMs: charge.stopMs,
    stopMeterDwh: charge.stopMeterDwh,
    stopReason: 1,
    checkCode: 'ok',
    digest: `${protocol}${charge.startMs}${charge.stopMeterDwh}`.padEnd(64, '0'),
    ...(protocol === 'native'
      ? { ...nativeRecord(charge, card), chargingOrderNo: charge.kind === 'offline' ? localNo(charge, card) : chargingOrderNo }
      : { transactionId, orderType: 1 as const }),
    fromStore: stored || charge.kind === 'offline',
  }),
});

/** The order number that a pile assigns by itself while it is offline. */
const localNo = ({ startMs }: Charge, card: string): string => `L${card}${startMs}`;

const nativeRecord = (charge: Charge, card: string): Pick<EndRecord, 'orderType'> & Partial<EndRecord> => {
  const isOffline = charge.kind === 'offline';
  return {
    orderType: isOffline ? 2 : 1,
    startSource: isOffline ? 19 : 16,
    account: { accountType: 1, account: card },
    startAtMs: charge.startMs,
    startSoc: 20,
    stopSoc: 80,
    startMeterDwh: charge.startMeterDwh,
    energyDwh: charge.stopMeterDwh - charge.startMeterDwh,
    slotEnergyDwh: charge.slotDwh,
  };
};
