import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTable } from '#kit/fields/codes.ts';
import { bareCodes, codeFieldsOf } from './bare-codes.ts';

const words = ['', '', ''] as const;
const orderState = codeTable({
  dictCode: 'order_state',
  title: words,
  items: { initial: { value: 0, words }, charging: { value: 2, words }, ended: { value: 3, words }, settled: { value: 4, words } },
});
const yesNo = codeTable({ dictCode: 'yn', title: words, items: { yes: { value: 1, words }, no: { value: 0, words } } });
const fields = codeFieldsOf([{ fields: { orderState: { codes: orderState }, isOpen: { codes: yesNo }, remark: {} } }]);

const row = 'declare const row: { orderState: number; isOpen: number; count: number; kind: 1 | 2 | 3 };\n';
const sql = 'declare const sql: (parts: TemplateStringsArray, ...values: unknown[]) => unknown;\n';
const unlawful: readonly (readonly [file: string, source: string, place: string])[] = [
  ['domains/compared.ts', `${row}export const a = row.orderState === 3;`, 'row.orderState === 3'],
  ['domains/typed.ts', `${row}export const a = row.kind !== 2;`, 'row.kind !== 2'],
  [
    'domains/switched.ts',
    `${row}export const a = (): number => {\n  switch (row.orderState) {\n    case 3:\n      return 1;\n  }\n  return 2;\n};`,
    'case 3: return 1;',
  ],
  ['domains/assigned.ts', 'export const a = { orderState: 3 };', 'orderState: 3'],
  ['domains/given.ts', 'const state = (wanted: 1 | 2 | 3): number => wanted;\nexport const a = state(2);', 'state(2)'],
  ['domains/listed.ts', `${row}export const a = [2, 3].includes(row.orderState);`, '[2, 3].includes(row.orderState)'],
  ['domains/named.ts', `${row}const ENDED = 3;\nexport const a = row.orderState === ENDED;`, 'row.orderState === ENDED'],
  ['domains/named-set.ts', `${row}const OVER = new Set([3, 4]);\nexport const a = OVER.has(row.orderState);`, 'OVER.has(row.orderState)'],
  ['domains/sql.ts', `${sql}export const a = sql\`select 1 from o where order_state = 3\`;`, 'order_state = 3'],
  ['domains/sql-list.ts', `${sql}export const a = sql\`select 1 from o where o.order_state not in (2, 3)\`;`, 'order_state not in (2'],
  ['domains/sql-constant.ts', `${sql}const ENDED = 3;\nexport const a = sql\`update o set order_state = \${ENDED}\`;`, 'order_state = 3'],
  [
    'domains/sql-case.ts',
    `${sql}export const a = sql\`update o set order_state = case when x then 3 else order_state end\`;`,
    'order_state = case ... then 3',
  ],
  ['domains/sql-insert.ts', `${sql}export const a = sql\`insert into o (id, order_state) select f(1, 2), 3 from p\`;`, 'order_state: 3'],
  ['domains/screen.web.ts', `${row}export const a = row.orderState === 3;`, 'row.orderState === 3'],
];
const lawful: readonly (readonly [file: string, source: string])[] = [
  ['engines/order/codes.ts', 'export const orderState = { charging: 2, ended: 3 } as const;'],
  ['domains/by-name.ts', `${row}import { orderState } from '../engines/order/codes.ts';\nexport const a = row.orderState === orderState.ended;`],
  ['domains/numbers.ts', `${row}export const a = row.count === 3 || row.orderState === 77;`],
  ['domains/flag.ts', `${row}export const a = row.isOpen === 1;`],
  [
    'domains/sql-by-name.ts',
    `${sql}declare const ended: unknown;\nexport const a = sql\`select 1 from o where order_state = \${ended} and count = 3 limit 3\`;`,
  ],
  ['domains/a.test.ts', `${row}export const a = row.orderState === 3;`],
];

const config = (include: readonly string[], exclude: readonly string[]) =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      target: 'es2023',
      types: [],
    },
    include,
    exclude,
  });

describe('a number that stands for a code', () => {
  let house: string;
  let caught: readonly string[];
  beforeAll(() => {
    house = mkdtempSync(path.join(tmpdir(), 'codes-'));
    for (const [file, source] of [...lawful, ...unlawful]) {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(house, file), source);
    }
    writeFileSync(path.join(house, 'tsconfig.server.json'), config(['engines', 'domains'], ['**/*.web.ts']));
    writeFileSync(path.join(house, 'tsconfig.web.json'), config(['domains/**/*.web.ts'], []));
    caught = bareCodes(house, fields).map(({ from, to }) => `${from.replace(/:\d+$/u, '')} ${to}`);
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  test.each(unlawful)('is caught in %s', (file, _source, index) => expect(caught).toContain(`${file} ${index}`));
  test.each(lawful)('is not seen in %s', (file) => expect(caught.filter((each) => each.startsWith(`${file} `))).toEqual([]));
});
