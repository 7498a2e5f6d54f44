import type { RowsAnswer } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { lookupRows } from '#kit/server/crud/picker.ts';
import { mapRows } from '#kit/server/values/row-stream.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { plainText } from '#kit/server/values/plain-text.ts';
import { lookupRefusals } from './lookup.labels.ts';
import type { LookupItem } from './lookup.ts';
import { offeredSource } from './source.rules.ts';

interface ChoicesQuery {
  readonly keyword?: string | null;
  readonly pageNo?: number;
  readonly pageSize?: number;
}

/** The rows of a `table,text,code` within the viewer's scope: one page, or all. */
export const choicesOf = async (ctx: Context, dict: string, { keyword, ...page }: ChoicesQuery): Promise<RowsAnswer<LookupItem>> => {
  const { noun } = offeredSource(ctx.registry.features, dict.split(',')) ?? unknownSource();
  const conditions: Condition[] = keyword ? [{ field: noun.title, is: 'contains', text: keyword }] : [];
  const rows = await lookupRows(ctx.anyRows(noun), { sort: { column: noun.title, order: 'asc' }, conditions }, page);
  return mapRows(rows, (row) => {
    const text = plainText(row[noun.title]) ?? '';
    return { value: plainText(row[noun.key]) ?? '', text, title: text, label: text };
  });
};

export const unknownSource = (): never => throwRefusal(lookupRefusals, 'lookup.unknownSource', {}, { status: 400 });
