import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lower than the living network's. */
const NICENESS = 19;
/** Linux lets a user without privileges change one autogroup in 100 ms, whoever else changes one (sched_autogroup(7)). */
const TRY_AGAIN_MS = 110;
const TRIES = 10;

/**
 * Lets all other programs come before a process. Linux shares the processors between sessions first ("autogroups"), and a niceness counts only within a session. Each
 * process of PostgreSQL is a session, so the session itself is given the niceness too.
 */
export const lowerPriority = async (pid: number): Promise<void> => {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It belongs to another user of the machine, or has ended.
    return;
  }
  for (let left = TRIES; left > 0; left -= 1)
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(NICENESS), { flag: 'r+' });
      return;
    } catch (error) {
      // Without autogroups, as on other systems, there is no such file.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      await sleep(TRY_AGAIN_MS);
    }
};
