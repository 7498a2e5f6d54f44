import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

const sleepers = [1, 2, 3].map(() => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }));
afterAll(() => sleepers.forEach((sleeper) => sleeper.kill()));

it('lowers the priority of processes and of their sessions, also of several at a time', async () => {
  const pids = sleepers.map(({ pid }) => pid ?? 0);
  await Promise.all(pids.map(lowerPriority));
  expect(pids.map((pid) => getPriority(pid))).toEqual([19, 19, 19]);
  const sessions = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => 'no autogroups')));
  for (const session of sessions) expect(session).toMatch(/^no autogroups$| nice 19\s*$/u);
});

it('leaves a process alone that has ended', async () => {
  const [ended] = sleepers;
  await new Promise((resolve) => ended?.once('exit', resolve).kill());
  await expect(lowerPriority(ended?.pid ?? 0)).resolves.toBeUndefined();
});
