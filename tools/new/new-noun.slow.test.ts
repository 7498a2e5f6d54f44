import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImports } from '../law/cruise.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = [
  'apps',
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
/** One noun among others, the first noun of its domain, and one without a tenant. */
const NOUNS = ['customer/loyalty-tier', 'partner/gadget', 'system/gizmo'] as const;

let house: string;
let before: ReadonlyMap<string, string>;
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(path.join(ROOT, 'node_modules/.bin', program), args, { cwd: house, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), 'house-'));
  for (const part of COPIED) cpSync(path.join(ROOT, part), path.join(house, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(house, 'node_modules'));
  before = contentsOf(house);
  for (const noun of NOUNS) {
    const { status, stderr } = run('tsx', 'tools/new-noun.ts', noun);
    if (status !== 0) throw new Error(stderr);
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** The text of every file that a new noun could change. */
const contentsOf = (root: string): ReadonlyMap<string, string> =>
  new Map(
    ['apps', 'domains', 'kit', 'engines'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file): [string, string] => [path.relative(root, file), readFileSync(file, 'utf8')]),
    ),
  );

const planted = NOUNS.map((noun) => `domains/${noun}/`);

test('a new noun touches one line outside its folder, in the list of features', () => {
  const after = contentsOf(house);
  const touched = [...after].filter(([file, text]) => before.get(file) !== text && !planted.some((folder) => file.startsWith(folder)));
  const lines = touched.flatMap(([file, text]) => {
    const old = new Set((before.get(file) ?? '').split('\n'));
    return text.split('\n').flatMap((line) => (old.has(line) ? [] : [`${file}: ${line}`]));
  });
  expect(lines.toSorted()).toEqual([
    "domains/customer/features.ts: export { loyaltyTierFeature } from './loyalty-tier/loyalty-tier.feature.ts';",
    "domains/partner/features.ts: export { gadgetFeature } from './gadget/gadget.feature.ts';",
    "domains/system/features.ts: export { gizmoFeature } from './gizmo/gizmo.feature.ts';",
  ]);
});

test('a new noun compiles, and is written in the form and by the rules of lint', () => {
  expect(run('oxfmt', '--check', ...planted, ...planted.map((folder) => `${path.dirname(folder)}/features.ts`))).toMatchObject({ status: 0 });
  // It reports the errors of the compiler too.
  expect(run('oxlint', ...planted, 'apps/domains.ts').stdout).toContain('Found 0 warnings and 0 errors');
});

test('a new noun keeps the import law', async () => {
  const { violations } = await checkImports(house, planted);
  expect(violations.filter(({ from }) => planted.some((folder) => from.startsWith(folder)))).toEqual([]);
});

test('a new noun passes its own tests over HTTP, and those of every noun', () => {
  const ofEvery = ['testings.test', 'goldens.golden.test', 'grants.test'].map((name) => `apps/server/contract/${name}.ts`);
  const { status, stdout } = run(
    'vitest',
    'run',
    '--reporter=json',
    ...planted,
    ...ofEvery,
    'apps/web/pages.test.ts',
    'apps/web/shell/menu/icons.test.ts',
  );
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{"')));
  expect(report).toMatchObject({ success: true, numFailedTests: 0 });
  expect(stdout).toContain('loyalty-tier.test.ts');
  expect(status).toBe(0);
});

test('its migration takes the next number of the whole program', () => {
  const numbersIn = (folder: string): readonly number[] =>
    readdirSync(path.join(house, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sql'))
      .map((file) => Number(path.basename(file).slice(0, 4)));
  const all = ['kit/db', 'domains'].flatMap(numbersIn).toSorted((a, b) => a - b);
  expect(planted.flatMap(numbersIn)).toEqual(all.slice(-NOUNS.length));
  expect(new Set(all).size).toBe(all.length);
});

test('it never overwrites a noun, and refuses an unknown domain', () => {
  expect(run('tsx', 'tools/new-noun.ts', 'network/station')).toMatchObject({ status: 1, stderr: 'domains/network/station exists already.\n' });
  expect(run('tsx', 'tools/new-noun.ts', 'weather/rain').stderr).toContain('Say domain/noun');
  expect(existsSync(path.join(house, 'domains/weather'))).toBe(false);
});
