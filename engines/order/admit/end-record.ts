import type { OrderReport } from '#engines/protocol/device.ts';
import { CLOCK_OFF_MS, ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { clockShiftMs, foundShiftMs } from '../rules/clock.ts';
import { isDeliverable, partsAgree } from '../rules/energy.ts';
import type { EndRecord, FlagOpened } from '../facts.ts';
import type { SoftFlag } from '../flags.ts';
import { factsOf, type OrderFacts } from '../merge.ts';
import { sameSubstance } from '../view/record.ts';
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
export const admitReport = (facts: OrderFacts, report: OrderReport, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation);
  if (unbound) return unbound;
  const record = endRecord(facts, report, situation);
  const basis: RecordBasis = {
    startAtMs: report.startAtMs ?? startByRecord(facts, record),
    startMeterDwh: report.startMeterDwh ?? startedFact(facts)?.startMeterDwh ?? null,
    ratedPowerW: facts.created.ratedPowerW,
  };
  const hard = recordRefusal(report, basis);
  if (hard) return refuseRecord(facts, { refusal: hard, report, record, basis }, situation);
  if (factsOf(facts, 'endRecord').some((known) => sameSubstance(known, record))) return accept();
  return resolve(facts, [record], { situation });
};

interface RefusedRecord {
  readonly refusal: RecordRefusal;
  readonly report: OrderReport;
  readonly record: EndRecord;
  readonly basis: RecordBasis;
}

/** The pile reports the end, but its record cannot be billed: the order waits for a billable record or for an operator, and its gun is free. */
const refuseRecord = (facts: OrderFacts, { refusal, report, record, basis }: RefusedRecord, situation: Situation): Verdict => {
  if (isUncommanded(facts) || orderEnd(facts) !== null || recordRefusedMs(facts) !== null) return refuseDevice(refusal, report.digest);
  const { nowMs: atMs } = situation;
  const stopAtMs = report.stopAtMs + record.clockShiftMs;
  const sinceMs = areCounts([stopAtMs]) ? Math.min(stopAtMs, atMs) : atMs;
  const flag: FlagOpened = { kind: 'flagOpened', flag: 'recordRefused', sinceMs, detail: describeRefused(refusal, report, basis), atMs };
  const { facts: added, effects } = resolve(facts, [flag], { situation });
  // The refusal carries more detail than its flag, so only the refusal is recorded as an exception.
  const others = effects.filter((effect) => effect.do !== 'exception' || effect.code !== flag.flag);
  return refused(refusal, { answer: deviceAnswer.failed, facts: added, effects: [exception(refusal, report.digest, true), ...others] });
};

const describeRefused = (refusal: RecordRefusal, { stopAtMs, stopMeterDwh, energyDwh }: OrderReport, basis: RecordBasis): Sentence => {
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
const startByRecord = (facts: OrderFacts, record: EndRecord): number =>
  (startedFact(facts)?.startAtMs ?? facts.created.notBeforeMs - CLOCK_OFF_MS) - Math.max(record.clockShiftMs, foundShiftMs(facts));

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
export const recordRefusal = (report: OrderReport, { startAtMs, startMeterDwh, ratedPowerW }: RecordBasis): RecordRefusal | null => {
  const { stopAtMs, stopMeterDwh, energyDwh, slotEnergyDwh, stageEnergyDwh, deviceAmountE4 } = report;
  const values = [
    report.startAtMs,
    stopAtMs,
    report.startMeterDwh,
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
export const endRecord = (facts: OrderFacts, report: OrderReport, situation: Situation): EndRecord => {
  const { created } = facts;
  const clockShift = clockShiftMs(facts, { atMs: report.stopAtMs, mayBeOld: report.fromStore || !situation.pile.marksStored }, situation);
  const soft: SoftFlag[] = clockShift === 0 ? [] : ['clockOff'];
  const { lastStopMeterDwh } = situation;
  const startMeterDwh = report.startMeterDwh ?? null;
  if (startMeterDwh !== null && lastStopMeterDwh !== null && Math.abs(startMeterDwh - lastStopMeterDwh) > ENERGY_TOLERANCE_DWH) soft.push('meterGap');
  if (report.gunNumber !== 0 && report.gunNumber !== created.gunNumber) soft.push('gunDiffers');
  const { digest, orderType, gunNumber, stopAtMs, stopMeterDwh, stopReason, checkCode } = report;
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
    startSource: report.startSource ?? null,
    vin: report.vin ?? null,
    startAtMs: report.startAtMs ?? null,
    startSoc: socOf(report.startSoc),
    stopSoc: socOf(report.stopSoc),
    energyDwh: report.energyDwh ?? null,
    stageEnergyDwh: report.stageEnergyDwh ?? null,
    slotEnergyDwh: report.slotEnergyDwh ?? null,
    deviceAmountE4: report.deviceAmountE4 ?? null,
    rateRuleNo: report.rateRuleNo ?? null,
  };
};
