import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** The largest amount of data of a run, with the same amount in reserve. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * The folder for temporary data of tests: in memory where there is room. A copy of a database has two thousand small files; creating and removing
 * them on a disk takes a fifth of a test's time.
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
