import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const CONFIGURATION = [
  '.oxlintrc.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
  'tsconfig.journey.json',
  'package.json',
  'tools/lint',
];
const long = Array.from({ length: 401 }, (_unused, index) => `export const c${index} = ${index};`).join('\n');

/** A rule and the smallest source that violates it. Without this test a rule that the linter no longer knows would have no effect. */
const faults: readonly (readonly [rule: string, file: string, source: string])[] = [
  ['no-explicit-any', 'engines/a.ts', 'export const a = (b: any): unknown => b;'],
  ['no-floating-promises', 'engines/b.ts', 'const p = async (): Promise<number> => 1;\nexport const q = (): void => {\n  p();\n};'],
  ['no-misused-promises', 'engines/c.ts', 'export const c = (): unknown => setTimeout(async () => Promise.resolve(), 1);'],
  ['no-unused-vars', 'engines/d.ts', 'export const d = (): number => {\n  const left = 1;\n  return 2;\n};'],
  ['max-lines', 'engines/e.ts', long],
  ['max-lines-per-function', 'engines/f.ts', `export const f = (): void => {\n${'  void 0;\n'.repeat(71)}};`],
  ['max-params', 'engines/g.ts', 'export const g = (a: 1, b: 1, c: 1, d: 1): number => a + b + c + d;'],
  ['consistent-type-imports', 'engines/h.ts', `import { Stats } from 'node:fs';\nexport type H = Stats;`],
  ['consistent-type-imports', 'engines/i.ts', `export type I = import('node:fs').Stats;`],
  ['consistent-type-assertions', 'domains/j.ts', 'export const j = (a: unknown): number => a as number;'],
  ['no-non-null-assertion', 'domains/k.ts', 'export const k = (a: readonly number[]): number => a[0]!;'],
  ['no-unsafe-assignment', 'domains/l.ts', `export const l = (): number => {\n  const a = JSON.parse('1');\n  return Number(a);\n};`],
  ['switch-exhaustiveness-check', 'domains/m.ts', `export const m = (a: 'x' | 'y'): void => {\n  switch (a) {\n    case 'x':\n      break;\n  }\n};`],
  ['no-console', 'domains/n.ts', `export const n = (): void => console.log('n');`],
  ['no-restricted-properties', 'engines/u.ts', 'export const u = (): number => Date.now();'],
  ['no-restricted-properties', 'domains/v.rules.ts', 'export const v = (): number => Math.random();'],
  ['no-restricted-globals', 'engines/w.ts', `export const w = (): unknown => fetch('/w');`],
  ['no-default-export', 'domains/o.ts', 'export default 1;'],
  ['type-names', 'domains/x.ts', 'export interface Asked {\n  readonly a: number;\n}'],
  ['type-names', 'kit/z.ts', 'export type Place = string;'],
  ['eqeqeq', 'domains/p.ts', 'export const p = (a: number): boolean => a == 1;'],
  [
    'rules-of-hooks',
    'domains/q.web.tsx',
    `import { useState } from 'react';\nexport const useQ = (on: boolean): void => {\n  if (on) useState(1);\n};`,
  ],
  ['alt-text', 'domains/r.web.tsx', `export const R = () => <img src="r.png" />;`],
  ['no-focused-tests', 'domains/s.test.ts', `import { expect, test } from 'vitest';\ntest.only('s', () => expect(1).toBe(1));`],
  ['expect-expect', 'domains/t.test.ts', `import { test } from 'vitest';\ntest('t', () => undefined);`],
];
const sound: readonly (readonly [file: string, source: string])[] = [
  ['kit/a.ts', 'export const a = (b: unknown): number => b as number; // a reason'],
  ['engines/y.ts', `export const y = ['a', 'b'] as const;`],
];

let house: string;
let found: readonly string[];

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), 'lint-'));
  for (const file of CONFIGURATION) cpSync(path.join(ROOT, file), path.join(house, file), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(house, 'node_modules'));
  for (const [file, source] of [...faults.map(([, ...rest]) => rest), ...sound]) {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(house, file), `${source}\n`);
  }
  const { stdout } = spawnSync(path.join(house, 'node_modules/.bin/oxlint'), ['--format=unix', 'engines', 'domains', 'kit'], {
    cwd: house,
    encoding: 'utf8',
  });
  found = stdout.split('\n');
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

test.each(faults)('%s is caught in %s', (rule, file) => {
  expect(found.filter((line) => line.startsWith(`${file}:`) && line.endsWith(`(${rule})]`))).not.toEqual([]);
});

test.each(sound)('%s is let pass', (file) => {
  expect(found.filter((line) => line.startsWith(`${file}:`))).toEqual([]);
});
