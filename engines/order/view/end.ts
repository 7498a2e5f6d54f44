import { liveEnergyDwh } from '../rules/energy.ts';
import type { EndRecordFact } from '../facts.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import { acceptedRecord } from './record.ts';
import { orderStart, startFailed, startFailedFact } from './start.ts';

/** How the order ended, by the most reliable source: device record, operator, failed start, cancellation. */
export interface OrderEnd {
  readonly by: 'device' | 'manual' | 'startFailed' | 'cancelled';
  /** The basis of the settlement: the record's digest, or how else the order ended. */
  readonly basis: string;
  readonly stopAtMs: number;
  readonly stopMeterDwh: number | null;
  readonly stopSoc: number | null;
  /** The pile's code (1 to 18, 160 to 239), null when it gave none. */
  readonly stopReason: number | null;
  /** Null when the record reports neither energy nor both meters. */
  readonly energyDwh: number | null;
  readonly slotEnergyDwh: readonly number[] | null;
}

export const orderEnd = (facts: OrderFacts): OrderEnd | null => {
  const record = acceptedRecord(facts);
  if (record) return byRecord(facts, record);
  const manual = factOf(facts, 'manualEnd');
  if (manual) {
    const { stopAtMs, stopMeterDwh, stopSoc, energyDwh } = manual;
    return { ...unreported, by: 'manual', basis: 'manual', stopAtMs, stopMeterDwh, stopSoc, energyDwh };
  }
  if (startFailed(facts)) {
    // A refusal carries no instant of the pile and its arrival time is arbitrary, so the order ends when its start was requested.
    const stopAtMs = startFailedFact(facts)?.startAtMs ?? factOf(facts, 'startCommand')?.atMs ?? facts.created.atMs;
    return { ...unreported, by: 'startFailed', basis: 'startFailed', stopAtMs, energyDwh: 0 };
  }
  const cancelled = factOf(facts, 'cancelled');
  return cancelled ? { ...unreported, by: 'cancelled', basis: 'cancelled', stopAtMs: cancelled.atMs, energyDwh: 0 } : null;
};

/** What only an end record says. */
const unreported = { stopMeterDwh: null, stopSoc: null, stopReason: null, slotEnergyDwh: null } as const;

/** Energy displayed while the order runs, and the provisional value when the order is ended by hand. */
export const soFar = (facts: OrderFacts) => liveEnergyDwh(facts.created, factOf(facts, 'progress'), orderStart(facts)?.startMeterDwh ?? null);

const byRecord = (facts: OrderFacts, record: EndRecordFact): OrderEnd => ({
  by: 'device',
  basis: record.digest,
  stopAtMs: record.stopAtMs + record.clockShiftMs,
  stopMeterDwh: record.stopMeterDwh,
  stopSoc: record.stopSoc,
  stopReason: record.stopReason,
  energyDwh: record.energyDwh ?? meteredEnergyDwh(facts, record),
  slotEnergyDwh: record.slotEnergyDwh,
});

const meteredEnergyDwh = (facts: OrderFacts, record: EndRecordFact): number | null => {
  const startMeterDwh = record.startMeterDwh ?? orderStart(facts)?.startMeterDwh ?? null;
  return startMeterDwh === null || startMeterDwh > record.stopMeterDwh ? null : record.stopMeterDwh - startMeterDwh;
};
