import { say } from '#kit/fields/words.ts';
import { BAD_ROWS_SHOWN } from '#kit/resource/crud.ts';
import type { BadImportRow, ImportAnswer, ImportPreview } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Refusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { tryInSavepoint } from '../context/savepoint.ts';
import type { Context } from '../context/context.ts';
import { readDraft } from './excel-draft.ts';
import type { Problems } from './excel-draft.ts';
import { escapeFormula, fieldLabel, importColumns, sheetOf } from './excel-export.ts';
import { EXCEL_ROWS_MAX } from './excel-read.ts';
import { readSheets } from './excel-sheets.ts';
import type { ImportRow, ImportSheet } from './excel-sheets.ts';
import { kitRefusals, kitWords } from '../refusals.ts';
import type { UploadedFile } from '../context/route.ts';
import { saveFile } from '../files/stored-file.ts';

type AddRow = (ctx: Context, draft: Readonly<Record<string, unknown>>) => Promise<unknown>;
interface BadRow {
  readonly row: ImportRow;
  readonly problems: Problems;
}
interface ImportRequest {
  readonly files: readonly UploadedFile[];
  readonly add: AddRow;
  readonly edits: string;
  /** False is a preview: the same work is done and rolled back. */
  readonly keepChanges: boolean;
}

/**
 * Adds the rows of sheets one by one through the noun's own `add`. Valid rows are kept. Rejected rows are returned as a workbook with their row
 * numbers and the reasons, in the viewer's language. A preview returns the invalid cells instead and keeps nothing.
 */
export const importRows = async (ctx: Context, noun: AnyResource, { files, add, edits, keepChanges }: ImportRequest): Promise<ImportAnswer> => {
  const sheets = await readSheets(ctx, noun, { files, edits });
  const rows = sheets.flatMap((sheet) => sheet.rows);
  if (rows.length > EXCEL_ROWS_MAX) throwRefusal(kitRefusals, 'tooManyRows', { max: EXCEL_ROWS_MAX });
  const bad: BadRow[] = [];
  const keyCache = new Map<string, string>();
  const addAll = async (): Promise<void> => {
    for (const row of rows) {
      const problems = await tryRow(ctx, noun, { row, keyCache, add });
      if (problems) bad.push({ row, problems });
    }
  };
  if (keepChanges) await addAll();
  else await tryInSavepoint(ctx, { keepChanges: false }, addAll);
  const counts = { totalCount: rows.length, successCount: keepChanges ? rows.length - bad.length : 0, errorCount: keepChanges ? bad.length : 0 };
  if (!keepChanges) return { ...counts, msg: '', preview: previewOf(ctx, noun, { sheets, bad, total: rows.length }) };
  if (bad.length === 0) return { ...counts, msg: ctx.say(kitWords.imported, { count: rows.length }) };
  const msg = bad.length < rows.length ? ctx.say(kitWords.importedPartly) : ctx.say(kitWords.importedNothing, { count: bad.length });
  return { ...counts, msg, ...(await errorFile(ctx, noun, { sheets, bad })) };
};

const tryRow = async (
  ctx: Context,
  noun: AnyResource,
  { row, keyCache, add }: { readonly row: ImportRow; readonly keyCache: Map<string, string>; readonly add: AddRow },
): Promise<Problems | undefined> => {
  const parsed = await readDraft(ctx, noun, { row, keyCache });
  if ('problems' in parsed) return parsed.problems;
  const refusal = await tryInSavepoint(ctx, { keepChanges: true }, () => add(ctx, parsed.draft));
  return refusal && problemsOf(ctx, noun, refusal);
};

