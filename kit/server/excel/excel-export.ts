import { writeXlsxStream } from 'hucre/xlsx';
import { isZone, offsetAt } from '#engines/time/zone.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import { withoutMasking } from '#kit/fields/personal.ts';
import { say } from '#kit/fields/words.ts';
import { addShape } from '#kit/resource/crud.ts';
import type { FileAnswer } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { toWire } from '../values/codec.ts';
import type { Context, ListQuery } from '../context/context.ts';
import { lockedFields, visibleNoun } from '../rights/field-limits.ts';
import { requireReveal } from '../rights/personal-data.ts';
import type { Viewer } from '../context/viewer.ts';
import { plainText } from '../values/plain-text.ts';
import { kitRefusals, kitWords } from '../refusals.ts';

/** The largest number of rows of an export. */
export const EXPORT_ROWS_MAX = 100_000;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Cell = string | number | null;

interface ExportRequest {
  readonly list: ListQuery;
  readonly keys: readonly string[] | undefined;
  /** Exports personal data unmasked, for viewers with the permission. */
  readonly clear?: boolean;
  /** Changes a row to the form that its list shows, where it is stored differently. */
  readonly transform?: (row: AnyRow) => AnyRow;
}
type AnyRow = Readonly<Record<string, unknown>>;

/** Exports the selected rows, or all rows that the list's filter finds. The workbook is written while the rows are read. */
export const exportRows = async (ctx: Context, noun: AnyResource, request: ExportRequest): Promise<FileAnswer> => {
  const rows = ctx.anyRows(noun);
  if (request.clear) requireReveal(ctx.viewer, noun);
  // An incomplete file would be mistaken for a complete one.
  if (!request.keys && (await rows.exceeds(request.list.conditions, EXPORT_ROWS_MAX)))
    throwRefusal(kitRefusals, 'tooManyRows', { max: EXPORT_ROWS_MAX });
  const visible = visibleNoun(ctx.viewer, noun);
  const source = request.keys ? rowsByKeys(ctx, noun, request.keys) : rows.stream(request.list, EXPORT_ROWS_MAX);
  return sheetAnswer(
    ctx,
    request.clear ? { ...visible, fields: withoutMasking(visible.fields) } : visible,
    request.transform ? transformed(source, request.transform) : source,
  );
};

/** Exports the rows of a noun or a report as a workbook. */
export const sheetAnswer = async (ctx: Context, noun: AnyResource, source: Rows): Promise<FileAnswer> => {
  const columns = readable(noun).filter(([name, field]) => name !== 'version' && field.kind !== 'list' && field.kind !== 'json');
  const isLocal = zoneFields.some((name) => noun.fields[name]);
  const times = isLocal ? kitWords.localTime : kitWords.utcTime;
  const header = columns.map(([name, field]) => {
    const label = fieldLabel(ctx, noun, name);
    return { header: field.kind === 'instant' ? ctx.say(times, { label }) : label, ...numberFormat(field) };
  });
  // An error before the first row is still answered as a refusal. Once the file has begun, an error can only abort it.
  const first = await source.next();
  return {
    name: `${noun.name}.xlsx`,
    contentType: xlsxType,
    body: workbook(header, cellsOf(ctx, columns, prepend(first, source)), sheetNameOf(ctx, noun)),
  };
};

/** An empty sheet with the columns that an import reads. */
export const exportTemplate = (ctx: Context, noun: AnyResource): FileAnswer => {
  const header = importColumns(noun, ctx.viewer).map(([name, field]) => ({ header: `${fieldLabel(ctx, noun, name)}${field.optional ? '' : ' *'}` }));
  return { name: `${noun.name}-template.xlsx`, contentType: xlsxType, body: workbook(header, [], nounTitle(ctx, noun)) };
};

/** The workbook that an import returns, with the rejected rows and the reasons. */
export const sheetOf = (name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): FileAnswer['body'] =>
  workbook(
    header.map((text) => ({ header: text })),
    rows.map((row) => [...row]),
    name,
  );

export const importColumns = (noun: AnyResource, viewer: Viewer): readonly (readonly [string, Field])[] => {
  const locked = lockedFields(viewer, noun.name);
  return Object.entries(addShape(noun)).filter(([name, field]) => !['json', 'list', 'image'].includes(field.kind) && !locked.has(name));
};
export const fieldLabel = (ctx: Context, noun: AnyResource, name: string): string => {
  const words = ctx.registry.feature(noun.name)?.labels?.fields[name];
  return words ? ctx.say(words) : name;
};

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const escapeFormula = (text: string): string => (/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text);

