import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A column that a query answers as text under its own name. */
const AS_TEXT = /(?<![\w.])(?:\w+\.)?(?<column>\w+)::text(?!\w|\[)(?!\s+as\s)/gu;

/** Columns by whose text a query orders: to `order by`, the name of an answered column is that column, so 10 stands before 9. */
const orderedAsText = (query: string): readonly string[] =>
  [...query.matchAll(AS_TEXT)].flatMap(({ groups, index, 0: { length } }) => {
    const column = groups?.['column'] ?? '';
    const order = /order by (?<columns>[^`;)]*)/iu.exec(query.slice(index + length))?.groups?.['columns'] ?? '';
    return new RegExp(String.raw`(?<![\w.])${column}\b`, 'u').test(order) ? [column] : [];
  });

test('finds the fault it looks for, and lets the column of the table pass', () => {
  expect(orderedAsText('select id::text, name from a order by name, id desc')).toEqual(['id']);
  expect(orderedAsText('select id::text, name from a order by name, a.id desc')).toEqual([]);
  expect(orderedAsText('select id::text as "rowId" from a order by id desc')).toEqual([]);
});

test('no query orders numbers as texts', () => {
  const files = ['kit', 'domains', 'apps', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') ? [`${folder}/${file}`] : [],
    ),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`[^`]*::text[^`]*`/gu)].flatMap(([query]) => orderedAsText(query).map((column) => `${file}: ${column}`)),
  );
  expect(found).toEqual([]);
});
