import { writeXlsxStream } from 'hucre/xlsx';
import { isZone, offsetAt } from '#engines/time/zone.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import { inClear } from '#kit/fields/personal.ts';
import { say } from '#kit/fields/words.ts';
import { addShape } from '#kit/resource/crud.ts';
import type { FileAnswer } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { toWire } from '../values/codec.ts';
import type { Context, ListQuery } from '../context/context.ts';
import { lockedOf, seenNoun } from '../rights/field-limits.ts';
import { demandReveal } from '../rights/personal-data.ts';
import type { Viewer } from '../context/viewer.ts';
import { plainText } from '../values/plain-text.ts';
import { kitRefusals, kitWords } from '../refusals.ts';

/** Most rows of one export; more would not fit a person's day either. */
export const EXPORT_ROWS_MAX = 100_000;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Cell = string | number | null;

interface ExportAsk {
  readonly list: ListQuery;
  readonly keys: readonly string[] | undefined;
  /** With the numbers of people in full, for who may see them. */
  readonly clear?: boolean;
  /** A row as its list shows it, where that is not as it is stored. */
  readonly shown?: (row: AnyRow) => AnyRow;
}
type AnyRow = Readonly<Record<string, unknown>>;

/** The chosen rows, or all that the list's filter finds, as a workbook that is written while the rows are read. */
export const exportRows = async (ctx: Context, noun: AnyResource, ask: ExportAsk): Promise<FileAnswer> => {
  const rows = ctx.anyRows(noun);
  if (ask.clear) demandReveal(ctx.viewer, noun);
  // A file that silently lacks rows would be taken for all of them.
  if (!ask.keys && (await rows.exceeds(ask.list.conditions, EXPORT_ROWS_MAX))) refuse(kitRefusals, 'tooManyRows', { max: EXPORT_ROWS_MAX });
  const seen = seenNoun(ctx.viewer, noun);
  const source = ask.keys ? chosen(ctx, noun, ask.keys) : rows.stream(ask.list, EXPORT_ROWS_MAX);
  return sheetAnswer(ctx, ask.clear ? { ...seen, fields: inClear(seen.fields) } : seen, ask.shown ? told(source, ask.shown) : source);
};

/** Rows of a noun, or of a report, as a workbook. */
export const sheetAnswer = async (ctx: Context, noun: AnyResource, source: Rows): Promise<FileAnswer> => {
  const columns = readable(noun).filter(([name, field]) => name !== 'version' && field.kind !== 'list' && field.kind !== 'json');
  const isLocal = zoneFields.some((name) => noun.fields[name]);
  const times = isLocal ? kitWords.localTime : kitWords.utcTime;
  const header = columns.map(([name, { kind }]) => {
    const label = headerOf(ctx, noun, name);
    return { header: kind === 'instant' ? ctx.say(times, { label }) : label };
  });
  // What goes wrong at once is still told in words; once the file has begun it can only break off.
  const first = await source.next();
  return { name: `${noun.name}.xlsx`, contentType: xlsxType, body: workbook(header, cellsOf(ctx, columns, from(first, source)), stampOf(ctx, noun)) };
};

/** An empty sheet with the columns an import reads. */
export const exportTemplate = (ctx: Context, noun: AnyResource): FileAnswer => {
  const header = importColumns(noun, ctx.viewer).map(([name, field]) => ({ header: `${headerOf(ctx, noun, name)}${field.optional ? '' : ' *'}` }));
  return { name: `${noun.name}-template.xlsx`, contentType: xlsxType, body: workbook(header, [], titleOf(ctx, noun)) };
};

/** Rows and their reasons, as the sheet that people get back after an import. */
export const sheetOf = (name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): FileAnswer['body'] =>
  workbook(
    header.map((text) => ({ header: text })),
    rows.map((row) => [...row]),
    name,
  );

