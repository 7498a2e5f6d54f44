import { energyDwh } from '#engines/money/units.ts';
import { bill } from '#engines/tariff/bill.ts';
import type { VipDiscounts } from '#engines/tariff/cells.ts';
import type { Coupon } from '#engines/tariff/coupon.ts';
import type { PrivilegeCard } from '#engines/tariff/privilege-card.ts';
import type { TariffSnapshot } from '#engines/tariff/schedule.ts';
import { SLOT_COUNT, slotOf } from '#engines/time/slots.ts';

/** A held privilege card that an order may use. */
export interface CardCandidate {
  readonly holdId: string;
  readonly card: PrivilegeCard;
  readonly expiresAtMs: number;
}

/** The order for which a card is chosen before anybody knows what it takes. */
export interface ExpectedOrder {
  readonly tariff: TariffSnapshot;
  readonly startMs: number;
  readonly vip: VipDiscounts | undefined;
  readonly coupon: Coupon | undefined;
}

/** An order is expected to take 20 kWh in an hour. */
const TYPICAL_DWH = energyDwh(200_000);
const TYPICAL_SECONDS = 3_600;

/**
 * The cards that make the expected order cheaper, the best first: the lowest bill, then the one that expires first, then the lowest id. Another order may
 * have taken the best one meanwhile.
 */
export const rankCards = <C extends CardCandidate>(candidates: readonly C[], { tariff, startMs, vip, coupon }: ExpectedOrder): readonly C[] => {
  const slot = slotOf(startMs, tariff.zone);
  const usage = {
    slotDwh: Array.from({ length: SLOT_COUNT }, () => energyDwh(0)).with(slot, TYPICAL_DWH),
    slotSeconds: Array.from({ length: SLOT_COUNT }, () => 0).with(slot, TYPICAL_SECONDS),
    billedDwh: TYPICAL_DWH,
  };
  const rated = candidates.flatMap((candidate) => {
    const outcome = bill({ tariff, startMs, usage, vip, coupon, card: candidate.card });
    return outcome.ok && outcome.value.cardOutcome === 'used' ? [{ candidate, dueCents: outcome.value.billingAmountCents }] : [];
  });
  return rated.toSorted(cheaper).map(({ candidate }) => candidate);
};

interface Rated {
  readonly candidate: CardCandidate;
  readonly dueCents: bigint;
}

const cheaper = (a: Rated, b: Rated): number => {
  if (a.dueCents !== b.dueCents) return a.dueCents < b.dueCents ? -1 : 1;
  if (a.candidate.expiresAtMs !== b.candidate.expiresAtMs) return a.candidate.expiresAtMs - b.candidate.expiresAtMs;
  return BigInt(a.candidate.holdId) < BigInt(b.candidate.holdId) ? -1 : 1;
};
