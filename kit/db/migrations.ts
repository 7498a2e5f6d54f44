import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A `.sql` file beside its noun: `domains/network/station/0301_station.sql`. The number orders all of them. */
export interface MigrationFile {
  readonly number: number;
  readonly name: string;
  readonly path: string;
  readonly sql: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const pattern = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** All migrations of this program by number: from `migrations/` beside a bundle, else from the source tree. */
export const findMigrations = async (): Promise<readonly MigrationFile[]> => {
  const bundled = join(here, 'migrations');
  const folders = existsSync(bundled) ? [bundled] : sourceFolders();
  const paths = (await Promise.all(folders.map(sqlUnder))).flat();
  const files = await Promise.all(paths.map(readMigration));
  return inOrder(files);
};

const sourceFolders = (): readonly string[] => {
  const root = join(here, '..', '..');
  return [join(root, 'kit', 'db'), join(root, 'domains')];
};

const sqlUnder = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => pattern.test(basename(entry))).map((entry) => join(folder, entry));
};

const readMigration = async (path: string): Promise<MigrationFile> => {
  const name = basename(path, '.sql');
  return { number: Number(name.slice(0, 4)), name, path, sql: await readFile(path, 'utf8') };
};

const inOrder = (files: readonly MigrationFile[]): readonly MigrationFile[] => {
  const sorted = files.toSorted((a, b) => a.number - b.number);
  for (const [index, file] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next?.number === file.number) throw new Error(`Two migrations have the number ${file.name.slice(0, 4)}: ${file.path} and ${next.path}`);
  }
  return sorted;
};