export const importColumns = (noun: AnyResource, viewer: Viewer): readonly (readonly [string, Field])[] => {
  const locked = lockedOf(viewer, noun.name);
  return Object.entries(addShape(noun)).filter(([name, field]) => !['json', 'list', 'image'].includes(field.kind) && !locked.has(name));
};
export const headerOf = (ctx: Context, noun: AnyResource, name: string): string => {
  const words = ctx.registry.feature(noun.name)?.labels?.fields[name];
  return words ? ctx.say(words) : name;
};

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const harmless = (text: string): string => (/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text);

export const titleOf = (ctx: Context, noun: AnyResource): string => {
  const words = ctx.registry.feature(noun.name)?.labels?.noun;
  return (words ? ctx.say(words) : noun.name).slice(0, SHEET_NAME_MAX);
};

/** The sheet's name says whose export it is and of which day (UTC), so that a file that wanders still tells; the log tells the rest. */
const stampOf = (ctx: Context, noun: AnyResource): string => {
  const day = ctx.now.toISOString().slice(2, 10).replaceAll('-', '');
  const stamp = ` ${ctx.viewer.username.replaceAll(NOT_IN_NAMES, '').slice(0, USERNAME_MAX)} ${day}`;
  return titleOf(ctx, noun).slice(0, SHEET_NAME_MAX - stamp.length) + stamp;
};
const SHEET_NAME_MAX = 31;
const USERNAME_MAX = 12;
/** What Excel does not take in the name of a sheet. */
const NOT_IN_NAMES = /[:\\/?*[\]']/gu;

const workbook = (columns: { readonly header: string }[], rows: Iterable<Cell[]> | AsyncIterable<Cell[]>, name: string): AsyncIterable<Uint8Array> =>
  writeXlsxStream(rows, {
    name,
    columns: columns.map((column) => ({ ...column, width: Math.max(12, [...column.header].length * 2) })),
    freezePane: { rows: 1 },
  }); // Node's ReadableStream is async iterable

type Columns = readonly (readonly [string, Field])[];
type Rows = AsyncGenerator<Readonly<Record<string, unknown>>>;

async function* from(first: Awaited<ReturnType<Rows['next']>>, rest: Rows): Rows {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* told(source: Rows, shown: NonNullable<ExportAsk['shown']>): Rows {
  for await (const row of source) yield shown(row);
}

async function* chosen(ctx: Context, noun: AnyResource, keys: readonly string[]): Rows {
  yield* await ctx.anyRows(noun).findMany(keys);
}

async function* cellsOf(ctx: Context, columns: Columns, rows: AsyncIterable<Readonly<Record<string, unknown>>>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(([name, field]) => cellOf(ctx, { name, field, row, columns }));
}

const cellOf = (ctx: Context, at: { readonly name: string; readonly field: Field; readonly row: AnyRow; readonly columns: Columns }): Cell => {
  const { name, field, row, columns } = at;
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (field.kind === 'choice' && field.codes) {
    const item = itemOf(field.codes, value);
    return item ? say(item.words, ctx.viewer.language) : plainText(value);
  }
  if (field.kind === 'ref') return harmless(plainText(row[`${name}_dictText`] ?? value));
  if (typeof value === 'number') return value;
  const wire = toWire(field, value, row);
  // Numbers stay numbers where a spreadsheet keeps all their digits.
  if (typeof value === 'bigint') return value < 10n ** 15n && value > -(10n ** 15n) ? Number(wire) : String(wire);
  if (field.kind === 'instant') return timeText(String(wire), zoneOf(columns, row));
  return harmless(String(wire));
};

/** The fields that say by which clock a row's times are read, the first that there is. */
const zoneFields = ['stationTimezone', 'timezone'] as const;

/** The zone of a row in a sheet that tells it; undefined for one whose times are UTC. */
const zoneOf = (columns: Columns, row: AnyRow): string | undefined => {
  const name = zoneFields.find((each) => columns.some(([column]) => column === each));
  return name === undefined ? undefined : plainText(row[name] ?? 'UTC');
};

const timeText = (wire: string, zone = 'UTC'): string => {
  const atMs = Date.parse(wire);
  return new Date(isZone(zone) ? atMs + offsetAt(atMs, zone) : atMs).toISOString().replace('T', ' ').slice(0, 19);
};
