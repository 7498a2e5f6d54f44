import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './store.server.ts';

/** Stores files in a folder of this machine. */
export const diskStore = (folder: string): FileStore => {
  const pathOf = (name: string): string => path.join(folder, ...name.split('/'));
  return {
    name: 'disk',
    put: async (name, { from }) => {
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await syncFile(from);
      await move(from, target);
    },
    read: async (name) => {
      const stats = await stat(pathOf(name)).catch(() => undefined);
      return stats?.isFile() ? createReadStream(pathOf(name)) : undefined;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
};

/** A stored file must survive a power failure. */
const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    // The spool folder is on another disk.
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, to);
  }
};
