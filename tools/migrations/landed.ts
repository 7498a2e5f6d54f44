import path from 'node:path';
import { checksumOf, digitsOf } from '../../kit/db/schema/migrations.ts';
import type { MigrationFile } from '../../kit/db/schema/migrations.ts';

/** A migration that is on main: its file is never changed, renamed or removed. */
interface LandedMigration {
  readonly name: string;
  readonly number: number;
  readonly checksum: string;
}

/** The faults of the migrations compared with their list, one sentence each, and the list with the new ones added. */
export interface Verdict {
  readonly problems: readonly string[];
  readonly added: readonly string[];
  readonly list: string;
}

/** Compares migration files with the list of those that have landed: lines of a checksum and a name, in order. */
export const compareWithLanded = (files: readonly MigrationFile[], list: string): Verdict => {
  const landed = list.split('\n').filter(Boolean).map(landedOf);
  const newFiles = files.filter(({ name }) => !landed.some((migration) => migration.name === name));
  const last = Math.max(0, ...landed.map(({ number }) => number));
  const highest = Math.max(last, ...files.map(({ number }) => number));
  const problems = [
    ...landed.flatMap((migration) => changeOf(migration, files)),
    ...landed
      .filter(({ number }, index) => landed[index - 1]?.number === number)
      .map(({ name }) => `Two lines of the list have the number of ${name}.`),
    ...newFiles.filter(isLate(newFiles, last)).map((file, index) => renumbering(file, highest + 1 + index)),
  ];
  return {
    problems,
    added: newFiles.map(({ name }) => name),
    list: [...landed, ...newFiles.map((file) => ({ name: file.name, checksum: checksumOf(file) }))]
      .map((migration) => `${migration.checksum}  ${migration.name}\n`)
      .join(''),
  };
};

/** A number that is not above the last landed one, or that another new file uses. */
const isLate =
  (newFiles: readonly MigrationFile[], last: number) =>
  (file: MigrationFile): boolean =>
    file.number <= last || newFiles.some((other) => other.number === file.number && other.path < file.path);

const renumbering = (file: MigrationFile, number: number): string => {
  const from = path.relative('', file.path);
  const to = path.join(path.dirname(from), `${digitsOf(number)}${file.name.slice(4)}.sql`);
  return `${file.name} has a number that is taken or passed; the next free one: git mv ${from} ${to}`;
};

const changeOf = ({ name, checksum }: LandedMigration, files: readonly MigrationFile[]): readonly string[] => {
  const file = files.find((migration) => migration.name === name);
  if (!file) return [`${name} has landed and is gone: restore it. A later migration can drop what it made.`];
  if (checksumOf(file) === checksum) return [];
  return [
    `${name} is not as it landed: restore it and write a new migration. If it has not landed yet, remove its line from kit/db/landed.txt and run npm run migrations.`,
  ];
};

const landedOf = (line: string): LandedMigration => {
  const [checksum = '', name = ''] = line.split('  ');
  return { checksum, name, number: Number(name.slice(0, 4)) };
};
