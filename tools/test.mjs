import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from './build/inputs.mjs';
import { runAttack } from './test/attack.mjs';
import { completeMachine } from './test/machine.mjs';
import { runProgram, runVitest } from './test/vitest.mjs';

/** @typedef {import('./test/vitest.mjs').Count} Count */

const SLOWEST = 10;
const HOUSE = ['lint', 'law', 'format', 'dead'];
const tests = ['engines', 'kit', 'domains', 'apps', 'tools'].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/u.test(file));
const journeys = tests.filter((file) => file.endsWith('.journey.test.ts'));
const components = tests.filter((file) => /\.browser\.test\.tsx?$/u.test(file));
/**
 * The folders of nouns whose migrations have functions, procedures or triggers. PostgreSQL checks their bodies only when they run; the statements of
 * the program are all prepared by tools/sql on each server.
 */
const programmed = ['domains']
  .flatMap(filesBelow)
  .filter(
    (file) => file.endsWith('.sql') && /CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE|TRIGGER)/iu.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  .map((file) => `${path.dirname(file)}/`);
/** The tests of the program that are about PostgreSQL itself: what its role may do, and the upgrade of yesterday's data. */
const ABOUT_POSTGRES = ['apps/server/working-role.test.ts', 'apps/server/upgrade/upgrade.test.ts'];
/** Tests with a database that must pass on every PostgreSQL. Long tests, and other tests of whole programs, are left out, because they add no statement. */
const storage = tests.filter(
  (file) =>
    !journeys.includes(file) &&
    !components.includes(file) &&
    !file.includes('.slow.') &&
    (!file.startsWith('apps/') || ABOUT_POSTGRES.includes(file)) &&
    (!file.startsWith('domains/') || programmed.some((folder) => file.startsWith(folder))) &&
    /freshDatabase|^(?:import .*|\}) from '#kit\/test\/(?!nouns\/|gate\.|certificates\.)/mu.test(readFileSync(path.join(ROOT, file), 'utf8')),
);

/**
 * Tests of nouns run once, on the PostgreSQL that has the most to say: those of nouns with functions of their own on the machine's, which is the oldest
 * that we support, and the others on the embedded one, on which the whole product runs in the journeys.
 */
const onlyInStorage = storage.filter((file) => file.startsWith('domains/'));
/** Tests that start the built program, which stands when the first phase is over. */
const programs = tests.filter((file) => file.endsWith('.program.test.ts'));

const store = () =>
  storage.length + programs.length > 0
    ? runVitest({ files: [...storage, ...programs], env: { TEST_POSTGRES: 'system' }, isNice: true })
    : Promise.resolve({ passed: 0, failed: 0 });
/** With what the tests beside leave of the processors: they wait for databases and for time to pass, and have to be done in their time limits. */
const LEFT_OVER = { isNice: true };
const build = () => asCount(runProgram('tools/build.mjs', [], LEFT_OVER));
const checkHouse = () => asCount(runProgram('tsx', ['tools/check.ts', ...HOUSE], LEFT_OVER));

/** @typedef {{ readonly name: string, readonly when?: boolean, readonly work: () => Promise<Count> }} Phase */

const wanted = process.argv.slice(2);

/** @type {readonly Phase[]} */
const phases = [
  {
    // Packages are downloaded over a connection that these tests do not use, and are needed only later.
    name: 'unit and HTTP, embedded PostgreSQL, machine, house, and build',
    work: async () => {
      const running = runVitest({ options: [...onlyInStorage, ...programs].map((file) => `--exclude=${file}`) });
      const machine = complain(completeMachine());
      // `npm run check` before each commit checks the house too; whoever runs the tests has run it.
      const house = process.env['CI'] || wanted.length > 0 ? checkHouse() : { passed: 0, failed: 0 };
      return added([machine, await house, await build(), await running]);
    },
  },
  {
    // The hostile clients mostly wait, and the tests beside them have low priority: what is measured is how quickly the product answers an ordinary user.
    name: 'hostile clients, and storage on system PostgreSQL',
    work: async () => added(await Promise.all([runAttack(), store()])),
  },
  { name: 'budgets', work: () => asCount(runProgram('tools/budgets.mjs', [])) },
  {
    name: 'browser components',
    when: components.length > 0,
    work: () => runVitest({ options: ['--config', 'vitest.browser.config.ts'] }),
  },
  {
    name: 'browser journeys',
    when: journeys.length > 0,
    work: () => runVitest({ options: ['--config', 'vitest.journey.config.ts'] }),
  },
];

let passed = 0;
let failed = 0;
/** @type {{ readonly phase: string, readonly file: string, readonly ms: number }[]} */
const files = [];
const begunMs = performance.now();
for (const { name, when = true, work } of phases) {
  if (!when || (wanted.length > 0 && !wanted.some((word) => name.includes(word)))) continue;
  console.log(`\n━━ ${name} ━━`);
  const phaseMs = performance.now();
  const outcome = await work();
  passed += outcome.passed;
  failed += outcome.failed;
  files.push(...(outcome.files ?? []).map((time) => ({ ...time, phase: name })));
  console.log(`${name}: ${outcome.failed === 0 ? 'passed' : `${outcome.failed} failed`} in ${seconds(phaseMs)} s`);
}
if (files.length > 0) console.log(`\nslowest files:\n${slowest().join('\n')}`);
console.log(`\nall of it in ${seconds(begunMs)} s\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** @param {number} sinceMs */
function seconds(sinceMs) {
  return Math.round((performance.now() - sinceMs) / 1000);
}

/** The slowest files with the name of their phase; a file may run in several phases. */
function slowest() {
  const longest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return longest.map(({ phase, file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file} (${phase})`);
}

/**
 * A phase without tests is counted only when it fails.
 * @param {Promise<number>} exit
 * @returns {Promise<Count>}
 */
async function asCount(exit) {
  return { passed: 0, failed: (await exit) === 0 ? 0 : 1 };
}

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
function added(counts) {
  return counts.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    files: [...(sum.files ?? []), ...(one.files ?? [])],
  }));
}

/**
 * @param {string | undefined} trouble
 * @returns {Count}
 */
function complain(trouble) {
  if (trouble) console.error(trouble);
  return { passed: 0, failed: trouble ? 1 : 0 };
}
