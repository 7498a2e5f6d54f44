import { readFileSync } from 'node:fs';

/** True while a process runs. A zombie, which has ended but was not reaped by its parent, is not alive. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return process.platform !== 'linux' || !isOver(pid);
};

const isOver = (pid: number): boolean => {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};
