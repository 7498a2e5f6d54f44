import { billByFractions } from '#engines/tariff/oracle/bill-oracle.ts';
import { usageByMinutes } from '#engines/tariff/oracle/usage-oracle.ts';
import type { ChargedOrder } from './durable-pile.ts';
import { benchTariff } from './tariff.ts';

/** What an order must cost, in cents: by rational numbers, minute by minute. */
export interface Expected {
  readonly elecCents: bigint;
  readonly srvCents: bigint;
  readonly totalCents: bigint;
}

/** `samples`: the readings that the platform has stored, by the pile's second. */
export const expectedChargesOf = ({ record, plan }: ChargedOrder, samples: ReadonlyMap<number, number>): Expected => {
  const order = {
    tariff: benchTariff,
    start: { atMs: record.startTime * 1_000, meterDwh: 0n },
    stop: { atMs: record.stopTime * 1_000, meterDwh: BigInt(plan.energyDwh) },
    samples: plan.energyDwh === 0 ? [] : [...samples].map(([second, energyDwh]) => ({ atMs: second * 1_000, meterDwh: BigInt(energyDwh) })),
    deviceSlotDwh: record.slots.map(BigInt),
    billedDwh: BigInt(plan.energyDwh),
  };
  const cells = billByFractions(order, usageByMinutes(order));
  const fee = (rateType: number): bigint => cells.reduce((sum, cell) => sum + (cell.rateType === rateType ? cell.net : 0n), 0n);
  return { elecCents: fee(1), srvCents: fee(2), totalCents: cells.reduce((sum, cell) => sum + cell.net, 0n) };
};
