/**
 * How long the sharing of power takes, beside sorting the same guns by their demand, which is the least that any water-filling does; and how much of
 * the energy that was possible a simulated day delivers: npx tsx bench/dispatch.ts [rounds = 7]
 */
import { allocate } from '#engines/dispatch/allocation/allocate.ts';
import type { AllocatedGun, PowerNode, PowerSite } from '#engines/dispatch/allocation/site.ts';
import { anyCars, dispatchedDay, evenlySharedHwS, mostEnergyHwS, SITE_GUNS, SITE_LIMIT_HW } from '#engines/dispatch/energy.fixture.ts';
import { gun } from '#engines/dispatch/allocation/site.fixture.ts';
import { randomOf } from '#engines/order/history.fixture.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const SITES = 500;
const SWEEP_LIMIT_MS = 200;
const SMALL_P99_LIMIT_MS = 1;
const LARGE_P99_LIMIT_MS = 10;
const ENERGY_LIMIT_PERCENT = 98;
/** Nobody who does not know which cars will come can reach all that is possible. */
const ENERGY_OF_ALL_LIMIT_PERCENT = 97;
const COMMANDS_LIMIT = 2;
const random = randomOf(20_261_126);

const anyGun = (id: string, nodeId: string): AllocatedGun => {
  const isAc = random.chance(0.3);
  const ratedHw = isAc ? 220 : random.pick([600, 1_200, 1_800]);
  return gun(id, {
    nodeId,
    caps: [{ kind: 'rated', powerHw: ratedHw }],
    demandHw: random.chance(0.3) ? 0 : random.below(ratedHw) + 1,
    floorHw: isAc ? 42 : 100,
    supply: isAc ? { kind: 'ac', phases: [1, 2, 3], voltageV: 230 } : { kind: 'dc', efficiencyPermille: 950 },
    queue: { pluggedAtMs: random.below(1_000_000) },
  });
};
const smallSite = (): PowerSite => ({
  mode: 'fair',
  nodes: [
    { id: 'grid', parentId: null, limitHw: 2_000 + random.below(4_000) },
    { id: 'rule', parentId: 'grid', limitHw: 1_500 + random.below(4_000) },
  ],
  guns: Array.from({ length: SITE_GUNS }, (_one, place) => anyGun(`g${place}`, 'rule')),
});
/** Five levels: grid, transformers, feeders, rules, piles of two guns. */
const largeSite = (): PowerSite => {
  const nodes: PowerNode[] = [{ id: 'grid', parentId: null, limitHw: 80_000 }];
  const below = (parents: readonly PowerNode[], count: number, limitHw: number): readonly PowerNode[] =>
    parents.flatMap(({ id }) =>
      Array.from({ length: count }, (_one, index) => ({ id: `${id}.${index}`, parentId: id, limitHw: limitHw + random.below(limitHw) })),
    );
  let level: readonly PowerNode[] = nodes;
  for (const [count, limitHw] of [
    [2, 20_000],
    [5, 3_500],
    [4, 900],
    [5, 500],
  ] as const) {
    level = below(level, count, limitHw);
    nodes.push(...level);
  }
  return { mode: 'fair', nodes, guns: level.flatMap(({ id }) => [anyGun(`${id} a`, id), anyGun(`${id} b`, id)]) };
};

const sites = Array.from({ length: SITES }, smallSite);
const large = largeSite();
let checksum = 0;
/** Milliseconds of one core, so that other programs of the machine do not count. */
const timed = (work: () => void): number => {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
};
const best = (work: () => void): number => Math.min(...Array.from({ length: ROUNDS }, () => timed(work)));
const percentile99 = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

const sortOnly = ({ guns }: PowerSite): void => void (checksum += guns.toSorted((one, other) => one.demandHw - other.demandHw)[0]?.demandHw ?? 0);
const share = (site: PowerSite): void => void (checksum += allocate(site)[0]?.powerHw ?? 0);
for (const site of sites) share(site);

const sortMs = best(() => sites.forEach(sortOnly));
const sweepMs = best(() => sites.forEach(share));
const smallMs = percentile99(Array.from({ length: ROUNDS }, () => sites.map((site) => timed(() => share(site)))).flat());
for (let warm = 0; warm < 50; warm += 1) share(large);
const largeMs = percentile99(Array.from({ length: 200 }, () => timed(() => share(large))));

const cars = anyCars(random);
const dayFromMs = performance.now();
const day = dispatchedDay(cars, 'fair');
const dayMs = performance.now() - dayFromMs;
const percent = (day.energyHwS * 100) / evenlySharedHwS(cars);
const departures = dispatchedDay(cars, 'departure');
const percentOfAll = (departures.energyHwS * 100) / mostEnergyHwS(cars);
const failures: string[] = [];
const judge = (name: string, isWithin: boolean, text: string): void => {
  console.log(`${isWithin ? 'ok  ' : 'FAIL'} ${name.padEnd(58)} ${text}`);
  if (!isWithin) failures.push(name);
};
judge(
  `one sweep of ${SITES * SITE_GUNS} guns of ${SITES} sites, best of ${ROUNDS}`,
  sweepMs < SWEEP_LIMIT_MS,
  `${sweepMs.toFixed(1)} ms, ${(sweepMs / sortMs).toFixed(1)} times sorting them (${sortMs.toFixed(2)} ms); limit ${SWEEP_LIMIT_MS} ms`,
);
judge(`one site of ${SITE_GUNS} guns, p99`, smallMs < SMALL_P99_LIMIT_MS, `${smallMs.toFixed(3)} ms; limit ${SMALL_P99_LIMIT_MS} ms`);
judge(
  `one site of ${large.guns.length} guns below five levels of limits, p99`,
  largeMs < LARGE_P99_LIMIT_MS,
  `${largeMs.toFixed(2)} ms; limit ${LARGE_P99_LIMIT_MS} ms`,
);
judge(
  'energy of a day, of evenly shared with all demands known',
  percent >= ENERGY_LIMIT_PERCENT,
  `${percent.toFixed(2)} %; limit ${ENERGY_LIMIT_PERCENT} %`,
);
judge(
  'energy of a day with known departures, of all that is possible',
  percentOfAll >= ENERGY_OF_ALL_LIMIT_PERCENT,
  `${percentOfAll.toFixed(2)} %; limit ${ENERGY_OF_ALL_LIMIT_PERCENT} %`,
);
judge('most power of that day', day.mostHw <= SITE_LIMIT_HW, `${(day.mostHw / 10).toFixed(1)} of ${SITE_LIMIT_HW / 10} kW`);
judge(
  'commands for each charging gun and minute',
  day.commandsAMinute <= COMMANDS_LIMIT,
  `${day.commandsAMinute.toFixed(2)}; limit ${COMMANDS_LIMIT}`,
);
console.log(`     one second of a day of ${SITE_GUNS} guns takes ${(dayMs / 86_400).toFixed(3)} ms with its cars`);
if (failures.length > 0 || checksum === 0) process.exitCode = 1;
