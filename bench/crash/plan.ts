import { seededRandom } from '#engines/tariff/oracle/random.ts';
import type { Random } from '#engines/tariff/oracle/random.ts';
import { stageOfSlot } from './tariff.ts';

/** An order before it is charged. Energy in 0.1 Wh. */
export interface PlannedOrder {
  /** The pile starts without the platform, and reports afterwards. */
  readonly offline: boolean;
  readonly durationS: number;
  /** Offline: how long before its record the charge started. */
  readonly agoS: number;
  readonly energyDwh: number;
  /** Seconds after the start, and the energy by then; both increase. */
  readonly samples: readonly { readonly atS: number; readonly energyDwh: number }[];
}

const RATED_DWH_PER_S = 1_200_000 / 3_600;
/** A pile's clock may be five minutes off, so that an online session may be this long although it is reported at once. */
const ONLINE_MAX_S = 280;
const OFFLINE_SHARE = 0.2;
const SAMPLES_MAX = 4;

/** The orders of one pile, the same for the same seed. */
export const planOrders = (seed: number, count: number): readonly PlannedOrder[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => (random.chance(OFFLINE_SHARE) ? offlineOrder(random) : onlineOrder(random)));
};

const onlineOrder = (random: Random): PlannedOrder => {
  const durationS = 10 + random.below(ONLINE_MAX_S - 10);
  const energyDwh = energyOf(random, durationS);
  const times = distinctTimes(random, { count: random.below(SAMPLES_MAX + 1), limit: durationS });
  const shares = times.map(() => random.next()).toSorted((a, b) => a - b);
  const samples = times.map((atS, place) => ({ atS, energyDwh: Math.floor(energyDwh * (shares[place] ?? 0)) }));
  return { offline: false, agoS: 0, durationS, energyDwh, samples };
};

const offlineOrder = (random: Random): PlannedOrder => {
  const durationS = 60 + random.below(5 * 3_600);
  return { offline: true, durationS, agoS: durationS + random.below(14 * 3_600), energyDwh: energyOf(random, durationS), samples: [] };
};

/** A share of the full power; 2 % of the orders get nothing. */
const energyOf = (random: Random, durationS: number): number =>
  random.chance(0.02) ? 0 : Math.floor(RATED_DWH_PER_S * durationS * (0.05 + 0.9 * random.next()));

const distinctTimes = (random: Random, { count, limit }: { readonly count: number; readonly limit: number }): readonly number[] => {
  const times = new Set<number>();
  while (times.size < count) times.add(1 + random.below(limit - 1));
  return [...times].toSorted((a, b) => a - b);
};

const SLOTS = 48;
const SLOT_S = 1_800;
const STATION_OFFSET_S = 8 * 3_600;

/** The pile's own division over the half hours of its day: the same power throughout, the remainder in the first. */
export const slotsOf = (startS: number, { durationS, energyDwh }: Pick<PlannedOrder, 'durationS' | 'energyDwh'>): readonly number[] => {
  const slots = Array.from({ length: SLOTS }, () => 0);
  const slotAt = (second: number): number => Math.floor(((second + STATION_OFFSET_S) % 86_400) / SLOT_S);
  let dividedDwh = 0;
  for (let from = startS; from < startS + durationS;) {
    const to = Math.min(startS + durationS, from - (from % SLOT_S) + SLOT_S);
    const part = Math.floor((energyDwh * (to - from)) / durationS);
    slots[slotAt(from)] = (slots[slotAt(from)] ?? 0) + part;
    dividedDwh += part;
    from = to;
  }
  const first = slotAt(startS);
  slots[first] = (slots[first] ?? 0) + energyDwh - dividedDwh;
  return slots;
};

/** The energy of each stage: tip, peak, flat, valley. */
export const stagesOf = (slots: readonly number[]): readonly [number, number, number, number] => {
  const sum = (stage: number): number => slots.reduce((all, energy, slot) => all + (stageOfSlot(slot) === stage ? energy : 0), 0);
  return [sum(1), sum(2), sum(3), sum(4)];
};
