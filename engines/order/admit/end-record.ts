import type { EndRecord } from '#engines/protocol/device.ts';
import { CLOCK_OFF_MS, ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { clockShiftMs, foundShiftMs } from '../rules/clock.ts';
import { isDeliverable, partsAgree } from '../rules/energy.ts';
import type { EndRecordFact, FlagOpened } from '../facts.ts';
import type { SoftFlag } from '../flags.ts';
import { factsOf, type OrderFacts } from '../merge.ts';
import { reportsSameCharge } from '../view/record.ts';
import type { Situation } from '../situation.ts';
import { startedFact } from '../view/start.ts';
import type { Sentence } from '../sentence.ts';
import { orderEnd } from '../view/end.ts';
import { recordRefusedMs } from '../view/flags.ts';
import { accept, deviceAnswer, exception, refused, type DeviceRefusal, type Verdict } from '../verdict.ts';
import { areCounts, bindingRefusal, isUncommanded, refuseDevice, socOf } from './binding.ts';
import { resolve } from './resolve.ts';

/**
 * Transition row 12 and the policy for end records. Answer 0 means stored now or before. A second record with different content is
 * stored too, because the pile would otherwise repeat it for ever.
 */
export const admitEndRecord = (facts: OrderFacts, record: EndRecord, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation);
  if (unbound) return unbound;
  const fact = endRecordFact(facts, record, situation);
  const basis: RecordBasis = {
    startAtMs: record.startAtMs ?? startByEndRecord(facts, fact),
    startMeterDwh: record.startMeterDwh ?? startedFact(facts)?.startMeterDwh ?? null,
    ratedPowerW: facts.created.ratedPowerW,
  };
  const refusal = recordRefusal(record, basis);
  if (refusal) return refuseRecord(facts, { refusal, record, fact, basis }, situation);
  if (factsOf(facts, 'endRecord').some((known) => reportsSameCharge(known, fact))) return accept();
  return resolve(facts, [fact], { situation });
};

interface RefusedRecord {
  readonly refusal: RecordRefusal;
  readonly record: EndRecord;
  readonly fact: EndRecordFact;
  readonly basis: RecordBasis;
}

/** The pile reports the end, but its record cannot be billed: the order waits for a billable record or for an operator, and its gun is free. */
const refuseRecord = (facts: OrderFacts, { refusal, record, fact, basis }: RefusedRecord, situation: Situation): Verdict => {
  if (isUncommanded(facts) || orderEnd(facts) !== null || recordRefusedMs(facts) !== null) return refuseDevice(refusal, record.digest);
  const { nowMs: atMs } = situation;
  const stopAtMs = record.stopAtMs + fact.clockShiftMs;
  const sinceMs = areCounts([stopAtMs]) ? Math.min(stopAtMs, atMs) : atMs;
  const flag: FlagOpened = { kind: 'flagOpened', flag: 'recordRefused', sinceMs, detail: describeRefused(refusal, record, basis), atMs };
  const { facts: added, effects } = resolve(facts, [flag], { situation });
  // The refusal carries more detail than its flag, so only the refusal is recorded as an exception.
  const others = effects.filter((effect) => effect.do !== 'exception' || effect.code !== flag.flag);
  return refused(refusal, { answer: deviceAnswer.failed, facts: added, effects: [exception(refusal, record.digest, true), ...others] });
};

const describeRefused = (refusal: RecordRefusal, { stopAtMs, stopMeterDwh, energyDwh }: EndRecord, basis: RecordBasis): Sentence => {
  const startMeterDwh = basis.startMeterDwh ?? 0;
  switch (refusal) {
    case 'record.meterBackward':
      return { says: 'meterBackward', startMeterDwh, stopMeterDwh };
    case 'record.undeliverable':
      return { says: 'energyUndeliverable', energyDwh: energyDwh ?? stopMeterDwh - startMeterDwh };
    case 'record.stopBeforeStart':
      return { says: 'stopBeforeStart', startAtMs: basis.startAtMs, stopAtMs };
    case 'record.slotsDisagree':
      return { says: 'slotsDisagree' };
    case 'value.invalid':
      return { says: 'valueInvalid' };
  }
};

/**
 * The order's start by the clock of its record. The clock may have been set in between, so the earlier of both readings counts and
 * no possible record is refused.
 */
const startByEndRecord = (facts: OrderFacts, fact: EndRecordFact): number =>
  (startedFact(facts)?.startAtMs ?? facts.created.notBeforeMs - CLOCK_OFF_MS) - Math.max(fact.clockShiftMs, foundShiftMs(facts));

/** Why an end record cannot be billed. */
export type RecordRefusal = Extract<
  DeviceRefusal,
  'value.invalid' | 'record.stopBeforeStart' | 'record.meterBackward' | 'record.slotsDisagree' | 'record.undeliverable'
>;

export interface RecordBasis {
  readonly startAtMs: number;
  readonly startMeterDwh: number | null;
  readonly ratedPowerW: number;
}

/** Why an end record is unusable; null when it can be accepted. Instants are compared on the pile's own clock. */
export const recordRefusal = (record: EndRecord, { startAtMs, startMeterDwh, ratedPowerW }: RecordBasis): RecordRefusal | null => {
  const { stopAtMs, stopMeterDwh, energyDwh, slotEnergyDwh, stageEnergyDwh, deviceAmountE4 } = record;
  const values = [
    record.startAtMs,
    stopAtMs,
    record.startMeterDwh,
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

/** The end record as a fact, with its soft flags. */
export const endRecordFact = (facts: OrderFacts, record: EndRecord, situation: Situation): EndRecordFact => {
  const { created } = facts;
  const clockShift = clockShiftMs(facts, { atMs: record.stopAtMs, mayBeOld: record.fromStore || !situation.pile.marksStored }, situation);
  const soft: SoftFlag[] = clockShift === 0 ? [] : ['clockOff'];
  const { lastStopMeterDwh } = situation;
  const startMeterDwh = record.startMeterDwh ?? null;
  if (startMeterDwh !== null && lastStopMeterDwh !== null && Math.abs(startMeterDwh - lastStopMeterDwh) > ENERGY_TOLERANCE_DWH) soft.push('meterGap');
  if (record.gunNumber !== 0 && record.gunNumber !== created.gunNumber) soft.push('gunDiffers');
  const { digest, orderType, gunNumber, stopAtMs, stopMeterDwh, stopReason, checkCode } = record;
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
    startSource: record.startSource ?? null,
    vin: record.vin ?? null,
    startAtMs: record.startAtMs ?? null,
    startSoc: socOf(record.startSoc),
    stopSoc: socOf(record.stopSoc),
    energyDwh: record.energyDwh ?? null,
    stageEnergyDwh: record.stageEnergyDwh ?? null,
    slotEnergyDwh: record.slotEnergyDwh ?? null,
    deviceAmountE4: record.deviceAmountE4 ?? null,
    rateRuleNo: record.rateRuleNo ?? null,
  };
};
