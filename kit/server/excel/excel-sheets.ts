import type { Field } from '#kit/fields/field.ts';
import type { ImportEdit } from '#kit/resource/crud.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '../context/context.ts';
import { fieldLabel, importColumns } from './excel-export.ts';
import { readSheet } from './excel-read.ts';
import type { SheetRow } from './excel-read.ts';
import { lockedFields, refuseLocked } from '../rights/field-limits.ts';
import { kitRefusals } from '../refusals.ts';
import type { UploadedFile } from '../context/route.ts';

/** A row of an uploaded sheet: its values by field, and all its cells. */
export interface ImportRow {
  readonly file: number;
  /** The row number in the sheet. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string | number>>;
  readonly rawCells: SheetRow;
}
export interface ImportSheet {
  readonly name: string;
  readonly titles: readonly string[];
  /** The titles of columns that the import does not read. */
  readonly unread: readonly string[];
  readonly columns: readonly (readonly [string, Field])[];
  readonly rows: readonly ImportRow[];
}

/** Title rows may come before the header, as in files of the product family. */
const HEADER_ROWS_MAX = 5;

/** The rows of each file, with corrections applied. */
export const readSheets = async (
  ctx: Context,
  noun: AnyResource,
  upload: { readonly files: readonly UploadedFile[]; readonly edits: string },
): Promise<readonly ImportSheet[]> => {
  if (upload.files.length === 0) throwRefusal(kitRefusals, 'noFile');
  const edits = readEdits(ctx, noun, upload.edits);
  const sheets: ImportSheet[] = [];
  for (const [index, file] of upload.files.entries()) {
    const rows = await readSheet(file.bytes).catch((error: unknown) => throwForFile(ctx, upload.files, { file, error }));
    sheets.push(sheetOf(ctx, noun, { file, index, rows, edits: edits.filter((edit) => edit.file === index) }));
  }
  return sheets;
};

/** With several files, a refusal names the one that caused it. */
const throwForFile = (
  ctx: Context,
  files: readonly UploadedFile[],
  { file, error }: { readonly file: UploadedFile; readonly error: unknown },
): never => {
  if (!(error instanceof Refusal) || files.length === 1) throw error;
  return throwRefusal(kitRefusals, 'inFile', { file: file.name, problem: error.in(ctx.viewer.language) });
};

interface UploadedSheet {
  readonly file: UploadedFile;
  readonly index: number;
  readonly rows: readonly SheetRow[];
  readonly edits: readonly ImportEdit[];
}

const sheetOf = (ctx: Context, noun: AnyResource, { file, index, rows, edits }: UploadedSheet): ImportSheet => {
  const { rowIndex: headerAt, columns } = findHeader(ctx, noun, rows);
  const titles = (rows[headerAt] ?? []).map((title) => titleOf(title));
  for (const name of lockedFields(ctx.viewer, noun.name))
    if (name in noun.fields && titles.some((title) => title === name || title === fieldLabel(ctx, noun, name))) refuseLocked(ctx, noun, name);
  if (columns.length === 0) throwRefusal(kitRefusals, 'unknownSheet', { file: file.name, columns: acceptedTitles(ctx, noun) });
  const unread = titles.filter((title, at) => title !== '' && !columns.some((column) => column.columnIndex === at));
  const importRows = rows.slice(headerAt + 1).flatMap((rawCells, offset): readonly ImportRow[] => {
    if (rawCells.every((cell) => cell === null || cell === '')) return [];
    const row = headerAt + offset + 2;
    const cells = Object.fromEntries(columns.flatMap(({ name, columnIndex }) => cellOf(name, rawCells[columnIndex])));
    return [{ file: index, row, rawCells, cells: { ...cells, ...edits.find((edit) => edit.row === row)?.cells } }];
  });
  return { name: file.name, titles, unread, columns: columns.map(({ name, field }) => [name, field] as const), rows: importRows };
};

const cellOf = (name: string, cell: string | number | null | undefined): readonly (readonly [string, string | number])[] =>
  cell === null || cell === undefined || cell === '' ? [] : [[name, typeof cell === 'string' ? unescapeFormula(cell) : cell]];

/** Removes the apostrophe that an export puts before a text that looks like a formula. */
const unescapeFormula = (cell: string): string => (/^'[=+\-@\t\r\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

interface SheetColumn {
  readonly name: string;
  readonly field: Field;
  readonly columnIndex: number;
}

const titleOf = (cell: string | number | null | undefined): string =>
  String(cell ?? '')
    .replace(/\s*\*$/, '')
    .trim();

const findHeader = (
  ctx: Context,
  noun: AnyResource,
  rows: readonly SheetRow[],
): { readonly rowIndex: number; readonly columns: readonly SheetColumn[] } =>
  rows
    .slice(0, HEADER_ROWS_MAX)
    .map((row, rowIndex) => ({ rowIndex, columns: columnsOf(ctx, noun, row) }))
    .reduce((best, candidate) => (candidate.columns.length > best.columns.length ? candidate : best), {
      rowIndex: 0,
      columns: [] as readonly SheetColumn[],
    });

const columnsOf = (ctx: Context, noun: AnyResource, titles: SheetRow): readonly SheetColumn[] =>
  importColumns(noun, ctx.viewer).flatMap(([name, field]) => {
    const columnIndex = titles.findIndex((title) => [name, fieldLabel(ctx, noun, name)].includes(titleOf(title)));
    return columnIndex < 0 ? [] : [{ name, field, columnIndex }];
  });

const acceptedTitles = (ctx: Context, noun: AnyResource): string =>
  importColumns(noun, ctx.viewer)
    .map(([name]) => fieldLabel(ctx, noun, name))
    .join(', ')
    .slice(0, 200);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

const readEdits = (ctx: Context, noun: AnyResource, text: string): readonly ImportEdit[] => {
  if (text === '') return [];
  const fieldNames = new Set(importColumns(noun, ctx.viewer).map(([name]) => name));
  const parsed = tryParseJson(text);
  const edits = Array.isArray(parsed) ? parsed.map((edit: unknown) => readEdit(edit, fieldNames)) : [undefined];
  return edits.every((edit) => edit !== undefined) ? edits : throwRefusal(kitRefusals, 'badEdits', {}, { status: 400 });
};

const readEdit = (edit: unknown, fieldNames: ReadonlySet<string>): ImportEdit | undefined => {
  if (!isRecord(edit) || !isRecord(edit['cells'])) return undefined;
  const { file, row } = edit;
  const cells = Object.entries(edit['cells']).filter((cell): cell is [string, string] => fieldNames.has(cell[0]) && typeof cell[1] === 'string');
  if (typeof file !== 'number' || typeof row !== 'number' || cells.length !== Object.keys(edit['cells']).length) return undefined;
  return { file, row, cells: Object.fromEntries(cells) };
};

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
