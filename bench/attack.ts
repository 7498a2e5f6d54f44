/**
 * Attacks the product as people start it, with its embedded database, while an honest person and two honest piles use it: `npm run attack [--
 * --short] [-- --only frozen]`. Each scenario prints its figures beside their limits; exits 1 if a limit is missed. `--short` runs each scenario for
 * a few seconds, and scenarios that do not disturb each other at the same time. `npm test` runs it and counts the figures in the file that `--report`
 * names. `--only` runs the scenarios whose names contain a word.
 */
import { writeFileSync } from 'node:fs';
import { inspect, parseArgs } from 'node:util';
import { connectionFlood } from './attack/connection-flood.ts';
import { isMet, lineOf } from './attack/figures.ts';
import type { Figure } from './attack/figures.ts';
import { frozenDatabase } from './attack/frozen-database.ts';
import { fullDisk } from './attack/full-disk.ts';
import { startHonestClients } from './attack/honest-clients.ts';
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
type AttackStep = readonly Scenario[];

const options = {
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  report: { type: 'string', default: '' },
} as const;
const { values } = parseArgs({ options });
const isShort = values.short;
const selectScenarios = (step: AttackStep): AttackStep => step.filter(({ name }) => name.includes(values.only));

const begunMs = performance.now();
const figures: Figure[] = [];
let skipped = 0;
/** An error that no scenario handles, of a socket or of a promise that nobody awaits. */
const strayError = new Promise<never>((_resolve, reject) => process.once('uncaughtException', reject));
const breakText = await attack().then(
  () => undefined,
  (error: unknown) => inspect(error),
);
const missed = figures.filter((figure) => !isMet(figure));
const metCount = figures.length - missed.length;
const failures = missed.map((figure) => ({ what: 'a figure of the attack', why: lineOf(figure) }));
if (breakText !== undefined) {
  console.error(`\nthe attack could not go on: ${breakText}`);
  failures.push({ what: 'the attack, which could not go on', why: breakText });
}
if (values.report !== '') writeFileSync(values.report, JSON.stringify({ passed: metCount, failures }));
console.log(`\n${metCount} figures kept, ${missed.length} missed, ${skipped} scenarios skipped, in ${seconds(begunMs)} s`);
// Scenarios that were broken off still wait for connections and timers.
process.exit(failures.length > 0 ? 1 : 0);

async function attack(): Promise<void> {
  const target = await startTarget();
  try {
    await Promise.race([isShort ? runShort(target) : runFull(target), strayError]);
  } finally {
    await target.clean();
  }
}

/** Runs every scenario alone. */
async function runFull(on: Target): Promise<void> {
  await runBesideTheHonest(on, [[upgrades], [slowClients], [connectionFlood], [loginFlood], [wrongKeys]]);
  await runEach(on, [[frozenDatabase], [killedDatabase], [fullDisk], [foreignKey], [replays]]);
}

/** Slow clients need much time and little else, so they run during all other scenarios, until the product is restarted. */
async function runShort(on: Target): Promise<void> {
  const runOthers = async (): Promise<void> => {
    await runBesideTheHonest(on, [[upgrades, wrongKeys], [connectionFlood], [loginFlood]]);
    await runEach(on, [[frozenDatabase], [killedDatabase], [fullDisk], [foreignKey]]);
  };
  await Promise.all([runStep(on, [slowClients]), runOthers()]);
  await runStep(on, [replays]);
}

/** Runs steps while an honest person and honest piles use the product. */
async function runBesideTheHonest(on: Target, steps: readonly AttackStep[]): Promise<void> {
  const selectedSteps = steps.map(selectScenarios).filter((step) => step.length > 0);
  if (selectedSteps.length === 0) return;
  const honestClients = await startHonestClients(on);
  try {
    for (const step of selectedSteps) {
      const observation = honestClients.observe();
      await runStep(on, step, () => observation.figures());
    }
  } finally {
    await honestClients.stop();
  }
}

async function runEach(on: Target, steps: readonly AttackStep[]): Promise<void> {
  for (const step of steps) await runStep(on, step);
}

/** Runs the selected scenarios of a step and prints their figures and those of `besides`. */
async function runStep(on: Target, step: AttackStep, extraFigures: () => readonly Figure[] = () => []): Promise<void> {
  const selected = selectScenarios(step);
  if (selected.length === 0) return;
  const sinceMs = performance.now();
  const results = await Promise.all(selected.map((scenario) => runOrSkip(on, scenario)));
  const allFigures = [...results.flat(), ...extraFigures()];
  console.log(`\n${selected.map(({ name }) => name).join('; ')}`);
  for (const figure of allFigures) console.log(lineOf(figure));
  console.log(`  in ${seconds(sinceMs)} s`);
  figures.push(...allFigures);
}

async function runOrSkip(on: Target, { name, obstacle, run }: Scenario): Promise<readonly Figure[]> {
  const obstacleText = obstacle?.(on);
  if (obstacleText === undefined) return run({ target: on, isShort });
  console.log(`\nSKIPPED: ${name}: ${obstacleText}`);
  skipped += 1;
  return [];
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(1);
}
