import { sql } from 'kysely';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#kit/db/index.ts';
import { forget } from './keep.server.ts';
import type { FileStores } from './store.server.ts';

/** An upload that has not ended after this long never will. */
const BROKEN_OFF_MS = 3_600_000;
const EVERY_MS = 600_000;
const AT_ONCE = 500;

export interface SweepParts {
  readonly database: Database;
  readonly clock: () => Date;
  readonly stores: FileStores;
  readonly spoolFolder: string;
}

/** Deletes files made for people that nobody may fetch any more; answers how many. */
export const sweepMadeFiles = async (database: Database): Promise<number> => {
  const { numAffectedRows } = await sql`delete from made_file where created_at < now() - interval '1 day'`.execute(database.system);
  return Number(numAffectedRows ?? 0n);
};

/** Deletes what is left of uploads that broke off; answers how many files that were. */
export const sweepBrokenUploads = async ({ database, clock, stores, spoolFolder }: SweepParts): Promise<number> => {
  const before = new Date(clock().getTime() - BROKEN_OFF_MS);
  const { rows } = await sql<{ path: string }>`select path from upload_file where kept_at is null and created_at < ${before}
    order by created_at limit ${AT_ONCE}`.execute(database.system);
  await forget(
    { database, stores },
    rows.map((row) => row.path),
  );
  const spooled = (await readdir(spoolFolder).catch(() => [])).filter((name) => name.startsWith('upload-'));
  const old: string[] = [];
  for (const name of spooled) {
    const found = await stat(path.join(spoolFolder, name)).catch(() => undefined);
    if (found && found.mtimeMs < before.getTime()) old.push(name);
  }
  await Promise.all(old.map((name) => rm(path.join(spoolFolder, name), { force: true })));
  return rows.length + old.length;
};

/** Sweeps now and then until it is stopped. */
export const startFileSweeper = (parts: SweepParts & { readonly onError: (error: unknown) => void }): { readonly stop: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = (): void => {
    running = running
      .then(() => sweepBrokenUploads(parts))
      .then(() => sweepMadeFiles(parts.database))
      .catch(parts.onError);
  };
  const timer = setInterval(sweep, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
