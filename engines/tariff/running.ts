import { minorDigits } from '#engines/money/currency.ts';
import { sumOf } from '#engines/money/parts.ts';
import { splitByWeight } from '#engines/money/split.ts';
import { cents, energyDwh, type Cents, type EnergyDwh } from '#engines/money/units.ts';
import { monthOf } from '#engines/time/calendar.ts';
import { cutAtSlots, SLOT_COUNT, SLOT_MS } from '#engines/time/slots.ts';
import { isInstant } from '#engines/time/zone.ts';
import { refuseInput } from './bill-input.ts';
import { endSlotOf, type RawCell, type VipDiscounts } from './cells.ts';
import { billMode, type BillMode, type RateType } from './codes.ts';
import { type Coupon } from './coupon.ts';
import { fineOf, fineToCents } from './fine.ts';
import { chooseOffers } from './offers.ts';
import { type PrivilegeCard } from './privilege-card.ts';
import type { MeterReading } from './readings.ts';
import { feesOf, FULL_PERCENT, type TariffFee, type TariffSnapshot } from './schedule.ts';
import { MAX_BILLED_DWH, sliceBySlots } from './slice.ts';
import type { SlotUsage } from './usage.ts';

/**
 * The prices of a session in each half hour of the day, all fees together and after the discounts of the tariff and the VIP. A bill is a sum over
 * half hours until it is rounded, so a growing bill needs only the consumption since the last calculation.
 */
export interface RunningPrices {
  /** The zone that determines the half hours: that of the schedule, even if the station has another zone by now. */
  readonly zone: string;
  /** Decimal digits of the currency. */
  readonly digits: number;
  /** Fine units (`fineOf`) for 0.1 Wh, by half hour. */
  readonly fineForDwh: readonly bigint[];
  /** Fine units for a second, by half hour. */
  readonly fineForSecond: readonly bigint[];
  /** The highest list prices of the month's fees, added up: 0.00001 of the currency unit per kWh, and per hour. */
  readonly highestPricesE5: Readonly<Record<BillMode, bigint>>;
}

/** A schedule and the start of the session, whose month determines all prices. */
export interface RunningTerms {
  readonly tariff: TariffSnapshot;
  readonly vip?: VipDiscounts | undefined;
  readonly card?: PrivilegeCard | undefined;
  readonly coupon?: Coupon | undefined;
  readonly startMs: number;
}

/** The prices of a session from its start on; undefined where `bill` would refuse the start or the discounts. */
export const runningPrices = ({ tariff, vip, startMs }: RunningTerms): RunningPrices | undefined => {
  if (refuseInput({ tariff, startMs, vip, usage: NO_USAGE })) return undefined;
  return pricesOf({ tariff, startMs }, { vip, covers: () => true });
};

interface PriceSelection {
  readonly vip: VipDiscounts | undefined;
  readonly covers: (rateType: RateType) => boolean;
}

/** The prices of some fee item types, with or without the VIP discount. */
const pricesOf = ({ tariff, startMs }: Pick<RunningTerms, 'tariff' | 'startMs'>, { vip, covers }: PriceSelection): RunningPrices => {
  const fees = feesOf(tariff, monthOf(startMs, tariff.zone)).filter(({ rateType }) => covers(rateType));
  const feesOfMode = (mode: BillMode): readonly TariffFee[] => fees.filter((fee) => fee.billMode === mode);
  return {
    zone: tariff.zone,
    digits: minorDigits(tariff.currency) ?? 0,
    fineForDwh: fineBySlot(feesOfMode(billMode.byEnergy), vip),
    fineForSecond: fineBySlot(feesOfMode(billMode.byHour), vip),
    highestPricesE5: {
      [billMode.byEnergy]: highestPrices(feesOfMode(billMode.byEnergy)),
      [billMode.byHour]: highestPrices(feesOfMode(billMode.byHour)),
    },
  };
};

/** Fine units between two readings, by linear interpolation; undefined where `sliceBySlots` refuses them. */
export const fineBetween = (prices: RunningPrices, start: MeterReading, stop: MeterReading): bigint | undefined => {
  const { zone } = prices;
  const lastsMs = stop.atMs - start.atMs;
  const risesDwh = stop.meterDwh - start.meterDwh;
  // Nearly every sample lies in the same half hour as the one before.
  if (isInstant(start.atMs) && isInstant(stop.atMs) && lastsMs > 0 && lastsMs < SLOT_MS && risesDwh >= 0n && risesDwh <= MAX_BILLED_DWH) {
    const [piece, other] = cutAtSlots({ fromMs: start.atMs, toMs: stop.atMs, zone });
    if (piece && !other) return fineIn(prices, { slot: piece.slot, dwh: risesDwh, seconds: wholeSeconds(stop.atMs) - wholeSeconds(start.atMs) });
  }
  const sliced = sliceBySlots({ zone, start, stop, samples: [] });
  return sliced.ok ? fineOfUsage(prices, sliced.value) : undefined;
};

