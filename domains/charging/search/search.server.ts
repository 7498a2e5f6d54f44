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
import { HITS_MAX, searchKinds, searchApi } from './search.ts';
import type { SearchHit, SearchKind } from './search.ts';

interface SearchableKind {
  readonly noun: AnyResource;
  readonly conditionFor: (keyword: string) => Condition;
  /** The field that distinguishes two hits with the same title. */
  readonly note: string;
}

const contains = (field: string, text: string): Condition => ({ field, is: 'contains', text });

const kinds: Readonly<Record<SearchKind, SearchableKind>> = {
  station: { noun: station, conditionFor: (text) => contains('stationName', text), note: 'agentId_dictText' },
  pile: {
    noun: pile,
    conditionFor: (text) => ({ is: 'any', of: [contains('cpCode', text), contains('cpName', text)] }),
    note: 'cpCode',
  },
  // Among ten million order numbers only a whole number is found quickly, so parts of one are not searched.
  chargingOrder: { noun: chargingOrder, conditionFor: (text) => ({ field: 'chargingOrderNo', is: 'in', values: [text] }), note: 'cpCode' },
  customer: {
    noun: customer,
    conditionFor: (text) => ({ is: 'any', of: [contains('custName', text), contains('custPhone', text)] }),
    note: 'agentId_dictText',
  },
  card: { noun: card, conditionFor: (text) => contains('icCardNo', text), note: 'custId_dictText' },
};

export const searchRoutes: readonly Route[] = implement(searchApi, {
  all: async (ctx, { keyword }) => {
    const text = keyword.trim();
    const hits: SearchHit[] = [];
    // One kind after the other, because a transaction has one connection.
    for (const kind of searchKinds) hits.push(...(await hitsOf(ctx, kind, text)));
    return hits;
  },
});

const hitsOf = async (ctx: Context, kind: SearchKind, text: string): Promise<readonly SearchHit[]> => {
  const { noun, conditionFor: fits, note } = kinds[kind];
  const page = ctx.registry.feature(noun.name)?.menu?.[0]?.path;
  const hidden = hiddenFields(ctx.viewer, noun.name);
  const condition = permittedCondition(fits(text), { ctx, noun, hidden });
  if (condition === undefined || text === '' || page === undefined || !hasPermission(ctx.viewer, `${noun.name}:list`)) return [];
  const sort = { column: 'createTime', order: 'desc' } as const;
  const rows = await ctx.anyRows(noun).page({ conditions: [condition], sort: noun.sort ?? sort, pageNo: 1, pageSize: HITS_MAX });
  return rows.map((row: Readonly<Record<string, unknown>>) => {
    const key = plainText(row[noun.key]);
    const noteValue = hidden.has(note.replace(/_dictText$/, '')) ? null : row[note];
    return {
      kind,
      key,
      title: plainText(row[noun.title]),
      note: noteValue === null || noteValue === undefined ? '' : plainText(noteValue),
      path: `${page}?${new URLSearchParams({ view: key }).toString()}`,
    };
  });
};

interface ViewerSearch {
  readonly ctx: Context;
  readonly noun: AnyResource;
  readonly hidden: ReadonlySet<string>;
}

/** A viewer who is not shown a field finds nothing by it, and one who is shown a number only in part finds it only by the whole number. */
const permittedCondition = (condition: Condition, search: ViewerSearch): Condition | undefined => {
  if (!('of' in condition)) return search.hidden.has(condition.field) ? undefined : guardCondition(search.ctx, search.noun, condition);
  const parts = condition.of.flatMap((part) => permittedCondition(part, search) ?? []);
  return parts.length === 0 ? undefined : { ...condition, of: parts };
};
