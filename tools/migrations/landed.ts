import path from 'node:path';
import { checksumOf, digitsOf } from '../../kit/db/schema/migrations.ts';
import type { MigrationFile } from '../../kit/db/schema/migrations.ts';

/** A migration that is on main: its file is never changed, renamed or removed. */
interface Landed {
  readonly name: string;
  readonly number: number;
  readonly checksum: string;
}

/** What is wrong with the migrations beside their list, a sentence each, and the list with the new ones added. */
export interface Verdict {
  readonly problems: readonly string[];
  readonly added: readonly string[];
  readonly list: string;
}

/** Compares migration files with the list of those that have landed: lines of a checksum and a name, in order. */
export const compareWithLanded = (files: readonly MigrationFile[], list: string): Verdict => {
  const landed = list.split('\n').filter(Boolean).map(landedOf);
  const fresh = files.filter(({ name }) => !landed.some((one) => one.name === name));
  const last = Math.max(0, ...landed.map(({ number }) => number));
  const taken = Math.max(last, ...files.map(({ number }) => number));
  const problems = [
    ...landed.flatMap((one) => changeOf(one, files)),
    ...landed
      .filter(({ number }, index) => landed[index - 1]?.number === number)
      .map(({ name }) => `Two lines of the list have the number of ${name}.`),
    ...fresh.filter(isLate(fresh, last)).map((file, index) => renumbering(file, taken + 1 + index)),
  ];
  return {
    problems,
    added: fresh.map(({ name }) => name),
    list: [...landed, ...fresh.map((file) => ({ name: file.name, checksum: checksumOf(file) }))]
      .map((one) => `${one.checksum}  ${one.name}\n`)
      .join(''),
  };
};

/** A number that stands before the last landed one, or that another new file has taken. */
const isLate =
  (fresh: readonly MigrationFile[], last: number) =>
  (file: MigrationFile): boolean =>
    file.number <= last || fresh.some((other) => other.number === file.number && other.path < file.path);

const renumbering = (file: MigrationFile, number: number): string => {
  const from = path.relative('', file.path);
  const to = path.join(path.dirname(from), `${digitsOf(number)}${file.name.slice(4)}.sql`);
  return `${file.name} has a number that is taken or passed; the next free one: git mv ${from} ${to}`;
};

const changeOf = ({ name, checksum }: Landed, files: readonly MigrationFile[]): readonly string[] => {
  const file = files.find((one) => one.name === name);
  if (!file) return [`${name} has landed and is gone: restore it. A later migration can drop what it made.`];
  if (checksumOf(file) === checksum) return [];
  return [
    `${name} is not as it landed: restore it and write a new migration. If it has not landed yet, remove its line from kit/db/landed.txt and run npm run migrations.`,
  ];
};

const landedOf = (line: string): Landed => {
  const [checksum = '', name = ''] = line.split('  ');
  return { checksum, name, number: Number(name.slice(0, 4)) };
};
