/**
 * Microseconds per bill, beside the least that any bill of the same order has to do: multiply every energy by its price, add the products, round
 * once. Both run in turns in the same process: npx tsx bench/billing.ts [seconds a measurement = 2]
 */
import { energyDwh, priceE5 } from '#engines/money/units.ts';
import { bill } from '#engines/tariff/bill.ts';
import { type BillInput } from '#engines/tariff/bill-input.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import { explainBill } from '#engines/tariff/explain.ts';
import { type TariffSnapshot } from '#engines/tariff/schedule.ts';
import { sliceBySlots, type SliceInput } from '#engines/tariff/slice.ts';
import { validateSchedule } from '#engines/tariff/validate.ts';

const ROUNDS = 5;
const SLOTS = 48;
const MINUTE_MS = 60_000;
const seconds = Number(process.argv[2] ?? 2);
const startMs = Date.UTC(2026, 5, 30, 16);

/** Every half hour has its own price in all four fees, and its stage of five; a third of them have a discount. */
const tariff = ((): TariffSnapshot => {
  const periodsOf = (rateType: number) =>
    Array.from({ length: SLOTS }, (_, slot) => ({
      startSlot: slot,
      rateStage: slot % 5,
      rateDiscount: slot % 3 === 0 ? 90 : 100,
      priceE5: priceE5(20_000 * rateType + 117 * slot),
    }));
  const fees = RATE_TYPES.map((rateType) => ({ rateType, billMode: 1 as const, periods: periodsOf(rateType) }));
  const months = Array.from({ length: 12 }, (_, month) => ({ month: month + 1, fees }));
  const checked = validateSchedule({ rateRuleNo: 'BENCH', zone: 'Asia/Shanghai', currency: 'CNY', months });
  if (!checked.ok) throw new Error('the bench tariff is wrong');
  return checked.value;
})();

const slotDwh = Array.from({ length: SLOTS }, (_, slot) => energyDwh(7_000 + 131 * slot));
const usage = { slotDwh, slotSeconds: slotDwh.map(() => 1_800), billedDwh: energyDwh(slotDwh.reduce<bigint>((sum, energy) => sum + energy, 0n)) };
const wholeDay: BillInput = { tariff, startMs, usage };
const discounted: BillInput = { ...wholeDay, vip: { 2: 85 }, coupon: { canOverlay: true, couponForm: 1, preferentialDiscount: 95 } };

const session: SliceInput = {
  zone: 'Asia/Shanghai',
  start: { atMs: startMs, meterDwh: 5_000_000n },
  stop: { atMs: startMs + 120 * MINUTE_MS, meterDwh: 5_000_000n + 120n * 5_000n },
  samples: Array.from({ length: 119 }, (_, minute) => ({
    atMs: startMs + (minute + 1) * MINUTE_MS,
    meterDwh: 5_000_000n + BigInt(minute + 1) * 5_000n,
  })),
};
const twoHours = sliceBySlots(session);
if (!twoHours.ok) throw new Error('the bench session is wrong');
const typical: BillInput = { tariff, startMs, usage: twoHours.value, vip: { 2: 85 } };

const prices = RATE_TYPES.map((rateType) => Array.from({ length: SLOTS }, (_, slot) => BigInt(20_000 * rateType + 117 * slot)));
const energies = slotDwh.map(BigInt);
/** The limit: one order amount and nothing else. */
const byHand = (): bigint => {
  let raw = 0n;
  for (const row of prices) for (let slot = 0; slot < SLOTS; slot += 1) raw += energies[slot]! * row[slot]!;
  return (raw + 5_000_000n) / 10_000_000n;
};

let checksum = 0n;
const orderAmount = (input: BillInput): bigint => {
  const outcome = bill(input);
  return outcome.ok ? outcome.value.orderAmountCents : -1n;
};
const work: readonly (readonly [string, () => bigint])[] = [
  ['by hand, 4 x 48 products and one rounding', byHand],
  ['bill, 4 x 48 periods', () => orderAmount(wholeDay)],
  ['bill, 4 x 48 periods, VIP and coupon', () => orderAmount(discounted)],
  ['bill, two hours of it, VIP', () => orderAmount(typical)],
  ['explainBill, 4 x 48 periods', () => BigInt(explainBill(wholeDay).ok)],
  ['sliceBySlots, two hours, 119 samples', () => BigInt(sliceBySlots(session).ok)],
];
if (byHand() !== orderAmount(wholeDay)) throw new Error('the two disagree on the order amount');

const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, run] of work) {
    const startedMs = performance.now();
    let runs = 0;
    for (; performance.now() - startedMs < (seconds * 1_000) / ROUNDS; runs += 100) for (let i = 0; i < 100; i += 1) checksum += run();
    best.set(name, Math.min(best.get(name) ?? Infinity, ((performance.now() - startedMs) * 1_000) / runs));
  }
}
const floorUs = best.get(work[0]![0])!;
for (const [name, us] of best) console.log(`${us.toFixed(2).padStart(8)} us  ${(us / floorUs).toFixed(1).padStart(5)} x  ${name}`);
if (checksum === 0n) process.exitCode = 1;
