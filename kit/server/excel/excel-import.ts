import { say } from '#kit/fields/words.ts';
import { BAD_ROWS_SHOWN } from '#kit/resource/crud.ts';
import type { BadImportRow, ImportAnswer, ImportPreview } from '#kit/resource/crud.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Refusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { attempt } from '../context/savepoint.ts';
import type { Context } from '../context/context.ts';
import { readDraft } from './excel-draft.ts';
import type { Problems } from './excel-draft.ts';
import { harmless, headerOf, importColumns, sheetOf } from './excel-export.ts';
import { EXCEL_ROWS_MAX } from './excel-read.ts';
import { readSheets } from './excel-sheets.ts';
import type { ImportRow, ImportSheet } from './excel-sheets.ts';
import { kitRefusals, kitWords } from '../refusals.ts';
import type { UploadedFile } from '../context/route.ts';
import { saveFile } from '../files/stored-file.ts';

type Add = (ctx: Context, draft: Readonly<Record<string, unknown>>) => Promise<unknown>;
interface BadRow {
  readonly row: ImportRow;
  readonly problems: Problems;
}
interface ImportAsk {
  readonly files: readonly UploadedFile[];
  readonly add: Add;
  readonly edits: string;
  /** False is a dry run: the same work, taken back. */
  readonly keeps: boolean;
}

/**
 * Adds the rows of sheets one by one through the noun's own `add`. Good rows are kept; bad ones come back as a workbook with the
 * sheet's own row numbers and the reason, in the viewer's language. A dry run tells the bad cells instead and keeps nothing.
 */
export const importRows = async (ctx: Context, noun: AnyResource, { files, add, edits, keeps }: ImportAsk): Promise<ImportAnswer> => {
  const sheets = await readSheets(ctx, noun, { files, edits });
  const rows = sheets.flatMap((sheet) => sheet.rows);
  if (rows.length > EXCEL_ROWS_MAX) refuse(kitRefusals, 'tooManyRows', { max: EXCEL_ROWS_MAX });
  const bad: BadRow[] = [];
  const known = new Map<string, string>();
  const addAll = async (): Promise<void> => {
    for (const row of rows) {
      const problems = await tryRow(ctx, noun, { row, known, add });
      if (problems) bad.push({ row, problems });
    }
  };
  if (keeps) await addAll();
  else await attempt(ctx, { keeps: false }, addAll);
  const counted = { totalCount: rows.length, successCount: keeps ? rows.length - bad.length : 0, errorCount: keeps ? bad.length : 0 };
  if (!keeps) return { ...counted, msg: '', preview: previewOf(ctx, noun, { sheets, bad, total: rows.length }) };
  if (bad.length === 0) return { ...counted, msg: ctx.say(kitWords.imported, { count: rows.length }) };
  const msg = bad.length < rows.length ? ctx.say(kitWords.importedPartly) : ctx.say(kitWords.importedNothing, { count: bad.length });
  return { ...counted, msg, ...(await errorFile(ctx, noun, { sheets, bad })) };
};

const tryRow = async (
  ctx: Context,
  noun: AnyResource,
  { row, known, add }: { readonly row: ImportRow; readonly known: Map<string, string>; readonly add: Add },
): Promise<Problems | undefined> => {
  const read = await readDraft(ctx, noun, { row, known });
  if ('problems' in read) return read.problems;
  const refused = await attempt(ctx, { keeps: true }, () => add(ctx, read.draft));
  return refused && problemsOf(ctx, noun, refused);
};

/** A refusal by the cells it is about, as far as it names them. */
const problemsOf = (ctx: Context, noun: AnyResource, refused: Refusal): Problems => {
  const { detail } = refused.facts;
  const told: unknown = typeof detail === 'object' && detail !== null && 'fields' in detail ? detail.fields : undefined;
  const fields = typeof told === 'object' && told !== null ? Object.entries(told) : [];
  const columns = new Set(importColumns(noun, ctx.viewer).map(([name]) => name));
  const ofCells = fields.flatMap(([name, text]): readonly (readonly [string, string])[] =>
    columns.has(name) && typeof text === 'string' ? [[name, text]] : [],
  );
  return ofCells.length > 0 ? Object.fromEntries(ofCells) : { '': refused.in(ctx.viewer.language) };
};

interface Result {
  readonly sheets: readonly ImportSheet[];
  readonly bad: readonly BadRow[];
}

const previewOf = (ctx: Context, noun: AnyResource, { sheets, bad, total }: Result & { readonly total: number }): ImportPreview => {
  const shown = bad.slice(0, BAD_ROWS_SHOWN);
  const isAbout = (name: string): boolean =>
    sheets.some(({ columns }) => columns.some(([own]) => own === name)) || shown.some(({ problems }) => problems[name] !== undefined);
  return {
    files: sheets.map(({ name, unread }) => ({ name, unread })),
    columns: importColumns(noun, ctx.viewer)
      .filter(([name]) => isAbout(name))
      .map(([name, { codes }]) => ({
        name,
        label: headerOf(ctx, noun, name),
        ...(codes && { options: Object.values(codes.items).map((item) => say(item.words, ctx.viewer.language)) }),
      })),
    goodCount: total - bad.length,
    badCount: bad.length,
    bad: shown.map(({ row: { file, row, cells }, problems }): BadImportRow => ({ file, row, cells: texts(cells), problems })),
  };
};

const texts = (cells: ImportRow['cells']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, String(cell)]));

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The bad rows with all their columns, so that they can be put right and sent again as they are. */
const errorFile = async (ctx: Context, noun: AnyResource, { sheets, bad }: Result): Promise<Pick<ImportAnswer, 'fileUrl' | 'fileName'>> => {
  const several = sheets.length > 1;
  const titles = [
    ...new Set([...sheets.flatMap((sheet) => sheet.titles), ...bad.flatMap(({ row }) => editedTitles(ctx, noun, { sheets, row }))]),
  ].filter((title) => title !== '');
  const header = [...(several ? [ctx.say(kitWords.errorFile)] : []), ctx.say(kitWords.errorRow), ctx.say(kitWords.errorColumn), ...titles];
  const lines = bad.map(({ row, problems }) => [
    ...(several ? [harmless(sheets[row.file]?.name ?? '')] : []),
    row.row,
    Object.values(problems).join('; '),
    ...titles.map((title) => cellUnder(ctx, noun, { sheet: sheets[row.file], row, title })),
  ]);
  const fileName = `${noun.name}-errors.xlsx`;
  return { fileUrl: await saveFile(ctx, { name: fileName, contentType: xlsxType, body: sheetOf(noun.name, header, lines) }), fileName };
};

/** Columns that the sheet did not have, and a correction filled. */
const editedTitles = (ctx: Context, noun: AnyResource, { sheets, row }: { readonly sheets: readonly ImportSheet[]; readonly row: ImportRow }) =>
  Object.keys(row.cells).flatMap((name) => (sheets[row.file]?.columns.some(([own]) => own === name) ? [] : [headerOf(ctx, noun, name)]));

const cellUnder = (
  ctx: Context,
  noun: AnyResource,
  { sheet, row, title }: { readonly sheet: ImportSheet | undefined; readonly row: ImportRow; readonly title: string },
): string | number | null => {
  const [name] = importColumns(noun, ctx.viewer).find(([own]) => own === title || headerOf(ctx, noun, own) === title) ?? [];
  const at = sheet?.titles.indexOf(title) ?? -1;
  const cell = (name === undefined ? undefined : row.cells[name]) ?? (at < 0 ? null : (row.whole[at] ?? null));
  return typeof cell === 'string' ? harmless(cell) : cell;
};
