import { energyDwh, type EnergyDwh } from '#engines/money/units.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';

/** The energy and time of an order in the 48 half hours of the local day; several days add up in the same half hours. */
export interface SlotUsage {
  /** 48 values that add up to `billedDwh`. */
  readonly slotDwh: readonly EnergyDwh[];
  /** 48 values: whole seconds of the session spent in each half hour. */
  readonly slotSeconds: readonly number[];
  readonly billedDwh: EnergyDwh;
}

/**
 * 48 energies that add up to `billedDwh`. Missing energy is added to the half hour with the largest energy; among equal ones to that with the longest
 * time, then to that in which the session started, then to the earliest. Excess energy is subtracted from the same half hour, and from the next
 * largest where that is not enough.
 */
export const fitToTotal = ({ slotDwh, slotSeconds, billedDwh, startSlot }: UsageToFit): readonly EnergyDwh[] => {
  const fitted = Array.from({ length: SLOT_COUNT }, (_, slot) => slotDwh[slot] ?? 0n);
  let residue = billedDwh;
  for (const energy of fitted) residue -= energy;
  while (residue !== 0n) {
    const slot = largestSlot(fitted, slotSeconds, startSlot);
    const energy = fitted[slot] ?? 0n;
    const change = residue < -energy ? -energy : residue;
    fitted[slot] = energy + change;
    residue -= change;
  }
  return fitted.map(energyDwh);
};

interface UsageToFit {
  readonly slotDwh: readonly bigint[];
  readonly slotSeconds: readonly number[];
  readonly billedDwh: bigint;
  readonly startSlot: number;
}

const largestSlot = (slotDwh: readonly bigint[], slotSeconds: readonly number[], startSlot: number): number => {
  let best = startSlot;
  for (let slot = 0; slot < SLOT_COUNT; slot += 1) {
    const more = (slotDwh[slot] ?? 0n) - (slotDwh[best] ?? 0n);
    const longer = (slotSeconds[slot] ?? 0) - (slotSeconds[best] ?? 0);
    if (more > 0n || (more === 0n && longer > 0)) best = slot;
  }
  return best;
};
