import { sql } from 'kysely';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import type { ImportAnswer } from '#kit/resource/crud.ts';
import { Refusal, refuse } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from './context.ts';
import { headerOf, importColumns, sheetOf } from './excel-export.ts';
import { lockedOf, refuseLocked } from './field-limits.ts';
import { readSheet } from './excel-read.ts';
import type { SheetRow } from './excel-read.ts';
import { fillScope } from './fill-scope.ts';
import { columnOf } from './names.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { kitRefusals, kitWords } from './refusals.ts';
import type { UploadedFile } from './route.ts';
import { scopeClauses } from './scope.ts';
import { saveFile } from './stored-file.ts';

type AnyRow = Readonly<Record<string, unknown>>;
type Add = (ctx: Context, draft: AnyRow) => Promise<unknown>;
interface BadRow {
  readonly rowNo: number;
  readonly cells: SheetRow;
  readonly reason: string;
}

/**
 * Adds a sheet's rows one by one through the noun's own `add`. Good rows are kept; bad ones come back as a workbook with the
 * sheet's own row numbers and the reason, in the viewer's language.
 */
export const importRows = async (
  ctx: Context,
  noun: AnyResource,
  ask: { readonly files: readonly UploadedFile[]; readonly add: Add },
): Promise<ImportAnswer> => {
  if (ask.files.length === 0) refuse(kitRefusals, 'noFile');
  const bad: BadRow[] = [];
  let header: SheetRow = [];
  let total = 0;
  for (const file of ask.files) {
    const [titles = [], ...rows] = await readSheet(file.bytes);
    header = titles;
    const columns = columnsOfSheet(ctx, noun, titles);
    for (const [index, cells] of rows.entries()) {
      if (cells.every((cell) => cell === null || cell === '')) continue;
      total += 1;
      const reason = await tryRow(ctx, noun, { columns, cells, add: ask.add });
      if (reason !== undefined) bad.push({ rowNo: index + 2, cells, reason });
    }
  }
  const good = total - bad.length;
  if (bad.length === 0) return { totalCount: total, successCount: good, errorCount: 0, msg: ctx.say(kitWords.imported, { count: good }) };
  const body = sheetOf(
    noun.name,
    [ctx.say(kitWords.errorRow), ctx.say(kitWords.errorColumn), ...header.map(String)],
    bad.map((row) => [row.rowNo, row.reason, ...row.cells]),
  );
  const fileName = `${noun.name}-errors.xlsx`;
  const fileUrl = await saveFile(ctx, { name: fileName, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body });
  const msg = good > 0 ? ctx.say(kitWords.importedPartly) : ctx.say(kitWords.importedNothing, { count: bad.length });
  return { totalCount: total, successCount: good, errorCount: bad.length, msg, fileUrl, fileName };
};

interface SheetColumn {
  readonly name: string;
  readonly field: Field;
  readonly at: number;
}

const columnsOfSheet = (ctx: Context, noun: AnyResource, titles: SheetRow): readonly SheetColumn[] => {
  const placeOf = (name: string): number =>
    titles.findIndex((title) =>
      [name, headerOf(ctx, noun, name)].includes(
        String(title ?? '')
          .replace(/\s*\*$/, '')
          .trim(),
      ),
    );
  for (const name of lockedOf(ctx.viewer, noun.name)) if (name in noun.fields && placeOf(name) >= 0) refuseLocked(ctx, noun, name);
  const found = importColumns(noun, ctx.viewer).flatMap(([name, field]) => {
    const at = placeOf(name);
    return at < 0 ? [] : [{ name, field, at }];
  });
  return found.length > 0
    ? found
    : refuse(kitRefusals, 'badFile', {
        reason: importColumns(noun, ctx.viewer)
          .map(([name]) => headerOf(ctx, noun, name))
          .join(', ')
          .slice(0, 120),
      });
};

const tryRow = async (
  ctx: Context,
  noun: AnyResource,
  row: { readonly columns: readonly SheetColumn[]; readonly cells: SheetRow; readonly add: Add },
): Promise<string | undefined> => {
  const draft = await readRow(ctx, noun, row);
  if (typeof draft === 'string') return draft;
  await sql`savepoint import_row`.execute(ctx.db.withoutPlugins());
  try {
    await row.add(ctx, draft);
    await sql`release savepoint import_row`.execute(ctx.db.withoutPlugins());
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(ctx.db.withoutPlugins());
    if (error instanceof Refusal) return error.in(ctx.viewer.language);
    throw error;
  }
};

const readRow = async (
  ctx: Context,
  noun: AnyResource,
  row: { readonly columns: readonly SheetColumn[]; readonly cells: SheetRow },
): Promise<AnyRow | string> => {
  const raw: Record<string, unknown> = {};
  for (const { name, field, at } of row.columns) {
    const cell = row.cells[at];
    if (cell === null || cell === undefined || cell === '') continue;
    raw[name] =
      field.kind === 'ref' && field.to !== undefined
        ? await keyByTitle(ctx, ctx.registry.resource(field.to), String(cell))
        : field.kind === 'choice'
          ? codeByWord(field, cell)
          : cell;
  }
  const given = fillScope(ctx.viewer, noun.fields, raw);
  const draft: Record<string, unknown> = {};
  for (const [name, field] of importColumns(noun, ctx.viewer)) {
    const parsed = parse(field, given[name] ?? field.initial);
    if (!parsed.ok) return problemText(parsed.problem, { label: headerOf(ctx, noun, name), language: ctx.viewer.language });
    draft[name] = parsed.value;
  }
  return draft;
};

/** A sheet may write a code in any of its words, or as it is. */
const codeByWord = (field: Field, cell: string | number): string | number =>
  Object.values(field.codes?.items ?? {}).find((item) => item.words.includes(String(cell).trim()))?.value ?? cell;

/** A sheet may write what it refers to by name or by key; what is outside the scope is not found. */
const keyByTitle = async (ctx: Context, target: AnyResource, cell: string): Promise<string> => {
  const clauses = [
    sql`not t.is_delete`,
    ...scopeClauses(target, ctx.viewer, 't'),
    sql`(${sql.ref(`t.${columnOf(target.title)}`)} = ${cell.trim()} or ${sql.ref(`t.${columnOf(target.key)}`)}::text = ${cell.trim()})`,
  ];
  const { rows } = await sql<{
    key: unknown;
  }>`select ${sql.ref(`t.${columnOf(target.key)}`)} as key from ${sql.table(target.table)} as t where ${sql.join(clauses, sql` and `)} limit 2`.execute(
    ctx.db.withoutPlugins(),
  );
  // Two of one name are no answer; the key then says which.
  return rows.length === 1 ? String(rows[0]?.key) : '?';
};
