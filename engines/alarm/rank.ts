/** The order in which open exceptions and incidents are attended to: danger, then money at risk, then level, then age. */

export interface Ranked {
  readonly isDangerous: boolean;
  /** Minor units of `currency`; null where nothing is known. */
  readonly riskCents: number | null;
  readonly currency: string;
  readonly level: number;
  readonly beganMs: number;
}

/** Why something stands where it stands. */
export type RankReason = 'danger' | 'money' | 'level';

export const rankReasonOf = ({ isDangerous, riskCents }: Ranked): RankReason =>
  isDangerous ? 'danger' : riskCents !== null && riskCents > 0 ? 'money' : 'level';

/** Amounts of different currencies are not compared: the one that occurs most comes first, and each is ranked for itself. */
export const ranked = <T extends Ranked>(items: readonly T[]): readonly T[] => {
  const counts = new Map<string, number>();
  for (const { currency } of items) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const classOf = (item: Ranked): number => reasons.indexOf(rankReasonOf(item));
  return items.toSorted(
    (one, other) =>
      classOf(one) - classOf(other) ||
      (counts.get(other.currency) ?? 0) - (counts.get(one.currency) ?? 0) ||
      one.currency.localeCompare(other.currency) ||
      (other.riskCents ?? 0) - (one.riskCents ?? 0) ||
      one.level - other.level ||
      one.beganMs - other.beganMs,
  );
};

const reasons: readonly RankReason[] = ['danger', 'money', 'level'];
