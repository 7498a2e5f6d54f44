import { compareWithDevice } from './amounts.ts';
import { ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { partsAgree } from './energy.ts';
import type { FeeAmounts } from '../facts.ts';
import { clearedFlags } from '../view/flags.ts';
import type { FlagReason } from '../flags.ts';
import type { OrderFacts } from '../merge.ts';
import { acceptedRecord } from '../view/record.ts';
import { capCentsOf } from './strategy.ts';
import type { SentenceOrText, Sentence } from '../sentence.ts';
import type { OrderView } from '../view.ts';

/** The result of the billing engine for the order. */
export interface BilledAmounts {
  /** Amounts to bill, after discounts and the strategy's cap. */
  readonly amounts: FeeAmounts;
  /** Amount before personal reductions (VIP, coupon, cap), as a pile would compute it. */
  readonly grossCents: bigint;
  /** Decimals of the currency. */
  readonly minorDigits: number;
}

/** A problem that prevents automatic settlement. */
export interface SettleDoubt {
  readonly flag: Extract<FlagReason, 'noTariff' | 'unknownParty' | 'implausible' | 'amountDiffers' | 'overCap'>;
  readonly detail: SentenceOrText;
}

/**
 * Transition row 16: why an ended order is not settled automatically, or null. An order without energy and amount needs neither
 * tariff nor party. A flag that an operator has cleared is not raised again, but an order without tariff or party, or above the
 * strategy's amount, cannot be billed.
 */
export const settleDoubt = (facts: OrderFacts, view: OrderView, billed: BilledAmounts | null): SettleDoubt | null => {
  const cleared = clearedFlags(facts);
  if (billed === null) return { flag: 'noTariff', detail: '' };
  const { totalCents } = billed.amounts;
  if (view.party === null && totalCents > 0n) return { flag: 'unknownParty', detail: { says: 'nobodyToBill', totalCents } };
  const implausible = cleared.has('implausible') ? null : implausibility(facts, view);
  if (implausible) return { flag: 'implausible', detail: implausible };
  const capCents = capCentsOf(view.terms.strategy);
  if (capCents !== null && totalCents > capCents) return { flag: 'overCap', detail: { says: 'aboveCap', totalCents, capCents } };
  const differs = cleared.has('amountDiffers') ? null : amountDifference(facts, billed);
  return differs === null ? null : { flag: 'amountDiffers', detail: differs };
};

/** Whether the pile's total differs from the platform's by an amount that deserves only a note. */
export const differsSoftly = (facts: OrderFacts, { grossCents, minorDigits }: BilledAmounts): boolean => {
  const deviceE4 = deviceTotalE4(facts);
  return deviceE4 !== null && compareWithDevice(grossCents, { deviceE4, minorDigits }) === 'soft';
};

const implausibility = (facts: OrderFacts, { end }: OrderView): Sentence | null => {
  if (end === null || end.energyDwh === null) return { says: 'energyUnknown' };
  const record = acceptedRecord(facts);
  if (!record) return null;
  const { startMeterDwh, stopMeterDwh, stageEnergyDwh } = record;
  const metered = startMeterDwh === null ? end.energyDwh : stopMeterDwh - startMeterDwh;
  if (Math.abs(metered - end.energyDwh) > ENERGY_TOLERANCE_DWH) return { says: 'meterDisagrees', meterDwh: metered, energyDwh: end.energyDwh };
  return stageEnergyDwh !== null && !partsAgree(stageEnergyDwh, end.energyDwh) ? { says: 'stagesDisagree' } : null;
};

const amountDifference = (facts: OrderFacts, { grossCents, minorDigits }: BilledAmounts): Sentence | null => {
  const deviceE4 = deviceTotalE4(facts);
  const differs = deviceE4 !== null && compareWithDevice(grossCents, { deviceE4, minorDigits }) === 'differs';
  return differs ? { says: 'amountsDiffer', deviceE4: Number(deviceE4), grossCents } : null;
};

/** The fifth of the pile's five amounts is the total; a pile without prices sends zeros and is not compared. */
const deviceTotalE4 = (facts: OrderFacts): bigint | null => {
  const total = acceptedRecord(facts)?.deviceAmountE4?.[4];
  return total === undefined || total === 0 ? null : BigInt(total);
};
