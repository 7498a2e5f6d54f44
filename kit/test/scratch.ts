import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** What a run leaves there at most, and as much again. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * The folder for data that goes with the tests: in memory where there is room. A copy of a database is two thousand small
 * files, and to make and remove them on a disk costs a fifth of a test's time.
 */
export const scratchFolder = (): string => (process.env['TMPDIR'] === undefined && hasRoom(MEMORY) ? MEMORY : tmpdir());

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
};
