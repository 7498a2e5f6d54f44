import { cents, energyDwh, priceE5 } from '#engines/money/units.ts';
import { couponForm, RATE_TYPES, type RateType } from '#engines/tariff/codes.ts';
import { type Coupon } from '#engines/tariff/coupon.ts';
import { type PointTerms } from '#engines/tariff/points.ts';
import { type PrivilegeCard } from '#engines/tariff/privilege-card.ts';
import { type MeterReading } from '#engines/tariff/readings.ts';
import { type TariffDraft, type TariffFee, type TariffPeriod, type TariffSnapshot } from '#engines/tariff/schedule.ts';
import { validateSchedule } from '#engines/tariff/validate.ts';
import { type VipDiscounts } from '#engines/tariff/cells.ts';
import { seededRandom, type Random } from './random.ts';
import { billMode } from '../codes.ts';

/** A random order with everything that determines its bill. */
export interface RandomOrder {
  readonly tariff: TariffSnapshot;
  readonly start: MeterReading;
  readonly stop: MeterReading;
  readonly samples: readonly MeterReading[];
  readonly deviceSlotDwh: readonly bigint[] | undefined;
  readonly billedDwh: bigint | undefined;
  readonly vip: VipDiscounts | undefined;
  readonly card: PrivilegeCard | undefined;
  readonly coupon: Coupon | undefined;
  readonly capCents: ReturnType<typeof cents> | undefined;
  readonly points: PointTerms | undefined;
}

const ORDERS_PER_TARIFF = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CURRENCIES = ['CNY', 'CNY', 'CNY', 'EUR', 'JPY', 'KWD'];
const ZONES = [
  'Asia/Shanghai',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Havana',
  'UTC',
];
/** Within two days of these instants summer time begins or ends, or a month or year ends. */
const TURNS_MS = [
  Date.UTC(2025, 9, 26),
  Date.UTC(2025, 10, 2, 6),
  Date.UTC(2026, 0, 1),
  Date.UTC(2026, 1, 15, 2),
  Date.UTC(2026, 2, 1),
  Date.UTC(2026, 2, 8, 7),
  Date.UTC(2026, 2, 22, 2),
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2026, 3, 4, 15),
  Date.UTC(2026, 3, 30, 18),
  Date.UTC(2026, 8, 26, 14),
  Date.UTC(2026, 9, 3, 15),
  Date.UTC(2026, 9, 25, 1),
  Date.UTC(2026, 10, 1, 6),
];

/** An endless sequence of orders, the same for the same seed: ordinary ones, and every unusual kind far more often than in reality. */
export function* randomOrders(seed: number): Generator<RandomOrder, never> {
  const random = seededRandom(seed);
  for (;;) {
    const tariff = randomTariff(random);
    for (let order = 0; order < ORDERS_PER_TARIFF; order += 1) yield randomOrder(random, tariff);
  }
}

const randomTariff = (random: Random): TariffSnapshot => {
  const plain = random.chance(0.3);
  const highest = random.pick([3, 20_000, 200_000, 3_000_000, 100_000_000]);
  const draft: TariffDraft = {
    rateRuleNo: 'R1',
    zone: random.pick(ZONES),
    currency: random.pick(CURRENCIES),
    months: Array.from({ length: 12 }, (_, month) => ({
      month: month + 1,
      fees: RATE_TYPES.map((rateType) => randomFee(random, { rateType, highest, plain })),
    })),
  };
  const checked = validateSchedule(draft);
  if (!checked.ok) throw new Error(`the generator wrote a bad schedule: ${JSON.stringify(checked.refusal)}`);
  return checked.value;
};

const randomFee = (random: Random, { rateType, highest, plain }: { rateType: RateType; highest: number; plain: boolean }): TariffFee => {
  const count = random.pick([1, 1, 2, 5, 8, 48]);
  const starts = new Set([0]);
  while (starts.size < count) starts.add(random.below(48));
  const free = random.chance(0.15);
  const discounted = !plain && random.chance(0.5);
  const periods = [...starts]
    .sort((a, b) => a - b)
    .map((startSlot): TariffPeriod => {
      const price = free || random.chance(0.05) ? 0 : random.below(highest) + 1;
      return { startSlot, rateStage: random.below(6), rateDiscount: discounted ? randomPercent(random) : 100, priceE5: priceE5(price) };
    });
  return { rateType, billMode: !plain && random.chance(0.2) ? billMode.byHour : billMode.byEnergy, periods };
};

