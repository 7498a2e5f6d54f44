import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between, oneOf, waitOf } from '../model/chance.ts';
import type { Pile } from '../pile/pile.ts';
import type { Cancel, Time } from '../time.ts';

/** What happens to piles by themselves, and how often in the whole fleet on average. */
const incidents: readonly {
  readonly everyMs: number;
  readonly happen: (pile: Pile, world: WeatherDeps) => void;
  readonly to: (pile: Pile) => boolean;
}[] = [
  {
    everyMs: 4 * 60_000,
    to: (pile) => pile.guns.some((gun) => gun.phase === 'idle'),
    happen: (pile, { time, rng }) => {
      const gun = oneOf(
        rng,
        pile.guns.filter((each) => each.phase === 'idle'),
      );
      if (!gun) return;
      pile.setGunFault(gun.number, oneOf(rng, [65, 66, 68, 73, 86]) ?? 255);
      time.after(between(rng, 40_000, 120_000), () => pile.setGunFault(gun.number, 0));
    },
  },
  {
    everyMs: 9 * 60_000,
    to: isAtRest,
    happen: (pile, { time, rng }) => {
      pile.setFault(oneOf(rng, [4, 8, 9, 15]) ?? 255);
      time.after(between(rng, 60_000, 150_000), () => pile.setFault(0));
    },
  },
  {
    everyMs: 14 * 60_000,
    to: (pile) => pile.guns.some((gun) => gun.phase === 'charging'),
    happen: (pile, { time, rng }) => {
      pile.emergencyStop();
      time.after(between(rng, 45_000, 100_000), () => pile.setFault(0));
    },
  },
  { everyMs: 4 * 60_000, to: (pile) => pile.line.live, happen: (pile, { rng }) => pile.cut(between(rng, 8_000, 45_000)) },
  { everyMs: 25 * 60_000, to: (pile) => pile.line.live, happen: (pile, { rng }) => pile.cutPower(between(rng, 12_000, 40_000)) },
];

interface WeatherDeps {
  readonly time: Time;
  readonly rng: Rng;
}

/** Lets incidents happen to a fleet. Ends when called. */
export const playWeather = (piles: readonly Pile[], { time, rng }: WeatherDeps): Cancel => {
  const cancels = new Map<object, Cancel>();
  for (const incident of incidents) {
    const next = (): void => {
      cancels.set(
        incident,
        time.after(waitOf(rng, incident.everyMs), () => {
          const pile = oneOf(rng, piles.filter(incident.to));
          if (pile?.powered) incident.happen(pile, { time, rng });
          next();
        }),
      );
    };
    next();
  }
  return () => {
    for (const cancel of cancels.values()) cancel();
  };
};

function isAtRest(pile: Pile): boolean {
  return pile.guns.every((gun) => gun.phase === 'idle');
}
