import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from './build/inputs.mjs';
import { completeMachine } from './test/machine.mjs';
import { runProgram, runVitest } from './test/vitest.mjs';

/** @typedef {import('./test/vitest.mjs').Count} Count */

const MINUTE_MS = 60_000;
const HOUSE = ['types', 'lint', 'law', 'format', 'dead'];
const tests = ['engines', 'kit', 'domains', 'apps', 'tools'].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/u.test(file));
const journeys = tests.filter((file) => file.endsWith('.journey.test.ts'));
const components = tests.filter((file) => /\.browser\.test\.tsx?$/u.test(file));
/** Whatever asks kit/test for a database, and so must hold on every PostgreSQL; what plays for long adds no statement to the rest. */
const storage = tests.filter(
  (file) =>
    !journeys.includes(file) &&
    !components.includes(file) &&
    !file.includes('.slow.') &&
    /freshDatabase|#kit\/test\//u.test(readFileSync(path.join(ROOT, file), 'utf8')),
);

/** @type {readonly { readonly name: string, readonly when?: boolean, readonly work: () => Promise<Count> }[]} */
const phases = [
  { name: 'house', work: () => asCount(runProgram('tsx', ['tools/check.ts', ...HOUSE], { limitMs: 2 * MINUTE_MS })) },
  { name: 'machine', work: async () => complain(completeMachine()) },
  { name: 'unit and HTTP, embedded PostgreSQL', work: () => runVitest({ limitMs: 9 * MINUTE_MS }) },
  {
    name: 'storage, system PostgreSQL',
    when: storage.length > 0,
    work: () => runVitest({ args: storage, env: { TEST_POSTGRES: 'system' }, limitMs: 7 * MINUTE_MS }),
  },
  { name: 'build', work: () => asCount(runProgram('tools/build.mjs', [], { limitMs: 2 * MINUTE_MS })) },
  { name: 'budgets', work: () => asCount(runProgram('tools/budgets.mjs', [], { limitMs: MINUTE_MS })) },
  {
    name: 'browser components',
    when: components.length > 0,
    work: () => runVitest({ args: ['--config', 'vitest.browser.config.ts'], limitMs: 3 * MINUTE_MS }),
  },
  {
    name: 'browser journeys',
    when: journeys.length > 0,
    work: () => runVitest({ args: ['--config', 'vitest.journey.config.ts'], limitMs: 10 * MINUTE_MS }),
  },
];

const wanted = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const { name, when = true, work } of phases) {
  if (!when || (wanted.length > 0 && !wanted.some((word) => name.includes(word)))) continue;
  console.log(`\n━━ ${name} ━━`);
  const begunMs = performance.now();
  const outcome = await work();
  passed += outcome.passed;
  failed += outcome.failed;
  console.log(`${name}: ${outcome.failed === 0 ? 'passed' : `${outcome.failed} failed`} in ${Math.round((performance.now() - begunMs) / 1000)} s`);
  if (name === 'house' && failed > 0 && !process.env['CI']) break;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * A phase that holds no tests adds to the count only when it breaks.
 * @param {Promise<number>} exit
 * @returns {Promise<Count>}
 */
async function asCount(exit) {
  return { passed: 0, failed: (await exit) === 0 ? 0 : 1 };
}

/**
 * @param {string | undefined} trouble
 * @returns {Count}
 */
function complain(trouble) {
  if (trouble) console.error(trouble);
  return { passed: 0, failed: trouble ? 1 : 0 };
}
