import type { OracleTariff } from '#engines/tariff/oracle/types.ts';

/** Rate rule 1 as bench/server/network.ts creates it, in the terms of the oracle. */
const startSlots = Array.from({ length: 8 }, (_, period) => period * 6);
const periods = startSlots.map((startSlot) => ({
  startSlot,
  rateStage: 1 + (startSlot % 4),
  rateDiscount: 100,
  priceE5: BigInt(60_000 + startSlot * 1_000),
}));

export const benchTariff: OracleTariff = {
  zone: 'Asia/Shanghai',
  currency: 'CNY',
  months: Array.from({ length: 12 }, (_, month) => ({ month: month + 1, fees: [1, 2].map((rateType) => ({ rateType, billMode: 1, periods })) })),
};

export const stageOfSlot = (slot: number): number => periods.findLast(({ startSlot }) => startSlot <= slot)?.rateStage ?? 0;
