import { card, customer } from '#domains/customer/resources.ts';
import { pile, station } from '#domains/network/resources.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import type { Context } from '#kit/server/context/context.ts';
import { hiddenFields } from '#kit/server/rights/field-limits.ts';
import { guardCondition } from '#kit/server/rights/personal-data.ts';
import { plainText } from '#kit/server/values/plain-text.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { chargingOrder } from '../order/order.ts';
import { FOUND_MAX, foundKinds, searchApi } from './search.ts';
import type { SearchHit, FoundKind } from './search.ts';

interface Kind {
  readonly noun: AnyResource;
  readonly fits: (keyword: string) => Condition;
  /** The field that tells two of one title apart. */
  readonly note: string;
}

const contains = (field: string, text: string): Condition => ({ field, is: 'contains', text });

const kinds: Readonly<Record<FoundKind, Kind>> = {
  station: { noun: station, fits: (text) => contains('stationName', text), note: 'agentId_dictText' },
  pile: {
    noun: pile,
    fits: (text) => ({ is: 'any', of: [contains('cpCode', text), contains('cpName', text)] }),
    note: 'cpCode',
  },
  // Of ten million numbers a whole one is found at once, a part of one is not.
  chargingOrder: { noun: chargingOrder, fits: (text) => ({ field: 'chargingOrderNo', is: 'in', values: [text] }), note: 'cpCode' },
  customer: {
    noun: customer,
    fits: (text) => ({ is: 'any', of: [contains('custName', text), contains('custPhone', text)] }),
    note: 'agentId_dictText',
  },
  card: { noun: card, fits: (text) => contains('icCardNo', text), note: 'custId_dictText' },
};

export const searchRoutes: readonly Route[] = implement(searchApi, {
  all: async (ctx, { keyword }) => {
    const text = keyword.trim();
    const found: SearchHit[] = [];
    // One after the other: a transaction has one connection.
    for (const kind of foundKinds) found.push(...(await foundOf(ctx, kind, text)));
    return found;
  },
});

const foundOf = async (ctx: Context, kind: FoundKind, text: string): Promise<readonly SearchHit[]> => {
  const { noun, fits, note } = kinds[kind];
  const page = ctx.registry.feature(noun.name)?.menu?.[0]?.path;
  const unseen = hiddenFields(ctx.viewer, noun.name);
  const condition = askablePart(fits(text), { ctx, noun, unseen });
  if (condition === undefined || text === '' || page === undefined || !hasPermission(ctx.viewer, `${noun.name}:list`)) return [];
  const sort = { column: 'createTime', order: 'desc' } as const;
  const rows = await ctx.anyRows(noun).page({ conditions: [condition], sort: noun.sort ?? sort, pageNo: 1, pageSize: FOUND_MAX });
  return rows.map((row: Readonly<Record<string, unknown>>) => {
    const key = plainText(row[noun.key]);
    const told = unseen.has(note.replace(/_dictText$/, '')) ? null : row[note];
    return {
      kind,
      key,
      title: plainText(row[noun.title]),
      note: told === null || told === undefined ? '' : plainText(told),
      path: `${page}?${new URLSearchParams({ view: key }).toString()}`,
    };
  });
};

interface SearchContext {
  readonly ctx: Context;
  readonly noun: AnyResource;
  readonly unseen: ReadonlySet<string>;
}

/** Who is not shown a field finds nothing by it, and who is shown a part of a number finds it by the whole. */
const askablePart = (condition: Condition, asker: SearchContext): Condition | undefined => {
  if (!('of' in condition)) return asker.unseen.has(condition.field) ? undefined : guardCondition(asker.ctx, asker.noun, condition);
  const of = condition.of.flatMap((one) => askablePart(one, asker) ?? []);
  return of.length === 0 ? undefined : { ...condition, of };
};
