import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checksumOf, readMigrations } from '../../kit/db/schema/migrations.ts';
import type { MigrationFile } from '../../kit/db/schema/migrations.ts';
import { compareWithLanded } from './landed.ts';

const migration = (name: string, sql = name): MigrationFile => ({
  number: Number(name.slice(0, 4)),
  name,
  path: path.resolve(`domains/network/${name.slice(5)}/${name}.sql`),
  sql,
});
const station = migration('0001_station');
const pile = migration('0002_pile');
const listOf = (...files: readonly MigrationFile[]): string => files.map((file) => `${checksumOf(file)}  ${file.name}\n`).join('');
const problemsOf = (files: readonly MigrationFile[], list = listOf(station, pile)): readonly string[] => compareWithLanded(files, list).problems;

test('no migration that has landed was changed, and every one is on the list', async () => {
  const list = readFileSync(path.join(import.meta.dirname, '../../kit/db/landed.txt'), 'utf8');
  const { problems, added } = compareWithLanded(await readMigrations(), list);
  expect(problems).toEqual([]);
  expect(added, 'run npm run migrations before you land').toEqual([]);
});

test('a new migration is added behind the others', () => {
  const gun = migration('0003_gun');
  expect(compareWithLanded([station, pile, gun], listOf(station, pile))).toEqual({
    problems: [],
    added: ['0003_gun'],
    list: listOf(station, pile, gun),
  });
});

test('one that landed may move to another folder, and may not change or go', () => {
  expect(problemsOf([station, { ...pile, path: path.resolve('domains/device/pile/0002_pile.sql') }])).toEqual([]);
  expect(problemsOf([station, { ...pile, sql: 'SELECT 1;' }])).toEqual([expect.stringMatching(/^0002_pile is not as it landed: restore it/u)]);
  expect(problemsOf([station])).toEqual([expect.stringMatching(/^0002_pile has landed and is gone/u)]);
});

test('of two branches that took the same number the later is told the next free one', () => {
  const rate = migration('0002_rate');
  expect(problemsOf([station, pile, rate])).toEqual([
    '0002_rate has a number that is taken or passed; the next free one: git mv domains/network/rate/0002_rate.sql domains/network/rate/0003_rate.sql',
  ]);
  const both = [migration('0003_alarm'), migration('0003_bell')];
  expect(problemsOf([station, pile, ...both])).toEqual([expect.stringMatching(/^0003_bell .* domains\/network\/bell\/0004_bell\.sql$/u)]);
});

test('two lines of one number, as a merge can leave them, are found', () => {
  const rate = migration('0002_rate');
  expect(problemsOf([station, pile, rate], listOf(station, pile, rate))).toEqual(['Two lines of the list have the number of 0002_rate.']);
});
