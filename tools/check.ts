import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';

/** One step of the check: a command that must exit with zero. */
interface CheckStep {
  readonly name: string;
  readonly command: readonly [program: string, ...args: readonly string[]];
}

interface Outcome {
  readonly name: string;
  readonly code: number;
  readonly output: string;
}

const ROOT = path.resolve(import.meta.dirname, '..');
const LANES = 2;
const NOT_QUICK = ['**/*.golden.test.*', '**/*.slow.test.*', '**/*.program.test.*'].map((pattern) => `--exclude=${pattern}`);
const VITEST_QUIET = ['--reporter=dot', '--passWithNoTests'] as const;

const steps: readonly CheckStep[] = [
  // The linter reads every file with its types, so it reports the errors of the compiler too.
  { name: 'types and lint', command: ['oxlint'] },
  { name: 'import law', command: ['tsx', 'tools/law/main.ts'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'goldens', command: ['vitest', 'run', 'golden.test', ...VITEST_QUIET] },
  { name: 'tests', command: ['vitest', 'run', ...NOT_QUICK, ...VITEST_QUIET] },
];

/** Each leads a group of processes, because most of these programs start others. */
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL');
    process.exit(1);
  });

const requestedSteps = process.argv.slice(2);
const chosen = steps.filter((step) => requestedSteps.length === 0 || requestedSteps.some((word) => step.name.includes(word)));
const startedMs = performance.now();
const failed = (await runAll(chosen)).filter((outcome) => outcome.code !== 0);
for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
console.log(`\ncheck: ${chosen.length - failed.length} of ${chosen.length} steps passed in ${seconds(startedMs)}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runAll(queue: readonly CheckStep[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...queue];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

async function runStep({ name, command: [program, ...args] }: CheckStep): Promise<Outcome> {
  const begunMs = performance.now();
  const { code, output } = await execute(program, args);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${seconds(begunMs).padStart(7)}  ${name}`);
  return { name, code, output };
}

function execute(program: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1' };
    const child = spawn(path.join(ROOT, 'node_modules/.bin', program), args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.add(child);
    child.on('exit', () => running.delete(child));
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${program} did not start: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
