import { seededRandom } from '#engines/tariff/oracle/random.ts';
import type { Random } from '#engines/tariff/oracle/random.ts';
import { usageByMinutes } from '#engines/tariff/oracle/usage-oracle.ts';

/** One charge as it physically happened. Energy and meters are in 0.1 Wh; instants are whole seconds. */
export interface Charge {
  readonly kind: 'normal' | 'failed' | 'offline';
  readonly startMs: number;
  readonly stopMs: number;
  readonly startMeterDwh: number;
  readonly stopMeterDwh: number;
  readonly strategy: { readonly strategyType: number; readonly strategyValE2: number };
  readonly samples: readonly { readonly atMs: number; readonly energyDwh: number; readonly powerW: number; readonly soc: number }[];
  /** The pile's own split over the half hours of its day. */
  readonly slotDwh: readonly number[];
}

export interface ChargeConditions {
  readonly startMs: number;
  readonly isSteady: boolean;
  readonly protocol: 'native' | 'ocpp16';
  readonly zone: string;
  readonly meterDwh: number;
}

const SAMPLE_S = 120;
const DURATION_MAX_S = 3_000;
const POWER_MAX_DWH_PER_S = 300;

export const chargeOf = (random: Random, conditions: ChargeConditions): Charge => {
  const { startMs, meterDwh } = conditions;
  const kind = conditions.protocol === 'native' ? random.pick(['normal', 'normal', 'normal', 'normal', 'failed', 'offline'] as const) : 'normal';
  const durationS = kind === 'failed' ? 5 : 120 + random.below(DURATION_MAX_S);
  const curve = kind === 'failed' ? () => 0 : curveOf(random, { durationS, isSteady: conditions.isSteady });
  const energyDwh = curve(durationS);
  const stopMs = startMs + durationS * 1_000;
  const times = kind === 'normal' ? Array.from({ length: Math.floor((durationS - 1) / SAMPLE_S) }, (_unused, index) => (index + 1) * SAMPLE_S) : [];
  return {
    kind,
    startMs,
    stopMs,
    startMeterDwh: meterDwh,
    stopMeterDwh: meterDwh + energyDwh,
    strategy: strategyOf(random),
    samples: times.map((second) => ({
      atMs: startMs + second * 1_000,
      energyDwh: curve(second),
      powerW: 40_000,
      soc: 20 + Math.floor((60 * second) / durationS),
    })),
    slotDwh: slotsOf({ startMs, stopMs, energyDwh, zone: conditions.zone }),
  };
};

/** Energy by second: a straight line, or one whose power changes every minute. */
const curveOf = (
  random: Random,
  { durationS, isSteady }: { readonly durationS: number; readonly isSteady: boolean },
): ((second: number) => number) => {
  const power = 20 + random.below(POWER_MAX_DWH_PER_S - 20);
  if (isSteady) return (second) => power * second;
  const changes = seededRandom(random.below(1e9));
  const minutes = Array.from({ length: Math.ceil(durationS / 60) }, () => changes.below(POWER_MAX_DWH_PER_S));
  return (second) => minutes.reduce((sum, dwhPerS, minute) => sum + dwhPerS * Math.min(60, Math.max(0, second - minute * 60)), 0);
};

/** Until full, up to an amount, or up to an energy. */
const strategyOf = (random: Random): Charge['strategy'] =>
  random.pick([
    { strategyType: 1, strategyValE2: 0 },
    { strategyType: 2, strategyValE2: 1_500 },
    { strategyType: 3, strategyValE2: 1_000 },
  ]);

const slotsOf = (flow: {
  readonly startMs: number;
  readonly stopMs: number;
  readonly energyDwh: number;
  readonly zone: string;
}): readonly number[] => {
  const { startMs, stopMs, energyDwh, zone } = flow;
  const usage = usageByMinutes({
    tariff: { zone, currency: 'CNY', months: [] },
    start: { atMs: startMs, meterDwh: 0n },
    stop: { atMs: stopMs, meterDwh: BigInt(energyDwh) },
    samples: [],
  });
  return usage.slotDwh.map(Number);
};
