import { sql } from 'kysely';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#kit/db/index.ts';
import { deleteFiles } from './store-files.server.ts';
import type { FileStores } from './store.server.ts';

/** An upload that has not finished after this time counts as interrupted. */
const UPLOAD_TIMEOUT_MS = 3_600_000;
const SWEEP_INTERVAL_MS = 600_000;
const SWEPT_FILES_MAX = 500;

export interface SweepDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly stores: FileStores;
  readonly spoolFolder: string;
}

/** Deletes expired generated files; returns their number. */
export const sweepMadeFiles = async (database: Database): Promise<number> => {
  const { numAffectedRows } = await sql`delete from made_file where created_at < now() - interval '1 day'`.execute(database.system);
  return Number(numAffectedRows ?? 0n);
};

/** Deletes the files of interrupted uploads; returns their number. */
export const sweepBrokenUploads = async ({ database, clock, stores, spoolFolder }: SweepDeps): Promise<number> => {
  const before = new Date(clock().getTime() - UPLOAD_TIMEOUT_MS);
  const { rows } = await sql<{ path: string }>`select path from upload_file where kept_at is null and created_at < ${before}
    order by created_at limit ${SWEPT_FILES_MAX}`.execute(database.system);
  await deleteFiles(
    { database, stores },
    rows.map((row) => row.path),
  );
  const spooled = (await readdir(spoolFolder).catch(() => [])).filter((name) => name.startsWith('upload-'));
  const expiredNames: string[] = [];
  for (const name of spooled) {
    const stats = await stat(path.join(spoolFolder, name)).catch(() => undefined);
    if (stats && stats.mtimeMs < before.getTime()) expiredNames.push(name);
  }
  await Promise.all(expiredNames.map((name) => rm(path.join(spoolFolder, name), { force: true })));
  return rows.length + expiredNames.length;
};

/** Deletes such files periodically until it is stopped. */
export const startFileSweeper = (deps: SweepDeps & { readonly onError: (error: unknown) => void }): { readonly stop: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = (): void => {
    running = running
      .then(() => sweepBrokenUploads(deps))
      .then(() => sweepMadeFiles(deps.database))
      .catch(deps.onError);
  };
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
