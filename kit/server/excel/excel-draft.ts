import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '../context/context.ts';
import { fieldLabel, importColumns } from './excel-export.ts';
import type { ImportRow } from './excel-sheets.ts';
import { fillScope } from '../rights/fill-scope.ts';
import { kitRefusals } from '../refusals.ts';
import { keysByTitleSql } from '../lists/list-sql.ts';

type AnyRow = Readonly<Record<string, unknown>>;
export type Problems = Readonly<Record<string, string>>;

/** Converts a row of a sheet to a draft of the noun, or returns the errors of its cells. `known` caches the keys of names. */
export const readDraft = async (
  ctx: Context,
  noun: AnyResource,
  { row, keyCache }: { readonly row: ImportRow; readonly keyCache: Map<string, string> },
): Promise<{ readonly draft: AnyRow } | { readonly problems: Problems }> => {
  const columns = importColumns(noun, ctx.viewer);
  const raw: Record<string, unknown> = {};
  const unresolved: Record<string, string> = {};
  for (const [name, field] of columns) {
    const cell = row.cells[name];
    if (cell === undefined || cell === '') continue;
    const key = field.kind === 'ref' && field.to !== undefined ? await keyOf(ctx, field.to, { cell, keyCache }) : codeOfWord(field, cell);
    if (key === NOT_FOUND || key === AMBIGUOUS)
      unresolved[name] = ctx.say(key === NOT_FOUND ? kitRefusals.noSuch : kitRefusals.severalSuch, {
        label: fieldLabel(ctx, noun, name),
        text: String(cell),
      });
    raw[name] = key;
  }
  const filled = fillScope(ctx.viewer, noun.fields, raw);
  const draft: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, field] of columns) {
    const parsed = parse(field, filled[name] ?? field.initial);
    if (unresolved[name] !== undefined) problems[name] = unresolved[name];
    else if (parsed.ok) draft[name] = parsed.value;
    else problems[name] = problemText(parsed.problem, { label: fieldLabel(ctx, noun, name), language: ctx.viewer.language });
  }
  return Object.keys(problems).length === 0 ? { draft } : { problems };
};

const keyOf = async (
  ctx: Context,
  to: string,
  { cell, keyCache }: { readonly cell: string | number; readonly keyCache: Map<string, string> },
): Promise<string> => {
  const cacheKey = `${to} ${cell}`;
  const key = keyCache.get(cacheKey) ?? (await keyByTitle(ctx, ctx.registry.resource(to), String(cell)));
  keyCache.set(cacheKey, key);
  return key;
};

/** A sheet may contain a code as its text in any language, or as the code itself. */
const codeOfWord = (field: Field, cell: string | number): string | number =>
  field.kind === 'choice' ? (Object.values(field.codes?.items ?? {}).find((item) => item.words.includes(String(cell).trim()))?.value ?? cell) : cell;

/** The values for a name that no row has, or that several rows have; neither can be a key. */
const NOT_FOUND = '?';
const AMBIGUOUS = '??';

/** A sheet may refer to a row by name or by key. A row outside the scope is not found. */
const keyByTitle = async (ctx: Context, target: AnyResource, cell: string): Promise<string> => {
  const text = cell.trim();
  if (text.includes('\0')) return NOT_FOUND;
  const { rows } = await keysByTitleSql(target, ctx.viewer, text).execute(ctx.db.withoutPlugins());
  // A name that several rows have is ambiguous; the sheet then has to use the key.
  return rows.length > 1 ? AMBIGUOUS : rows[0] ? String(rows[0].key) : NOT_FOUND;
};