/** Assigns a refusal to the cells that it names. */
const problemsOf = (ctx: Context, noun: AnyResource, refusal: Refusal): Problems => {
  const { detail } = refusal.facts;
  const fieldProblems: unknown = typeof detail === 'object' && detail !== null && 'fields' in detail ? detail.fields : undefined;
  const fields = typeof fieldProblems === 'object' && fieldProblems !== null ? Object.entries(fieldProblems) : [];
  const columns = new Set(importColumns(noun, ctx.viewer).map(([name]) => name));
  const cellProblems = fields.flatMap(([name, text]): readonly (readonly [string, string])[] =>
    columns.has(name) && typeof text === 'string' ? [[name, text]] : [],
  );
  return cellProblems.length > 0 ? Object.fromEntries(cellProblems) : { '': refusal.in(ctx.viewer.language) };
};

interface ImportOutcome {
  readonly sheets: readonly ImportSheet[];
  readonly bad: readonly BadRow[];
}

const previewOf = (ctx: Context, noun: AnyResource, { sheets, bad, total }: ImportOutcome & { readonly total: number }): ImportPreview => {
  const listed = bad.slice(0, BAD_ROWS_SHOWN);
  const isConcerned = (name: string): boolean =>
    sheets.some(({ columns }) => columns.some(([own]) => own === name)) || listed.some(({ problems }) => problems[name] !== undefined);
  return {
    files: sheets.map(({ name, unread }) => ({ name, unread })),
    columns: importColumns(noun, ctx.viewer)
      .filter(([name]) => isConcerned(name))
      .map(([name, { codes }]) => ({
        name,
        label: fieldLabel(ctx, noun, name),
        ...(codes && { options: Object.values(codes.items).map((item) => say(item.words, ctx.viewer.language)) }),
      })),
    goodCount: total - bad.length,
    badCount: bad.length,
    bad: listed.map(({ row: { file, row, cells }, problems }): BadImportRow => ({ file, row, cells: texts(cells), problems })),
  };
};

const texts = (cells: ImportRow['cells']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, String(cell)]));

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook with the rejected rows and all their columns, which can be corrected and imported again. */
const errorFile = async (ctx: Context, noun: AnyResource, { sheets, bad }: ImportOutcome): Promise<Pick<ImportAnswer, 'fileUrl' | 'fileName'>> => {
  const hasSeveralFiles = sheets.length > 1;
  const titles = [
    ...new Set([...sheets.flatMap((sheet) => sheet.titles), ...bad.flatMap(({ row }) => editedTitles(ctx, noun, { sheets, row }))]),
  ].filter((title) => title !== '');
  const header = [...(hasSeveralFiles ? [ctx.say(kitWords.errorFile)] : []), ctx.say(kitWords.errorRow), ctx.say(kitWords.errorColumn), ...titles];
  const lines = bad.map(({ row, problems }) => [
    ...(hasSeveralFiles ? [escapeFormula(sheets[row.file]?.name ?? '')] : []),
    row.row,
    Object.values(problems).join('; '),
    ...titles.map((title) => cellOfColumn(ctx, noun, { sheet: sheets[row.file], row, title })),
  ]);
  const fileName = `${noun.name}-errors.xlsx`;
  return { fileUrl: await saveFile(ctx, { name: fileName, contentType: xlsxType, body: sheetOf(noun.name, header, lines) }), fileName };
};

/** Columns that the sheet lacks and that a correction has filled. */
const editedTitles = (ctx: Context, noun: AnyResource, { sheets, row }: { readonly sheets: readonly ImportSheet[]; readonly row: ImportRow }) =>
  Object.keys(row.cells).flatMap((name) => (sheets[row.file]?.columns.some(([own]) => own === name) ? [] : [fieldLabel(ctx, noun, name)]));

const cellOfColumn = (
  ctx: Context,
  noun: AnyResource,
  { sheet, row, title }: { readonly sheet: ImportSheet | undefined; readonly row: ImportRow; readonly title: string },
): string | number | null => {
  const [name] = importColumns(noun, ctx.viewer).find(([own]) => own === title || fieldLabel(ctx, noun, own) === title) ?? [];
  const index = sheet?.titles.indexOf(title) ?? -1;
  const cell = (name === undefined ? undefined : row.cells[name]) ?? (index < 0 ? null : (row.rawCells[index] ?? null));
  return typeof cell === 'string' ? escapeFormula(cell) : cell;
};
