import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A `.sql` file in the folder of its noun: `domains/network/station/0037_station.sql`. The numbers of the whole program are one sequence. */
export interface MigrationFile {
  readonly number: number;
  readonly name: string;
  readonly path: string;
  readonly sql: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const pattern = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** A migration cannot or must not be applied. The message says in one line what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * All migrations of this program by number: from `migrations/` beside a bundle, otherwise from the source tree. @throws MigrationError when two
 * have the same number
 */
export const findMigrations = async (): Promise<readonly MigrationFile[]> => {
  const files = await readMigrations();
  for (const [index, file] of files.entries()) {
    const next = files[index + 1];
    if (next?.number === file.number)
      throw new MigrationError(`Two migrations have the number ${digitsOf(file.number)}: ${file.path} and ${next.path}`);
  }
  return files;
};

/** The same without the check for duplicate numbers. */
export const readMigrations = async (): Promise<readonly MigrationFile[]> => {
  const bundled = join(here, 'migrations');
  const folders = existsSync(bundled) ? [bundled] : sourceFolders();
  const paths = (await Promise.all(folders.map(sqlUnder))).flat();
  const files = await Promise.all(paths.map(readMigration));
  return files.toSorted((a, b) => a.number - b.number || (a.path < b.path ? -1 : 1));
};

/** The checksum of a migration, which does not depend on the line endings of a checkout. */
export const checksumOf = ({ sql }: Pick<MigrationFile, 'sql'>): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/** A number as it is written in a file name. */
export const digitsOf = (number: number): string => String(number).padStart(4, '0');

const sourceFolders = (): readonly string[] => {
  const root = join(here, '..', '..', '..');
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
