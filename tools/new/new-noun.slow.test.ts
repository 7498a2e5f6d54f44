import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cruiseHouse } from '../law/cruise.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = [
  'engines',
  'kit',
  'domains',
  'tools',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.server.json',
  'vitest.config.ts',
  '.oxfmtrc.json',
  '.oxlintrc.json',
];
/** One noun of a domain that is there, one of the last on the street, and one that knows no tenant. */
const NOUNS = ['network/parking-lot', 'partner/gadget', 'system/gizmo'] as const;

let house: string;
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(path.join(ROOT, 'node_modules/.bin', program), args, { cwd: house, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), 'house-'));
  for (const part of COPIED) cpSync(path.join(ROOT, part), path.join(house, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(house, 'node_modules'));
  for (const noun of NOUNS) {
    const { status, stderr } = run('tsx', 'tools/new-noun.ts', noun);
    if (status !== 0) throw new Error(stderr);
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

const planted = NOUNS.map((noun) => `domains/${noun}/`);

test('a new noun compiles', () => {
  // The rest of the house is compiled elsewhere.
  writeFileSync(path.join(house, 'tsconfig.planted.json'), JSON.stringify({ extends: './tsconfig.server.json', include: planted }));
  const complaints = run('tsc', '-p', 'tsconfig.planted.json')
    .stdout.split('\n')
    .filter((line) => planted.some((folder) => line.startsWith(folder)));
  expect(complaints).toEqual([]);
}, 60_000);

test('a new noun keeps the import law', async () => {
  const { violations } = await cruiseHouse(house, planted);
  expect(violations.filter(({ from }) => planted.some((folder) => from.startsWith(folder)))).toEqual([]);
}, 60_000);

test('a new noun passes its own tests over HTTP on a database of its own', () => {
  const { status, stdout } = run('vitest', 'run', '--reporter=json', ...planted);
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{"')));
  expect(report).toMatchObject({ success: true, numPassedTests: 8, numFailedTests: 0 });
  expect(status).toBe(0);
}, 120_000);

test('its migration takes the next number of the whole program', () => {
  const numbersIn = (folder: string): readonly number[] =>
    readdirSync(path.join(house, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sql'))
      .map((file) => Number(path.basename(file).slice(0, 4)));
  const all = ['kit/db', 'domains'].flatMap(numbersIn).toSorted((a, b) => a - b);
  expect(planted.flatMap(numbersIn)).toEqual(all.slice(-NOUNS.length));
  expect(new Set(all).size).toBe(all.length);
});

test('the list of features and both doors name it', () => {
  expect(readFileSync(path.join(house, 'domains/network/features.ts'), 'utf8')).toContain('parkingLotFeature');
  expect(readFileSync(path.join(house, 'domains/network/resources.ts'), 'utf8')).toContain(
    "export { parkingLot } from './parking-lot/parking-lot.ts';",
  );
  expect(readFileSync(path.join(house, 'domains/network/server.ts'), 'utf8')).toContain('...parkingLotRoutes');
  // A door whose routes need something to work with names it in the same list.
  expect(readFileSync(path.join(house, 'domains/system/server.ts'), 'utf8')).toMatch(/systemRoutes = [^;]*=> \[[^;]*\.\.\.gizmoRoutes/u);
});

test('it never writes over a noun, and asks for a domain of the street', () => {
  expect(run('tsx', 'tools/new-noun.ts', 'network/station')).toMatchObject({ status: 1, stderr: 'domains/network/station exists already.\n' });
  expect(run('tsx', 'tools/new-noun.ts', 'weather/rain').stderr).toContain('Say domain/noun');
  expect(existsSync(path.join(house, 'domains/weather'))).toBe(false);
});
