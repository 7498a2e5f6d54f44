import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../build/inputs.mjs';
import { failingFiles, outcomeOf, unsteadyTests, withoutFiles } from './report.mjs';

/** @typedef {import('./run-facts.mjs').FileTime} FileTime */
/** @typedef {import('./run-facts.mjs').RunFacts} RunFacts */
/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {import('./report.mjs').Failure} Failure */
/** @typedef {import('./report.mjs').Outcome & { readonly unsteady?: readonly Failure[], readonly files?: readonly FileTime[] }} PhaseOutcome `unsteady`: failures of tests that passed alone */
/** @typedef {{ readonly options?: readonly string[], readonly files?: readonly string[], readonly env?: Readonly<Record<string, string>>, readonly isNice?: boolean }} Run `files`: all of the configuration when there are none */

/** More files than this fail for a reason that another run does not take away. */
const AGAIN_MAX = 6;

/**
 * Runs vitest and counts single tests. A file that fails before its first test, a run that exits with an error without a failed test, and a run past its
 * limit each count as one failure. A few files that fail run once more with nothing beside them, and what they say then counts: a test that fails only
 * beside others is named, and does not fail the whole. An error that no test threw does: another run does not say where it came from.
 * @param {Run} run
 * @returns {Promise<PhaseOutcome>}
 */
export async function runVitest(run) {
  const first = await runOnce(run);
  const failing = first.report ? failingFiles(first.report) : [];
  if (!first.report || failing.length === 0 || failing.length > AGAIN_MAX) return { ...outcomeOf(first.report, first.code), files: first.times };
  const files = failing.map((file) => path.relative(ROOT, file));
  console.log(`\n── once more, alone: ${files.join(', ')} ──`);
  const second = await runOnce({ ...run, files, options: [...(run.options ?? []), '--maxWorkers=1'] });
  const again = outcomeOf(second.report, second.code);
  const { passed } = outcomeOf(withoutFiles(first.report, failing), 0);
  return {
    passed: passed + again.passed,
    failures: [...again.failures, ...first.strayErrors.map((why) => ({ what: 'an error that no test threw', why }))],
    unsteady: second.report ? unsteadyTests(first.report, second.report) : [],
    files: first.times,
  };
}

/**
 * @param {Run} run
 * @returns {Promise<{ readonly report: Report | undefined, readonly code: number } & RunFacts>}
 */
async function runOnce({ options = [], files = [], env = {}, isNice = false }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitest-report-'));
  const report = path.join(folder, 'report.json');
  const facts = path.join(folder, 'facts.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${RUN_FACTS_REPORTER}`];
    const code = await runProgram('vitest', ['run', ...reporters, ...options, ...files], { env: { ...env, RUN_FACTS: facts }, isNice });
    return { report: readJson(report), code, times: [], strayErrors: [], ...readJson(facts) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const RUN_FACTS_REPORTER = fileURLToPath(new URL('run-facts.mjs', import.meta.url));

/** A program that takes so long hangs: the longest takes half of it on a machine a third as quick as usual. */
const HUNG_MS = 60 * 60_000;
const GRACE_MS = 5_000;

/**
 * Runs a program whose output is ours: a name in node_modules/.bin, or the path of a script for Node.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ readonly env?: Readonly<Record<string, string>>, readonly isNice?: boolean }} [how] `isNice`: other programs come first
 * @returns {Promise<number>} its exit code; 124 when it hung
 */
export function runProgram(name, args, { env = {}, isNice = false } = {}) {
  return new Promise((resolve) => {
    const script = name.endsWith('.mjs');
    const program = script ? process.execPath : path.join(ROOT, 'node_modules/.bin', name);
    const child = spawn(program, script ? [path.join(ROOT, name), ...args] : args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (isNice && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const limit = setTimeout(() => {
      console.error(`${name} passed its limit of ${HUNG_MS / 1000} s`);
      // What it started should end with it, and is slow to do so on a machine that is too busy.
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
      resolve(124);
    }, HUNG_MS);
    child.on('error', (error) => {
      console.error(`${name} did not start: ${error.message}`);
      clearTimeout(limit);
      resolve(1);
    });
    child.on('exit', (code) => {
      clearTimeout(limit);
      resolve(code ?? 1);
    });
  });
}

/**
 * @param {string} file
 * @returns its content; undefined when it does not exist
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
