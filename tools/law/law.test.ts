import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkImports, type Findings } from './cruise.ts';

/** A file of the repository under test, its source, and the rules that must report it. */
type Case = readonly [file: string, source: string, ...caughtBy: readonly string[]];

const lawful: readonly Case[] = [
  ['engines/money/round.ts', 'export interface Rounding { readonly half: 1 }\nexport const round = 1;'],
  ['engines/money/split.ts', `export type { Rounding } from './round.ts';`],
  ['kit/resource/resource.ts', `import { z } from 'zod';\nexport const resource = z;`],
  ['kit/web/list.tsx', `import type { Rounding } from '#engines/money/round.ts';\nexport const List = (p: Rounding) => <b>{p.half}</b>;`],
  [
    'kit/server/http.ts',
    `import Fastify from 'fastify';\nimport { resource } from '#kit/resource/resource.ts';\nexport const http = [Fastify, resource];`,
  ],
  ['kit/db/embedded/cluster.ts', `import { join } from 'node:path';\nexport const cluster = join('a');`],
  ['kit/db/embedded/index.ts', `export { cluster } from './cluster.ts';`],
  ['kit/db/connections/embedded-database.ts', `export { cluster } from '../embedded/index.ts';`],
  ['kit/test/house.ts', `import { test } from 'vitest';\nexport { test };`],
  [
    'domains/network/station/station.ts',
    `import { resource } from '#kit/resource/resource.ts';\nimport { stationCodes } from './station.codes.ts';\nexport const station = [resource, stationCodes];`,
  ],
  ['domains/network/station/station.codes.ts', `export const stationCodes = [1, 2];`],
  ['domains/network/station/station.rules.ts', `import { station } from './station.ts';\nexport const rule = station;`],
  ['domains/network/station/station.labels.ts', `import { station } from './station.ts';\nexport const labels = [station];`],
  [
    'domains/network/station/station.server.ts',
    `import { http } from '#kit/server/http.ts';\nimport { rule } from './station.rules.ts';\nexport const s = [http, rule];`,
  ],
  ['domains/network/station/station.web.tsx', `import { List } from '#kit/web/list.tsx';\nexport const Page = () => <List half={1} />;`],
  [
    'domains/network/station/station.test.ts',
    `import { test } from '#kit/test/house.ts';\nimport { s } from './station.server.ts';\ntest('x', () => { void s; });`,
  ],
  ['domains/network/pair/left.rules.ts', `import type { Right } from './right.rules.ts';\nexport interface Left { readonly right: Right }`],
  ['domains/network/pair/right.rules.ts', `import { type Left } from './left.rules.ts';\nexport interface Right { readonly left?: Left }`],
  ['domains/network/station/station.fixture.ts', `export { test } from '#kit/test/house.ts';`],
  ['engines/money/testing/oracle.ts', `import fc from 'fast-check';\nexport { fc };`],
  ['engines/money/testing/cases/random.ts', `import fc from 'fast-check';\nexport { fc };`],
  ['domains/network/resources.ts', `export { station } from './station/station.ts';`],
  ['domains/network/server.ts', `export { s } from './station/station.server.ts';`],
  ['domains/network/web.ts', `export const pages = () => import('./station/station.web.tsx');`],
  ['domains/money/ledger/ledger.server.ts', `import { s } from '#domains/network/server.ts';\nexport const l = s;`],
  [
    'apps/server/main.ts',
    `import { s } from '#domains/network/server.ts';\nimport { createServer } from 'node:http';\nexport const m = [s, createServer];`,
  ],
  ['apps/web/main.tsx', `import { pages } from '#domains/network/web.ts';\nexport const App = () => <i>{String(pages)}</i>;`],
];