/** The cost of the whole consumption, in fine units. */
export const fineOfUsage = (prices: RunningPrices, { slotDwh, slotSeconds }: SlotUsage): bigint =>
  slotDwh.reduce<bigint>((sum, dwh, slot) => sum + fineIn(prices, { slot, dwh, seconds: slotSeconds[slot] ?? 0 }), 0n);

/** The amount that `bill` would charge the customer for it, without privilege card, coupon, cap and points. */
export const runningCents = ({ digits }: RunningPrices, fine: bigint): Cents => fineToCents(fine, digits);

/** One fee item type: its prices after the tariff's discount alone, and after the VIP discount as well. Each gives a sum of its own. */
export interface FeePrices {
  readonly rateType: RateType;
  readonly tariff: RunningPrices;
  readonly vip: RunningPrices;
}

/** The sums that the prices of the fee item types gave, in their order, in fine units. */
export type FeeFines = readonly { readonly tariff: bigint; readonly vip: bigint }[];

/** The prices that a privilege card and a coupon look at: those of each fee item type that the month has. */
export const pricesByFee = ({ tariff, vip, startMs }: RunningTerms): readonly FeePrices[] =>
  feesOf(tariff, monthOf(startMs, tariff.zone)).map(({ rateType }) => {
    const covers = (other: RateType): boolean => other === rateType;
    return { rateType, tariff: pricesOf({ tariff, startMs }, { vip: undefined, covers }), vip: pricesOf({ tariff, startMs }, { vip, covers }) };
  });

export interface RunningOffers {
  readonly terms: Pick<RunningTerms, 'vip' | 'card' | 'coupon'>;
  readonly fees: readonly FeePrices[];
  readonly fines: FeeFines;
  /** The energy so far. */
  readonly billedDwh: EnergyDwh;
}

/**
 * The amount that `bill` would charge the customer with the card and the coupon, without cap and points. Where they cover some fee items only, the amount
 * may differ by one minor unit for each cell, because a bill is divided among fee items and stages, and this among fee items.
 */
export const runningDueCents = (digits: number, { terms, fees, fines, billedDwh }: RunningOffers): Cents => {
  const cells = fees.map(({ rateType }, index): RawCell => {
    const { tariff = 0n, vip = 0n } = fines[index] ?? {};
    return { rateType, rateStage: 0, quantity: 0n, listFine: tariff, tariffFine: tariff, vipFine: vip };
  });
  const dueCents = fineToCents(sumOf(cells.map(({ tariffFine }) => tariffFine)), digits);
  const vipCents = fineToCents(sumOf(cells.map(({ vipFine }) => vipFine)), digits);
  const rooms = splitByWeight(
    dueCents,
    cells.map(({ tariffFine }) => tariffFine),
  );
  const { vipOffer, card, coupon } = chooseOffers({ ...terms, usage: { billedDwh } }, { cells, rooms, vipOfferCents: dueCents - vipCents });
  return cents(dueCents - sumOf(vipOffer) - sumOf(card) - sumOf(coupon));
};

const fineIn = (prices: RunningPrices, { slot, dwh, seconds }: { readonly slot: number; readonly dwh: bigint; readonly seconds: number }): bigint =>
  dwh * (prices.fineForDwh[slot] ?? 0n) + BigInt(seconds) * (prices.fineForSecond[slot] ?? 0n);

const fineBySlot = (fees: readonly TariffFee[], vip: VipDiscounts | undefined): readonly bigint[] => {
  const slots = Array.from({ length: SLOT_COUNT }, () => 0n);
  for (const { rateType, billMode: mode, periods } of fees) {
    const vipPercent = BigInt(vip?.[rateType] ?? FULL_PERCENT);
    for (const [index, { startSlot, priceE5, rateDiscount }] of periods.entries()) {
      const fine = fineOf(priceE5 * BigInt(rateDiscount) * vipPercent, mode);
      for (let slot = startSlot; slot < endSlotOf(periods, index); slot += 1) slots[slot] = (slots[slot] ?? 0n) + fine;
    }
  }
  return slots;
};

const highestPrices = (fees: readonly TariffFee[]): bigint =>
  fees.reduce((sum, { periods }) => sum + periods.reduce((most, { priceE5 }) => (priceE5 > most ? priceE5 : most), 0n), 0n);

const NO_USAGE: SlotUsage = {
  slotDwh: Array.from({ length: SLOT_COUNT }, () => energyDwh(0)),
  slotSeconds: Array.from({ length: SLOT_COUNT }, () => 0),
  billedDwh: energyDwh(0),
};

const wholeSeconds = (atMs: number): number => Math.floor(atMs / 1_000);
