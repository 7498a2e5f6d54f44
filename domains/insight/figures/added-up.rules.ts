import { formatScaled } from '#kit/fields/scaled.ts';
import type { WireFigures } from './figures.ts';

/** Sums in one currency. Energy in 0.1 Wh, amounts in minor units, times in milliseconds. */
export interface Figures {
  readonly currency: string;
  readonly charges: number;
  readonly energyDwh: bigint;
  readonly billedCents: bigint;
  readonly orderedCents: bigint;
  readonly elecCents: bigint;
  readonly srvCents: bigint;
  readonly busyMs: bigint;
}

const zero = { charges: 0, energyDwh: 0n, billedCents: 0n, orderedCents: 0n, elecCents: 0n, srvCents: 0n, busyMs: 0n } as const;

/** The sums of rows in each currency; currencies are never added to each other. */
export const addedUp = (rows: readonly Figures[]): readonly Figures[] => {
  const sums = new Map<string, Figures>();
  for (const row of rows) {
    const sum = sums.get(row.currency) ?? { ...zero, currency: row.currency };
    sums.set(row.currency, {
      currency: row.currency,
      charges: sum.charges + row.charges,
      energyDwh: sum.energyDwh + row.energyDwh,
      billedCents: sum.billedCents + row.billedCents,
      orderedCents: sum.orderedCents + row.orderedCents,
      elecCents: sum.elecCents + row.elecCents,
      srvCents: sum.srvCents + row.srvCents,
      busyMs: sum.busyMs + row.busyMs,
    });
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
};

const ENERGY_SCALE = 4;
const MONEY_SCALE = 2;

export const wireOf = ({ currency, charges, energyDwh, billedCents, orderedCents, elecCents, srvCents }: Figures): WireFigures => ({
  currency,
  charges,
  energy: formatScaled(energyDwh, ENERGY_SCALE),
  billed: formatScaled(billedCents, MONEY_SCALE),
  ordered: formatScaled(orderedCents, MONEY_SCALE),
  elec: formatScaled(elecCents, MONEY_SCALE),
  srv: formatScaled(srvCents, MONEY_SCALE),
});
