import { sql } from 'kysely';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { station, tenant } from '#domains/network/resources.ts';
import { dictItemStatus } from '#domains/system/resources.ts';
import { rateType } from '../tariff.codes.ts';
import { rateAliasRefusals } from './rate-alias.labels.ts';
import type { RateAliasRefusal } from './rate-alias.labels.ts';
import { checkAliases, checkDistinct, wordsOfFee } from './rate-alias.rules.ts';
import { ALIAS_DICT, rateAlias, rateAliasApi } from './rate-alias.ts';
import type { AliasesOfPlace } from './rate-alias.ts';
import { rateNames } from './rate-names.server.ts';

export const rateAliasRoutes = implement(rateAliasApi, {
  queryAlias: async (ctx, input) => aliasesOf(ctx, await placeOf(ctx, input)),
  saveAlias: async (ctx, { aliases, version, ...input }) => {
    const place = await placeOf(ctx, input);
    if (place.stationId === null && ctx.viewer.sees.agent !== 'all') throwRefusal(rateAliasRefusals, 'rateAlias.tenantOnly');
    const items = new Set((await dictItems(ctx, place)).map(({ value }) => value));
    const stored = allowed(checkAliases(aliases, items)).map((alias) => ({ ...alias, dictValue: feeOf(alias.dictValue) }));
    const id = await rowIdOf(ctx, place);
    if (id === undefined && version) throwRefusal(kitRefusals, 'conflict', {}, { status: 409 });
    if (id === undefined) await ctx.rows(rateAlias).insert({ ...place, aliases: stored });
    else await ctx.rows(rateAlias).change(id, { aliases: stored }, version ?? undefined);
    allowed(checkDistinct(await rateNames(ctx.db, place)));
    return aliasesOf(ctx, place);
  },
});

const allowed = <T>(verdict: Verdict<T, RateAliasRefusal>): T =>
  verdict.ok ? verdict.next : throwRefusal(rateAliasRefusals, verdict.refusal, verdict.args);

type FeeItem = CodeValue<typeof rateType>;
const feeItems: readonly FeeItem[] = Object.values(rateType.items).map(({ value }) => value);
const feeOf = (value: number): FeeItem => feeItems.find((item) => item === value) ?? rateType.items.electricity.value;

interface AliasPlace {
  readonly tenantId: string;
  readonly agentId: string | null;
  readonly stationId: string | null;
}

/** The place that is named, if the viewer can see it. */
const placeOf = async (
  ctx: Context,
  { tenantId, stationId }: { readonly tenantId: string; readonly stationId?: string | null },
): Promise<AliasPlace> => {
  await ctx.rows(tenant).get(tenantId);
  if (!stationId) return { tenantId, agentId: null, stationId: null };
  const row = await ctx.rows(station).get(stationId);
  if (row.tenantId !== tenantId) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return { tenantId, agentId: row.agentId, stationId };
};

/** The row of the place, locked so that two people who save at the same time do so one after the other. */
const rowIdOf = async (ctx: Context, { tenantId, stationId }: AliasPlace): Promise<string | undefined> => {
  const { rows } = await sql<{ rateAliasId: bigint }>`select rate_alias_id from rate_alias
    where tenant_id = ${tenantId} and station_id is not distinct from ${stationId} and not is_delete for no key update`.execute(ctx.db);
  return rows[0] && String(rows[0].rateAliasId);
};

const { enabled } = valuesOf(dictItemStatus);

interface DictChoice {
  readonly value: string;
  readonly text: string;
}

/** The items of the dictionary that the tenant can use, in the viewer's language. */
const dictItems = async (ctx: Context, { tenantId }: AliasPlace): Promise<readonly DictChoice[]> => {
  const { rows } = await sql<{ value: string; zh: string; tw: string; en: string }>`select i.item_value as value, i.item_text as zh,
      coalesce(i.item_text_tw, i.item_text) as tw, coalesce(i.item_text_en, i.item_text) as en
    from sys_dict_item i join sys_dict t on t.id = i.dict_id
    where t.dict_code = ${ALIAS_DICT} and not t.is_delete and not i.is_delete and i.status = ${sql.lit(enabled)}
      and coalesce(t.tenant_id, ${tenantId}) = ${tenantId} and coalesce(i.tenant_id, ${tenantId}) = ${tenantId}
    order by i.sort_value, i.id limit ${CHOICES_MAX}`.execute(ctx.db);
  return rows.map(({ value, zh, tw, en }) => ({ value, text: ctx.say([zh, tw, en]) }));
};
const CHOICES_MAX = 200;

const aliasesOf = async (ctx: Context, place: AliasPlace): Promise<AliasesOfPlace> => {
  const id = await rowIdOf(ctx, place);
  const row = id === undefined ? undefined : await ctx.rows(rateAlias).get(id);
  const [effective, ofTenant] = [await rateNames(ctx.db, place), await rateNames(ctx.db, { ...place, stationId: null })];
  return {
    tenantId: place.tenantId,
    stationId: place.stationId,
    items: Object.values(rateType.items).map(({ value, words }) => {
      const own = row?.aliases.find(({ dictValue }) => dictValue === value);
      const tenantWords = ofTenant[String(value)];
      return {
        dictName: rateType.dictCode,
        dictValue: value,
        dictText: ctx.say(words),
        tenantText: tenantWords ? ctx.say(tenantWords) : null,
        alias: own?.alias ?? null,
        aliasDictValue: own?.aliasDictValue ?? null,
        effective: ctx.say(wordsOfFee(effective, value)),
      };
    }),
    choices: await dictItems(ctx, place),
    version: row?.version ?? 0,
  };
};
