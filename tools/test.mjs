import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { filesBelow, ROOT } from './build/inputs.mjs';
import { runAttack, runAttackAgain } from './test/attack.mjs';
import { completeMachine } from './test/machine.mjs';
import { runProgram, runVitest } from './test/vitest.mjs';

/** @typedef {import('./test/report.mjs').Failure} Failure */
/** @typedef {import('./test/vitest.mjs').PhaseOutcome} PhaseOutcome */

const SLOWEST = 10;
const REASON_LINES = 12;
/** @type {PhaseOutcome} */
const NOTHING = { passed: 0, failures: [] };
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
    : Promise.resolve(NOTHING);
/** With what the tests beside leave of the processors: they wait for databases and for time to pass, and have to be done in their time limits. */
const LEFT_OVER = { isNice: true };
const build = () => ofProgram('the build', runProgram('tools/build.mjs', [], LEFT_OVER));
const checkHouse = () => ofProgram('the checks of the house', runProgram('tsx', ['tools/check.ts', ...HOUSE], LEFT_OVER));

/** @typedef {{ readonly name: string, readonly when?: boolean, readonly work: () => Promise<PhaseOutcome> }} Phase */

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
      const house = process.env['CI'] || wanted.length > 0 ? checkHouse() : NOTHING;
      return added([machine, await house, await build(), await running]);
    },
  },
  {
    // The hostile clients mostly wait, and the tests beside them have low priority: what is measured is how quickly the product answers an ordinary user.
    name: 'hostile clients, and storage on system PostgreSQL',
    work: async () => {
      const [attack, stored] = await Promise.all([runAttack(), store()]);
      return added([await runAttackAgain(attack), stored]);
    },
  },
  { name: 'budgets', work: () => ofProgram('the budgets', runProgram('tools/budgets.mjs', [])) },
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
/** @type {Failure[]} */
const failures = [];
/** @type {Failure[]} */
const unsteady = [];
/** @type {{ readonly phase: string, readonly file: string, readonly ms: number }[]} */
const files = [];
const begunMs = performance.now();
for (const { name, when = true, work } of phases) {
  if (!when || (wanted.length > 0 && !wanted.some((word) => name.includes(word)))) continue;
  console.log(`\n━━ ${name} ━━`);
  const phaseMs = performance.now();
  const outcome = await work();
  passed += outcome.passed;
  failures.push(...outcome.failures);
  unsteady.push(...(outcome.unsteady ?? []));
  files.push(...(outcome.files ?? []).map((time) => ({ ...time, phase: name })));
  console.log(`${name}: ${outcome.failures.length === 0 ? 'passed' : `${outcome.failures.length} failed`} in ${seconds(phaseMs)} s`);
}
if (files.length > 0) console.log(`\nslowest files:\n${slowest().join('\n')}`);
for (const failure of unsteady) console.log(`\nunsteady, passed alone: ${toldOf(failure)}`);
for (const failure of failures) console.log(`\nfailed: ${toldOf(failure)}`);
console.log(`\nall of it in ${seconds(begunMs)} s\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/**
 * The name and the first lines of the reason, because what was printed above may be cut.
 * @param {Failure} failure
 */
function toldOf({ what, why }) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES);
  return [what.replace(`${ROOT}/`, ''), ...lines.map((line) => `  ${line}`)].join('\n');
}

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
 * A program without tests is counted only when it fails.
 * @param {string} what
 * @param {Promise<number>} exit
 * @returns {Promise<PhaseOutcome>}
 */
async function ofProgram(what, exit) {
  const code = await exit;
  return { passed: 0, failures: code === 0 ? [] : [{ what, why: `it ended with ${code}` }] };
}

/**
 * @param {readonly PhaseOutcome[]} outcomes
 * @returns {PhaseOutcome}
 */
function added(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed: more }) => sum + more, 0),
    failures: outcomes.flatMap((one) => one.failures),
    unsteady: outcomes.flatMap((one) => one.unsteady ?? []),
    files: outcomes.flatMap((one) => one.files ?? []),
  };
}

/**
 * @param {string | undefined} trouble
 * @returns {PhaseOutcome}
 */
function complain(trouble) {
  if (trouble) console.error(trouble);
  return { passed: 0, failures: trouble ? [{ what: 'the machine', why: trouble }] : [] };
}
