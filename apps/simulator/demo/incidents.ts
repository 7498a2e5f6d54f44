import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between, pickOne, exponentialWait } from '../model/random.ts';
import type { Pile } from '../pile/pile.ts';
import type { Cancel, Time } from '../time.ts';

/** Incidents at piles, and their mean interval in the whole fleet. */
const incidents: readonly {
  readonly everyMs: number;
  readonly run: (pile: Pile, deps: IncidentDeps) => void;
  readonly affects: (pile: Pile) => boolean;
}[] = [
  {
    everyMs: 4 * 60_000,
    affects: (pile) => pile.guns.some((gun) => gun.phase === 'idle'),
    run: (pile, { time, rng }) => {
      const gun = pickOne(
        rng,
        pile.guns.filter((candidate) => candidate.phase === 'idle'),
      );
      if (!gun) return;
      pile.setGunFault(gun.number, pickOne(rng, [65, 66, 68, 73, 86]) ?? 255);
      time.after(between(rng, 40_000, 120_000), () => pile.setGunFault(gun.number, 0));
    },
  },
  {
    everyMs: 9 * 60_000,
    affects: isIdle,
    run: (pile, { time, rng }) => {
      pile.setFault(pickOne(rng, [4, 8, 9, 15]) ?? 255);
      time.after(between(rng, 60_000, 150_000), () => pile.setFault(0));
    },
  },
  {
    everyMs: 14 * 60_000,
    affects: (pile) => pile.guns.some((gun) => gun.phase === 'charging'),
    run: (pile, { time, rng }) => {
      pile.emergencyStop();
      time.after(between(rng, 45_000, 100_000), () => pile.setFault(0));
    },
  },
  { everyMs: 4 * 60_000, affects: (pile) => pile.connection.live, run: (pile, { rng }) => pile.cut(between(rng, 8_000, 45_000)) },
  { everyMs: 25 * 60_000, affects: (pile) => pile.connection.live, run: (pile, { rng }) => pile.cutPower(between(rng, 12_000, 40_000)) },
];

interface IncidentDeps {
  readonly time: Time;
  readonly rng: Rng;
}

/** Lets incidents happen in a fleet. Returns a function that stops them. */
export const runIncidents = (piles: readonly Pile[], { time, rng }: IncidentDeps): Cancel => {
  const cancels = new Map<object, Cancel>();
  for (const incident of incidents) {
    const next = (): void => {
      cancels.set(
        incident,
        time.after(exponentialWait(rng, incident.everyMs), () => {
          const pile = pickOne(rng, piles.filter(incident.affects));
          if (pile?.powered) incident.run(pile, { time, rng });
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

function isIdle(pile: Pile): boolean {
  return pile.guns.every((gun) => gun.phase === 'idle');
}
