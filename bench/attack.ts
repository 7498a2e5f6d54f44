/**
 * The product under hostile clients: `npm run attack [-- --short] [-- --only frozen]`. It is started as people start it, with its embedded database, and attacked
 * while an honest person and two honest piles use it. Each scenario prints its figures beside the limits they hold to; exits 1 when one is missed. `--short` takes a
 * few seconds of each, from the sources, and is part of `npm test`; `--only` takes the scenarios whose name holds a word.
 */
import { parseArgs } from 'node:util';
import { connectionFlood } from './attack/connection-flood.ts';
import { isKept, lineOf } from './attack/figures.ts';
import type { Figure } from './attack/figures.ts';
import { frozenDatabase } from './attack/frozen-database.ts';
import { fullDisk } from './attack/full-disk.ts';
import { beHonest } from './attack/honest.ts';
import { killedDatabase } from './attack/killed-database.ts';
import { loginFlood } from './attack/login-flood.ts';
import { replays } from './attack/replays.ts';
import type { Scenario } from './attack/scenario.ts';
import { slowClients } from './attack/slow-clients.ts';
import { startTarget } from './attack/target.ts';
import type { Target } from './attack/target.ts';
import { upgrades } from './attack/upgrades.ts';
import { foreignKey, wrongKeys } from './attack/wrong-keys.ts';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string', default: '' } } });
const isShort = values.short;
const wanted = (scenario: Scenario): boolean => scenario.name.includes(values.only);

/** An honest person and honest piles are there, and are served as if nothing happened. */
const besideTheHonest = [upgrades, slowClients, connectionFlood, loginFlood, wrongKeys].filter(wanted);
/** The database is taken away from everybody. */
const withoutDatabase = [frozenDatabase, killedDatabase, fullDisk].filter(wanted);
/** The product is started anew. */
const withRestarts = [replays, foreignKey].filter(wanted);

const begunMs = performance.now();
const target = await startTarget(isShort ? 'source' : 'built');
const figures: Figure[] = [];
try {
  // Slow clients take their time and little else: in the short form they are slow while the others attack.
  const [slow, others] = isShort
    ? [besideTheHonest.filter((each) => each === slowClients), besideTheHonest.filter((each) => each !== slowClients)]
    : [[], besideTheHonest];
  const slowly = Promise.all(slow.map((scenario) => scenario.run({ target, isShort })));
  if (others.length > 0) await attackBesideTheHonest(target, others);
  for (const scenario of withoutDatabase) await attack(scenario, () => scenario.run({ target, isShort }));
  for (const scenario of slow) await attack(scenario, async () => (await slowly).flat());
  for (const scenario of withRestarts) await attack(scenario, () => scenario.run({ target, isShort }));
} finally {
  await target.clean();
}
const missed = figures.filter((figure) => !isKept(figure));
console.log(`\n${figures.length - missed.length} figures kept, ${missed.length} missed, in ${seconds(begunMs)} s`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function attackBesideTheHonest(on: Target, scenarios: readonly Scenario[]): Promise<void> {
  const honest = await beHonest(on);
  try {
    for (const scenario of scenarios) {
      const seen = honest.watch();
      await attack(scenario, async () => [...(await scenario.run({ target: on, isShort })), ...seen.figures()]);
    }
  } finally {
    await honest.leave();
  }
}

async function attack({ name }: Scenario, run: () => Promise<readonly Figure[]>): Promise<void> {
  const sinceMs = performance.now();
  console.log(`\n${name}`);
  const found = await run();
  for (const figure of found) console.log(lineOf(figure));
  console.log(`  in ${seconds(sinceMs)} s`);
  figures.push(...found);
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(1);
}
