/**
 * The product under hostile clients: `npm run attack [-- --short] [-- --only frozen]`. It is started as people start it, with its embedded database, and attacked
 * while an honest person and two honest piles use it. Each scenario prints its figures beside their limits; exits 1 when a limit is missed. `--short` runs a few
 * seconds of each scenario, and scenarios that do not disturb each other at the same time. `npm test` runs it and counts the figures in the file that `--report`
 * names. `--only` runs the scenarios whose name contains a word.
 */
import { writeFileSync } from 'node:fs';
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

/** Scenarios that run at the same time. */
type Step = readonly Scenario[];

const options = {
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  report: { type: 'string', default: '' },
} as const;
const { values } = parseArgs({ options });
const isShort = values.short;
const wanted = (step: Step): Step => step.filter(({ name }) => name.includes(values.only));

const begunMs = performance.now();
const target = await startTarget();
const figures: Figure[] = [];
let skipped = 0;
try {
  if (isShort) await runShort(target);
  else await runFull(target);
} finally {
  await target.clean();
}
const missed = figures.filter((figure) => !isKept(figure)).length;
const kept = figures.length - missed;
if (values.report !== '') writeFileSync(values.report, JSON.stringify({ passed: kept, failed: missed }));
console.log(`\n${kept} figures kept, ${missed} missed, ${skipped} scenarios skipped, in ${seconds(begunMs)} s`);
process.exitCode = missed > 0 ? 1 : 0;

/** Every scenario alone. */
async function runFull(on: Target): Promise<void> {
  await runBesideTheHonest(on, [[upgrades], [slowClients], [connectionFlood], [loginFlood], [wrongKeys]]);
  await runEach(on, [[frozenDatabase], [killedDatabase], [fullDisk], [foreignKey], [replays]]);
}

/** Slow clients need much time and little else, so they run during all other scenarios, until the product is restarted. */
async function runShort(on: Target): Promise<void> {
  const slowly = runStep(on, [slowClients]);
  await runBesideTheHonest(on, [[upgrades, wrongKeys], [connectionFlood], [loginFlood]]);
  await runEach(on, [[frozenDatabase], [killedDatabase], [fullDisk], [foreignKey]]);
  await slowly;
  await runStep(on, [replays]);
}

/** Runs steps while an honest person and honest piles use the product. */
async function runBesideTheHonest(on: Target, steps: readonly Step[]): Promise<void> {
  const chosen = steps.map(wanted).filter((step) => step.length > 0);
  if (chosen.length === 0) return;
  const honest = await beHonest(on);
  try {
    for (const step of chosen) {
      const seen = honest.watch();
      await runStep(on, step, () => seen.figures());
    }
  } finally {
    await honest.leave();
  }
}

async function runEach(on: Target, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(on, step);
}

/** Runs the wanted scenarios of a step and prints their figures and those of `besides`. */
async function runStep(on: Target, step: Step, besides: () => readonly Figure[] = () => []): Promise<void> {
  const chosen = wanted(step);
  if (chosen.length === 0) return;
  const sinceMs = performance.now();
  const found = await Promise.all(chosen.map((scenario) => runOrSkip(on, scenario)));
  const all = [...found.flat(), ...besides()];
  console.log(`\n${chosen.map(({ name }) => name).join('; ')}`);
  for (const figure of all) console.log(lineOf(figure));
  console.log(`  in ${seconds(sinceMs)} s`);
  figures.push(...all);
}

async function runOrSkip(on: Target, { name, obstacle, run }: Scenario): Promise<readonly Figure[]> {
  const why = obstacle?.(on);
  if (why === undefined) return run({ target: on, isShort });
  console.log(`\nSKIPPED: ${name}: ${why}`);
  skipped += 1;
  return [];
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(1);
}