const unlawful: readonly Case[] = [
  ['engines/bad/clock.ts', `import { now } from 'node:perf_hooks';\nexport { now };`, 'engines-stand-alone'],
  ['engines/bad/library.ts', `import { z } from 'zod';\nexport { z };`, 'engines-stand-alone'],
  [
    'engines/bad/type.ts',
    `import type { resource } from '#kit/resource/resource.ts';\nexport type R = typeof resource;`,
    'engines-never-back',
    'engines-stand-alone',
  ],
  ['kit/server/rows/rows.ts', `export type { Query } from '../lists/list.ts';\nexport interface Rows { readonly all: 1 }`],
  ['kit/server/lists/list.ts', `export type { Rows } from '../rows/rows.ts';\nexport interface Query { readonly page: 1 }`],
  ['kit/server/back.ts', `import { station } from '#domains/network/resources.ts';\nexport { station };`, 'kit-never-back'],
  ['kit/server/relative.ts', `export { station } from '../../domains/network/resources.ts';`, 'kit-never-back'],
  ['kit/server/screen.ts', `export const lazy = async () => import('#kit/web/list.tsx');`, 'server-not-web'],
  ['kit/resource/heavy.ts', `import Fastify from 'fastify';\nexport { Fastify };`, 'kit-declares-alone'],
  ['kit/fields/file.ts', `export { readFileSync } from 'node:fs';`, 'kit-declares-alone', 'web-not-node'],
  ['kit/web/through.tsx', `import { http } from '#kit/server/http.ts';\nexport const T = () => <i>{String(http)}</i>;`, 'web-not-server'],
  ['kit/web/node.tsx', `import { join } from 'node:path';\nexport const N = () => <i>{join('a')}</i>;`, 'web-not-node'],
  ['kit/db/transactions/retry.ts', `export { cluster } from '../embedded/cluster.ts';`, 'embedded-has-one-entry-point'],
  ['kit/db/embedded/owner.ts', `export { cluster } from '../connections/embedded-database.ts';`, 'embedded-stands-alone'],
  ['kit/db/embedded/web.ts', `import Fastify from 'fastify';\nexport { Fastify };`, 'embedded-stands-alone'],
  ['kit/db/tested.ts', `import { test } from '#kit/test/house.ts';\nexport { test };`, 'tests-stay-outside'],
  ['domains/money/back/back.ts', `export { m } from '#apps/server/main.ts';`, 'domains-never-back', 'declarations-are-data'],
  ['domains/money/window/window.server.ts', `export { s } from '#domains/network/station/station.server.ts';`, 'domains-use-entry-points'],
  [
    'domains/identity/early/early.ts',
    `import type { station } from '#domains/network/resources.ts';\nexport type S = typeof station;`,
    'domains-in-order-identity',
  ],
  ['domains/weather/rain/rain.ts', `export { round } from '#engines/money/round.ts';`, 'domains-are-listed'],
  ['domains/money/odd/odd.helper.ts', `export { round } from '#engines/money/round.ts';`, 'suffix-known'],
  ['domains/money/declaration/declaration.ts', `export { http } from '#kit/server/http.ts';`, 'declarations-are-data'],
  ['domains/money/declaration/entry.ts', `export { s } from '#domains/network/server.ts';`, 'declarations-are-data'],
  ['domains/money/declaration/node.ts', `export { readFileSync } from 'node:fs';`, 'declarations-are-data', 'web-not-node'],
  ['domains/money/rules/rules.rules.ts', `import Fastify from 'fastify';\nexport { Fastify };`, 'rules-are-pure'],
  ['domains/money/labels/labels.labels.ts', `export { List } from '#kit/web/list.tsx';`, 'labels-are-texts'],
  ['domains/money/mixed/mixed.server.ts', `export { List } from '#kit/web/list.tsx';`, 'server-not-web'],
  [
    'domains/money/mixed/mixed.web.tsx',
    `import { s } from '#domains/network/server.ts';\nexport const M = () => <i>{String(s)}</i>;`,
    'web-not-server',
  ],
  ['domains/money/mixed/hidden.web.tsx', `import { bridge } from './bridge.ts';\nexport const H = () => <i>{String(bridge)}</i>;`, 'web-not-server'],
  ['domains/money/mixed/bridge.ts', `export { http as bridge } from '#kit/server/http.ts';`, 'declarations-are-data'],
  ['domains/money/lib/lib.server.ts', `import fc from 'fast-check';\nexport { fc };`, 'tests-stay-outside'],
  ['domains/money/lib/fixed.server.ts', `export { fc } from '#engines/money/testing/oracle.ts';`, 'tests-stay-outside'],
  ['domains/money/lib/absent.server.ts', `export { nothing } from './nothing.ts';`, 'resolves'],
  ['domains/money/lib/undeclared.server.ts', `import acorn from 'acorn';\nexport { acorn };`, 'declared'],
  ['domains/money/ring/one.rules.ts', `import { two } from './two.rules.ts';\nexport const one = () => two;`, 'no-cycles'],
  ['domains/money/ring/two.rules.ts', `import { one } from './one.rules.ts';\nexport const two = () => one;`, 'no-cycles'],
  ['domains/charging/order/lifecycle/save-order.server.ts', `export const save = () => 1;`],
  ['domains/charging/order/settle.server.ts', `export { save } from './lifecycle/save-order.server.ts';`, 'orders-change-in-lifecycle'],
  ['domains/charging/order/late.server.ts', `export { made } from '../reservation-order/made.server.ts';`, 'orders-import-no-reservations'],
  ['domains/charging/reservation-order/made.server.ts', `export const made = 1;`],
  ['apps/server/window.ts', `export { s } from '#domains/network/station/station.server.ts';`, 'apps-use-entry-points'],
  ['apps/gateway/back.ts', `export { m } from '#apps/server/main.ts';`, 'apps-stay-apart'],
  ['apps/simulator/inside.ts', `export { http } from '#kit/server/http.ts';`, 'simulator-uses-public-interfaces'],
];

describe('the import law', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  let house: string;
  let findings: Findings;

  beforeAll(async () => {
    house = mkdtempSync(path.join(tmpdir(), 'law-'));
    for (const [file, source] of [...lawful, ...unlawful]) {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(house, file), source);
    }
    const imports = Object.fromEntries(['engines', 'kit', 'domains', 'apps'].map((layer) => [`#${layer}/*`, `./${layer}/*`]));
    const dependencies = { fastify: '*', zod: '*', vitest: '*', 'fast-check': '*' };
    writeFileSync(path.join(house, 'package.json'), JSON.stringify({ name: 'house', type: 'module', imports, dependencies }));
    symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'));
    findings = await checkImports(house);
  });

  afterAll(() => rmSync(house, { recursive: true, force: true }));

  const caught = (file: string): readonly string[] =>
    [...new Set(findings.violations.filter((violation) => violation.from === file).map((violation) => violation.rule))].toSorted();

  test.each(lawful)('lets %s pass', (file) => expect(caught(file)).toEqual([]));

  test.each(unlawful)('catches %s', (file, _source, ...laws) => expect(caught(file)).toEqual(laws.toSorted()));

  test('catches two folders of kit/server that need each other, by types alone', () => {
    const found = findings.violations.filter(({ rule }) => rule === 'no-folder-cycles').map(({ from }) => from);
    expect(found.toSorted()).toEqual(['kit/server/lists', 'kit/server/rows']);
  });

  test('reads every file', () => expect(findings.files).toBe(lawful.length + unlawful.length));
});
