import type { OrderReport } from '#engines/protocol/device.ts';
import { CLOCK_OFF_MS, ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { clockShiftMs, foundShiftMs } from '../rules/clock.ts';
import { isDeliverable, partsAgree } from '../rules/energy.ts';
import type { EndRecord } from '../facts.ts';
import type { SoftFlag } from '../flags.ts';
import { all, type OrderFacts } from '../merge.ts';
import { sameSubstance } from '../view/record.ts';
import type { Situation } from '../situation.ts';
import { startedFact } from '../view/start.ts';
import { accept, type DeviceRefusal, type Verdict } from '../verdict.ts';
import { areCounts, bindingRefusal, refuseDevice, socOf } from './binding.ts';
import { resolve } from './resolve.ts';

/**
 * Row 12 and the end-record half of the message policy. Answer 0 means stored, or known already; a second record that says
 * something else is stored too, or the pile would repeat it for ever.
 */
export const admitReport = (facts: OrderFacts, word: OrderReport, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation);
  if (unbound) return unbound;
  const record = endRecord(facts, word, situation);
  const hard = recordRefusal(word, {
    startAtMs: word.startAtMs ?? startByRecord(facts, record),
    startMeterDwh: word.startMeterDwh ?? startedFact(facts)?.startMeterDwh ?? null,
    ratedPowerW: facts.created.ratedPowerW,
  });
  if (hard) return refuseDevice(hard, word.digest);
  if (all(facts, 'endRecord').some((known) => sameSubstance(known, record))) return accept();
  return resolve(facts, [record], { situation });
};

/** The order's start by the clock of its record. That may have been set meanwhile, so the earlier of both readings counts: nothing possible is refused. */
const startByRecord = (facts: OrderFacts, record: EndRecord): number =>
  (startedFact(facts)?.startAtMs ?? facts.created.notBeforeMs - CLOCK_OFF_MS) - Math.max(record.clockShiftMs, foundShiftMs(facts));

export interface RecordBasis {
  readonly startAtMs: number;
  readonly startMeterDwh: number | null;
  readonly ratedPowerW: number;
}

/** What makes an end record unusable; null when it can be taken. Instants are compared on the pile's own clock. */
export const recordRefusal = (word: OrderReport, { startAtMs, startMeterDwh, ratedPowerW }: RecordBasis): DeviceRefusal | null => {
  const { stopAtMs, stopMeterDwh, energyDwh, slotEnergyDwh, stageEnergyDwh, deviceAmountE4 } = word;
  const values = [
    word.startAtMs,
    stopAtMs,
    word.startMeterDwh,
    stopMeterDwh,
    energyDwh,
    ...(slotEnergyDwh ?? []),
    ...(stageEnergyDwh ?? []),
    ...(deviceAmountE4 ?? []),
  ];
  if (!areCounts(values)) return 'value.invalid';
  if (stopAtMs < startAtMs) return 'record.stopBeforeStart';
  if (startMeterDwh !== null && stopMeterDwh < startMeterDwh) return 'record.meterBackward';
  const energy = energyDwh ?? (startMeterDwh === null ? null : stopMeterDwh - startMeterDwh);
  if (energy === null) return null;
  if (slotEnergyDwh && !partsAgree(slotEnergyDwh, energy)) return 'record.slotsDisagree';
  return isDeliverable({ energyDwh: energy, ratedPowerW, forMs: stopAtMs - startAtMs }) ? null : 'record.undeliverable';
};

/** The record as a fact, with the soft doubts about it. */
export const endRecord = (facts: OrderFacts, word: OrderReport, situation: Situation): EndRecord => {
  const { created } = facts;
  const clockShift = clockShiftMs(facts, { atMs: word.stopAtMs, mayBeOld: word.fromStore || !situation.pile.marksStored }, situation);
  const soft: SoftFlag[] = clockShift === 0 ? [] : ['clockOff'];
  const { lastStopMeterDwh } = situation;
  const startMeterDwh = word.startMeterDwh ?? null;
  if (startMeterDwh !== null && lastStopMeterDwh !== null && Math.abs(startMeterDwh - lastStopMeterDwh) > ENERGY_TOLERANCE_DWH) soft.push('meterGap');
  if (word.gunNumber !== 0 && word.gunNumber !== created.gunNumber) soft.push('gunDiffers');
  const { digest, orderType, gunNumber, stopAtMs, stopMeterDwh, stopReason, checkCode } = word;
  return {
    kind: 'endRecord',
    atMs: situation.nowMs,
    digest,
    orderType,
    gunNumber,
    stopAtMs,
    stopMeterDwh,
    stopReason,
    checkCode,
    soft,
    startMeterDwh,
    clockShiftMs: clockShift,
    startSource: word.startSource ?? null,
    vin: word.vin ?? null,
    startAtMs: word.startAtMs ?? null,
    startSoc: socOf(word.startSoc),
    stopSoc: socOf(word.stopSoc),
    energyDwh: word.energyDwh ?? null,
    stageEnergyDwh: word.stageEnergyDwh ?? null,
    slotEnergyDwh: word.slotEnergyDwh ?? null,
    deviceAmountE4: word.deviceAmountE4 ?? null,
    rateRuleNo: word.rateRuleNo ?? null,
  };
};
