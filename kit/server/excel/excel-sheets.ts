import type { Field } from '#kit/fields/field.ts';
import type { ImportEdit } from '#kit/resource/crud.ts';
import { Refusal, refuse } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '../context/context.ts';
import { headerOf, importColumns } from './excel-export.ts';
import { readSheet } from './excel-read.ts';
import type { SheetRow } from './excel-read.ts';
import { lockedOf, refuseLocked } from '../rights/field-limits.ts';
import { kitRefusals } from '../refusals.ts';
import type { UploadedFile } from '../context/route.ts';

/** A row of an uploaded sheet: what it says by field, and what it said as a whole. */
export interface ImportRow {
  readonly file: number;
  /** The sheet's own number. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string | number>>;
  readonly whole: SheetRow;
}
export interface ImportSheet {
  readonly name: string;
  readonly titles: readonly string[];
  /** Titles of columns that nobody reads. */
  readonly unread: readonly string[];
  readonly columns: readonly (readonly [string, Field])[];
  readonly rows: readonly ImportRow[];
}

/** Title rows may stand above the header, as in forms of the family. */
const HEADER_AMONG = 5;

/** The rows of each file with what somebody corrected in them. */
export const readSheets = async (
  ctx: Context,
  noun: AnyResource,
  ask: { readonly files: readonly UploadedFile[]; readonly edits: string },
): Promise<readonly ImportSheet[]> => {
  if (ask.files.length === 0) refuse(kitRefusals, 'noFile');
  const edits = readEdits(ctx, noun, ask.edits);
  const sheets: ImportSheet[] = [];
  for (const [index, file] of ask.files.entries()) {
    const rows = await readSheet(file.bytes).catch((error: unknown) => blame(ctx, ask.files, { file, error }));
    sheets.push(sheetOf(ctx, noun, { file, index, rows, edits: edits.filter((edit) => edit.file === index) }));
  }
  return sheets;
};

/** Among several files a refusal names the one it is about. */
const blame = (ctx: Context, files: readonly UploadedFile[], { file, error }: { readonly file: UploadedFile; readonly error: unknown }): never => {
  if (!(error instanceof Refusal) || files.length === 1) throw error;
  return refuse(kitRefusals, 'inFile', { file: file.name, problem: error.in(ctx.viewer.language) });
};

interface UploadedSheet {
  readonly file: UploadedFile;
  readonly index: number;
  readonly rows: readonly SheetRow[];
  readonly edits: readonly ImportEdit[];
}

const sheetOf = (ctx: Context, noun: AnyResource, { file, index, rows, edits }: UploadedSheet): ImportSheet => {
  const { at: headerAt, columns } = headerAmong(ctx, noun, rows);
  const titles = (rows[headerAt] ?? []).map((title) => titleOf(title));
  for (const name of lockedOf(ctx.viewer, noun.name))
    if (name in noun.fields && titles.some((title) => title === name || title === headerOf(ctx, noun, name))) refuseLocked(ctx, noun, name);
  if (columns.length === 0) refuse(kitRefusals, 'unknownSheet', { file: file.name, columns: knownTitles(ctx, noun) });
  const unread = titles.filter((title, at) => title !== '' && !columns.some((column) => column.at === at));
  const read = rows.slice(headerAt + 1).flatMap((whole, after): readonly ImportRow[] => {
    if (whole.every((cell) => cell === null || cell === '')) return [];
    const row = headerAt + after + 2;
    const cells = Object.fromEntries(columns.flatMap(({ name, at }) => cellOf(name, whole[at])));
    return [{ file: index, row, whole, cells: { ...cells, ...edits.find((edit) => edit.row === row)?.cells } }];
  });
  return { name: file.name, titles, unread, columns: columns.map(({ name, field }) => [name, field] as const), rows: read };
};

const cellOf = (name: string, cell: string | number | null | undefined): readonly (readonly [string, string | number])[] =>
  cell === null || cell === undefined || cell === '' ? [] : [[name, typeof cell === 'string' ? bare(cell) : cell]];

/** The apostrophe that an export put before what looks like a formula. */
const bare = (cell: string): string => (/^'[=+\-@\t\r\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

interface SheetColumn {
  readonly name: string;
  readonly field: Field;
  readonly at: number;
}

const titleOf = (cell: string | number | null | undefined): string =>
  String(cell ?? '')
    .replace(/\s*\*$/, '')
    .trim();

const headerAmong = (ctx: Context, noun: AnyResource, rows: readonly SheetRow[]): { readonly at: number; readonly columns: readonly SheetColumn[] } =>
  rows
    .slice(0, HEADER_AMONG)
    .map((row, at) => ({ at, columns: columnsOf(ctx, noun, row) }))
    .reduce((best, one) => (one.columns.length > best.columns.length ? one : best), { at: 0, columns: [] as readonly SheetColumn[] });

const columnsOf = (ctx: Context, noun: AnyResource, titles: SheetRow): readonly SheetColumn[] =>
  importColumns(noun, ctx.viewer).flatMap(([name, field]) => {
    const at = titles.findIndex((title) => [name, headerOf(ctx, noun, name)].includes(titleOf(title)));
    return at < 0 ? [] : [{ name, field, at }];
  });

const knownTitles = (ctx: Context, noun: AnyResource): string =>
  importColumns(noun, ctx.viewer)
    .map(([name]) => headerOf(ctx, noun, name))
    .join(', ')
    .slice(0, 200);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

const readEdits = (ctx: Context, noun: AnyResource, text: string): readonly ImportEdit[] => {
  if (text === '') return [];
  const known = new Set(importColumns(noun, ctx.viewer).map(([name]) => name));
  const given = parsed(text);
  const edits = Array.isArray(given) ? given.map((edit: unknown) => readEdit(edit, known)) : [undefined];
  return edits.every((edit) => edit !== undefined) ? edits : refuse(kitRefusals, 'badEdits', {}, { status: 400 });
};

const readEdit = (edit: unknown, known: ReadonlySet<string>): ImportEdit | undefined => {
  if (!isRecord(edit) || !isRecord(edit['cells'])) return undefined;
  const { file, row } = edit;
  const cells = Object.entries(edit['cells']).filter((cell): cell is [string, string] => known.has(cell[0]) && typeof cell[1] === 'string');
  if (typeof file !== 'number' || typeof row !== 'number' || cells.length !== Object.keys(edit['cells']).length) return undefined;
  return { file, row, cells: Object.fromEntries(cells) };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