const randomOrder = (random: Random, tariff: TariffSnapshot): RandomOrder => {
  const nearTurn = random.chance(0.4);
  const aroundMs = nearTurn
    ? random.pick(TURNS_MS) - 30 * HOUR_MS + random.below(60 * HOUR_MS)
    : Date.UTC(2025, 10, 1) + random.below(400 * 24 * HOUR_MS);
  const startMs = random.chance(0.2) ? Math.round(aroundMs / (30 * MINUTE_MS)) * 30 * MINUTE_MS : aroundMs;
  const stopMs = startMs + randomDuration(random);
  const startDwh = BigInt(random.below(1_000_000_000));
  const riseDwh = BigInt(random.chance(0.05) ? 0 : random.below(random.pick([4, 60, 20_000, 800_000, 800_000, 12_000_000])));
  const start = { atMs: startMs, meterDwh: startDwh };
  const stop = { atMs: stopMs, meterDwh: startDwh + riseDwh };
  return {
    tariff,
    start,
    stop,
    samples: randomSamples(random, start, stop),
    deviceSlotDwh: random.chance(0.3) ? randomSlots(random, riseDwh) : undefined,
    billedDwh: random.chance(0.1) ? BigInt(random.below(Number(riseDwh) * 2 + 40)) : undefined,
    vip: random.chance(0.4) ? randomVip(random) : undefined,
    card: random.chance(0.3) ? randomCard(random) : undefined,
    coupon: random.chance(0.4) ? randomCoupon(random) : undefined,
    capCents: random.chance(0.25) ? cents(BigInt(random.below(random.pick([5, 300, 10_000, 300_000])))) : undefined,
    points: random.chance(0.25) ? randomPoints(random) : undefined,
  };
};

const randomDuration = (random: Random): number => {
  const kind = random.next();
  if (kind < 0.01) return 0;
  if (kind < 0.05) return random.below(2 * MINUTE_MS);
  if (kind < 0.25) return random.below(35 * MINUTE_MS);
  if (kind < 0.85) return random.below(4 * HOUR_MS);
  if (kind < 0.99) return random.below(26 * HOUR_MS);
  return random.below(72 * HOUR_MS);
};

const randomSamples = (random: Random, start: MeterReading, stop: MeterReading): MeterReading[] => {
  const count = random.pick([0, 0, 1, 3, 8, 20]);
  const untidy = random.chance(0.3);
  const durationMs = stop.atMs - start.atMs;
  const rise = Number(stop.meterDwh - start.meterDwh);
  const samples: MeterReading[] = [];
  for (let index = 1; index <= count; index += 1) {
    const share = untidy ? random.next() * 1.2 - 0.1 : index / (count + 1);
    const shaken = untidy ? random.next() * 1.2 - 0.1 : share;
    samples.push({ atMs: start.atMs + Math.floor(share * durationMs), meterDwh: start.meterDwh + BigInt(Math.floor(shaken * rise)) });
    const last = samples.at(-1);
    if (untidy && random.chance(0.1)) samples.push({ atMs: random.pick([start, stop]).atMs, meterDwh: start.meterDwh + BigInt(random.below(100)) });
    if (untidy && last && random.chance(0.1)) samples.push({ atMs: last.atMs, meterDwh: last.meterDwh + BigInt(random.below(100)) });
  }
  return samples;
};

const randomSlots = (random: Random, riseDwh: bigint): bigint[] => {
  const slots = Array.from({ length: 48 }, () => 0n);
  let left = random.chance(0.1) ? 0n : riseDwh;
  for (let slot = random.below(48); left > 0n; slot = (slot + 1) % 48) {
    const energy = left < 20n || random.chance(0.2) ? left : BigInt(random.below(Number(left)));
    slots[slot] = (slots[slot] ?? 0n) + energy;
    left -= energy;
  }
  return slots;
};

const randomVip = (random: Random): VipDiscounts => {
  if (random.chance(0.3)) return { 2: randomPercent(random) };
  return { 1: randomPercent(random), 2: randomPercent(random), 3: randomPercent(random), 4: randomPercent(random) };
};

const randomCoupon = (random: Random): Coupon => {
  const terms = {
    canOverlay: random.chance(0.5),
    rateTypes: random.chance(0.4) ? RATE_TYPES.filter(() => random.chance(0.5)) : undefined,
    useAmountLimitCents: random.chance(0.3) ? cents(BigInt(random.below(random.pick([3, 100, 10_000])))) : undefined,
  };
  if (random.chance(0.5)) {
    const maxCreditCents = random.chance(0.3) ? cents(BigInt(random.below(500))) : undefined;
    return { ...terms, couponForm: couponForm.discount, preferentialDiscount: randomPercent(random), maxCreditCents };
  }
  return { ...terms, couponForm: couponForm.deduction, preferentialAmountCents: cents(BigInt(random.below(random.pick([3, 500, 20_000])))) };
};

const randomCard = (random: Random): PrivilegeCard => ({
  discountPercent: randomPercent(random),
  rateTypes: random.chance(0.7) ? RATE_TYPES.filter(() => random.chance(0.5)) : undefined,
  energyLeftDwh: random.chance(0.6) ? energyDwh(random.below(random.pick([3, 20_000, 900_000]))) : undefined,
  overlayVip: random.chance(0.5),
  overlayCoupon: random.chance(0.6),
});

const randomPoints = (random: Random): PointTerms => ({
  balancePoints: BigInt(random.below(random.pick([3, 800, 50_000]))),
  stepPoints: BigInt(random.pick([1, 10, 100])),
  pointCents: cents(BigInt(random.pick([1, 1, 3]))),
  maxSharePercent: randomPercent(random),
});

const randomPercent = (random: Random): number => (random.chance(0.3) ? random.pick([0, 1, 50, 99, 100]) : random.below(101));
