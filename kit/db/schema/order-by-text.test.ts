import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A column that a query returns as text under its own name. */
const AS_TEXT = /(?<![\w.])(?:\w+\.)?(?<column>\w+)::text(?!\w|\[)(?!\s+as\s)/gu;

/** The columns by whose text a query orders: `order by` with the name of an output column uses that column, so 10 would come before 9. */
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
