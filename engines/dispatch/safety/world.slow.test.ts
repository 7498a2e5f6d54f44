import { describe, expect, it } from 'vitest';
import { randomOf, type Random } from '../../order/history.fixture.ts';
import { dispatched, inputOf } from './safety.fixture.ts';
import type { CommandLink, DispatchInput, DispatchedGun } from './state.ts';
import { SiteWorld, type WorldRules } from './world.fixture.ts';

/** DISPATCH_SEEDS=1000 is the long form. */
const SEEDS = Number(process.env['DISPATCH_SEEDS'] ?? 12);
const SECONDS = 900;
const QUIET: WorldRules = {
  loss: 0,
  repeats: 0,
  longestDelayMs: 500,
  isOrdered: true,
  dropsRepeats: true,
  restarts: 0,
  reconnects: 0,
  serverCrashes: 0,
};
const CRUEL: WorldRules = {
  loss: 0.2,
  repeats: 0.05,
  longestDelayMs: 30_000,
  isOrdered: true,
  dropsRepeats: true,
  restarts: 1 / 400,
  reconnects: 1 / 150,
  serverCrashes: 1 / 500,
};
const UNORDERED: WorldRules = { ...CRUEL, isOrdered: false };
/** No pile can be crueller than this and still be known: without order, a repeated command must not be executed twice. */
const REPEATED: WorldRules = { ...CRUEL, dropsRepeats: false, repeats: 0 };

const anyGun = (random: Random, place: number, { link, node }: { readonly link: CommandLink; readonly node: string }): DispatchedGun => {
  const ratedHw = random.pick([600, 1_200, 220]);
  const floorHw = random.pick([42, 100]);
  return dispatched(`g${place}`, {
    pileId: `p${Math.floor(place / random.pick([1, 1, 2]))}`,
    nodeId: node,
    ratedHw,
    floorHw,
    caps: [{ kind: 'rated', powerHw: ratedHw }],
    demandHw: random.pick([0, 60, 200, ratedHw, ratedHw]),
    supply: { kind: 'dc', efficiencyPermille: random.pick([1_000, 950]) },
    stepHw: random.pick([1, 1, 7]),
    failSafe: { powerHw: 0, afterMs: 180_000, silenceMs: random.pick([100_000, 180_000, 200_000]) },
    link,
  });
};

/** A site of two nodes whose fail-safe values fit exactly. */
const anyInput = (random: Random, rules: WorldRules, silentPiles: number): DispatchInput => {
  const link = { isOrdered: rules.isOrdered, dropsRepeats: rules.dropsRepeats };
  const limits = [600 + random.below(1_500), 400 + random.below(800)] as const;
  const guns = Array.from({ length: 2 + random.below(4) }, (_one, place) => anyGun(random, place, { link, node: random.pick(['site', 'east']) }));
  const eachHw = Math.floor(Math.min(...limits) / guns.length / 1.1);
  return inputOf(
    0,
    guns.map((gun) => ({ ...gun, failSafe: { ...gun.failSafe, powerHw: random.below(Math.min(eachHw, gun.ratedHw) + 1) } })),
    {
      nodes: [
        { id: 'site', parentId: null, limitHw: limits[0] },
        { id: 'east', parentId: 'site', limitHw: limits[1] },
      ],
      startReserveHw: random.pick([0, 100]),
      silentPiles,
      mode: random.pick(['fair', 'firstCome']),
    },
  );
};

/** Cars come, leave and take less; a plan changes caps. */
const otherDemand = (input: DispatchInput, random: Random): DispatchInput => ({
  ...input,
  guns: input.guns.map((gun) => {
    if (!random.chance(0.4)) return gun;
    const caps: DispatchedGun['caps'] = [
      { kind: 'rated', powerHw: gun.ratedHw },
      { kind: 'schedule', powerHw: random.pick([gun.ratedHw, 150, 300]) },
    ];
    return { ...gun, caps, demandHw: random.pick([0, 60, 200, gun.ratedHw]) };
  }),
});
/** The grid asks for less, or gives back. */
const otherLimit = (input: DispatchInput, random: Random): DispatchInput => ({
  ...input,
  nodes: input.nodes.map((node) => ({ ...node, limitHw: random.chance(0.5) ? Math.max(100, node.limitHw + random.below(800) - 400) : node.limitHw })),
});

const play = (seed: number, rules: WorldRules, more: { readonly silentPiles: number; readonly limitsChange: boolean }) => {
  const random = randomOf(seed);
  let input = anyInput(random, rules, more.silentPiles);
  const world = new SiteWorld(input, rules, random);
  const overloads: string[] = [];
  const change = (next: DispatchInput): void => {
    input = next;
    world.changeInput(input);
  };
  for (let second = 0; second < SECONDS; second += 1) {
    world.tick();
    overloads.push(...world.overloads());
    if (random.chance(1 / 60)) change(otherDemand(input, random));
    if (more.limitsChange && random.chance(1 / 100)) change(otherLimit(input, random));
  }
  return { world, overloads, input: () => input };
};

const unprovenOf = ({ state }: SiteWorld): readonly string[] =>
  [...state.guns].filter(([, gun]) => gun.sent.length > 0 || gun.unprovenSinceMs !== null || gun.confirmed === null).map(([id]) => id);

const suites: readonly (readonly [string, WorldRules])[] = [
  ['in order', CRUEL],
  ['in any order', UNORDERED],
  ['with piles that execute repetitions', REPEATED],
];
const seeds = Array.from({ length: SEEDS }, (_one, seed) => seed);
const LIMIT_MS = 30_000 + SEEDS * 2_000;

describe.each(suites)(`${SEEDS} worlds %s: loss, delay, repeats, crashes of piles and server`, (_name, rules) => {
  it(
    'no gun draws more than its worst case, and no limit is passed in the strict mode',
    () => {
      const breaches = seeds.flatMap((seed) => {
        const { world, overloads } = play(seed, rules, { silentPiles: Infinity, limitsChange: false });
        return [...world.breaches, ...overloads].map((breach) => `seed ${seed}, ${breach}`);
      });
      expect(breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'no gun draws more than its worst case, and nothing is raised while a limit may be passed, when limits change',
    () => {
      const breaches = seeds.flatMap((seed) =>
        play(seed + 5_000, rules, { silentPiles: seed % 2, limitsChange: true }).world.breaches.map((breach) => `seed ${seed}, ${breach}`),
      );
      expect(breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'every value is proven soon after the trouble ends',
    () => {
      const unsettled = seeds.flatMap((seed) => {
        const { world } = play(seed + 9_000, rules, { silentPiles: 1, limitsChange: true });
        world.rules = { ...QUIET, isOrdered: rules.isOrdered, dropsRepeats: rules.dropsRepeats };
        // A server that is down comes back within 200 s; then a silence, what was under way, and three rounds.
        for (let second = 0; second < 440; second += 1) world.tick();
        // Guns take turns and go up step by step for ever, so each may have a command under way at any one instant.
        let open = unprovenOf(world);
        for (let second = 0; second < 60; second += 1) {
          world.tick();
          const still = unprovenOf(world);
          open = open.filter((id) => still.includes(id));
        }
        return open.map((id) => `seed ${seed}, ${id}`);
      });
      expect(unsettled).toEqual([]);
    },
    LIMIT_MS,
  );
});
