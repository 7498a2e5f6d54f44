import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from './vitest.mjs';

/** @typedef {import('./report.mjs').Outcome} Outcome */

/**
 * Runs the short form of the attack. Each figure with a limit counts as one test. An aborted run or a run past its time limit counts as one failure.
 * @returns {Promise<Outcome>}
 */
export async function runAttack() {
  const folder = mkdtempSync(path.join(tmpdir(), 'attack-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const code = await runProgram('tsx', ['bench/attack.ts', '--short', '--report', report]);
    const { passed, failures } = readReport(report);
    return { passed, failures: code !== 0 && failures.length === 0 ? [{ what: 'the attack', why: `it ended with ${code}` }] : failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs an attack that failed once more, with nothing beside it. What it says then counts, as for the files of tests.
 * @param {Outcome} first
 * @returns {Promise<import('./vitest.mjs').PhaseOutcome>}
 */
export async function runAttackAgain(first) {
  if (first.failures.length === 0) return first;
  console.log('\n── once more, alone: the attack ──');
  const second = await runAttack();
  return { ...second, unsteady: second.failures.length === 0 ? first.failures : [] };
}

/**
 * @param {string} report
 * @returns {Outcome}
 */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failures: [{ what: 'the attack', why: 'it wrote no report' }] };
  }
}