export const nounTitle = (ctx: Context, noun: AnyResource): string => {
  const words = ctx.registry.feature(noun.name)?.labels?.noun;
  return (words ? ctx.say(words) : noun.name).slice(0, SHEET_NAME_MAX);
};

/** The name of the sheet contains the user and the day (UTC) of the export, so that a copied file can be traced; the log has the details. */
const sheetNameOf = (ctx: Context, noun: AnyResource): string => {
  const day = ctx.now.toISOString().slice(2, 10).replaceAll('-', '');
  const stamp = ` ${ctx.viewer.username.replaceAll(NOT_IN_NAMES, '').slice(0, USERNAME_MAX)} ${day}`;
  return nounTitle(ctx, noun).slice(0, SHEET_NAME_MAX - stamp.length) + stamp;
};
const SHEET_NAME_MAX = 31;
const USERNAME_MAX = 12;
/** Characters that Excel does not allow in the name of a sheet. */
const NOT_IN_NAMES = /[:\\/?*[\]']/gu;

/** A sum of 12.50 is shown with all of its decimals. Coordinates have no groups of digits. */
const numberFormat = ({ scale = 0, problem }: Field): { readonly numFmt?: string } =>
  scale === 0 ? {} : { numFmt: `${problem === 'badCoordinate' ? '0' : '#,##0'}.${'0'.repeat(scale)}` };

interface SheetColumn {
  readonly header: string;
  readonly numFmt?: string;
}

const workbook = (columns: SheetColumn[], rows: Iterable<Cell[]> | AsyncIterable<Cell[]>, name: string): AsyncIterable<Uint8Array> =>
  writeXlsxStream(rows, {
    name,
    columns: columns.map((column) => ({ ...column, width: Math.max(12, [...column.header].length * 2) })),
    freezePane: { rows: 1 },
  }); // Node's ReadableStream is async iterable

type Columns = readonly (readonly [string, Field])[];
type Rows = AsyncGenerator<Readonly<Record<string, unknown>>>;

async function* prepend(first: Awaited<ReturnType<Rows['next']>>, rest: Rows): Rows {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* transformed(source: Rows, transform: NonNullable<ExportRequest['transform']>): Rows {
  for await (const row of source) yield transform(row);
}

async function* rowsByKeys(ctx: Context, noun: AnyResource, keys: readonly string[]): Rows {
  yield* await ctx.anyRows(noun).findMany(keys);
}

async function* cellsOf(ctx: Context, columns: Columns, rows: AsyncIterable<Readonly<Record<string, unknown>>>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(([name, field]) => cellOf(ctx, { name, field, row, columns }));
}

const cellOf = (ctx: Context, cell: { readonly name: string; readonly field: Field; readonly row: AnyRow; readonly columns: Columns }): Cell => {
  const { name, field, row, columns } = cell;
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (field.kind === 'choice' && field.codes) {
    const item = itemOf(field.codes, value);
    return item ? say(item.words, ctx.viewer.language) : plainText(value);
  }
  if (field.kind === 'ref') return escapeFormula(plainText(row[`${name}_dictText`] ?? value));
  if (typeof value === 'number') return value;
  const wire = toWire(field, value, row);
  // A number stays a number if a spreadsheet keeps all its digits.
  if (typeof value === 'bigint') return value < 10n ** 15n && value > -(10n ** 15n) ? Number(wire) : String(wire);
  if (field.kind === 'instant') return timeText(String(wire), zoneOf(columns, row));
  return escapeFormula(String(wire));
};

/** The fields with the time zone of a row's instants; the first one that exists is used. */
const zoneFields = ['stationTimezone', 'timezone'] as const;

/** The time zone of a row, if its sheet has a column for it; undefined when the instants are in UTC. */
const zoneOf = (columns: Columns, row: AnyRow): string | undefined => {
  const name = zoneFields.find((each) => columns.some(([column]) => column === each));
  return name === undefined ? undefined : plainText(row[name] ?? 'UTC');
};

const timeText = (wire: string, zone = 'UTC'): string => {
  const atMs = Date.parse(wire);
  return new Date(isZone(zone) ? atMs + offsetAt(atMs, zone) : atMs).toISOString().replace('T', ' ').slice(0, 19);
};
