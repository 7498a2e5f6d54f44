import { sql } from 'kysely';
import { itemOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { areaText, isArea } from '#domains/system/server.ts';
import { areaCodesOf, checkAreaCodes } from './area.rules.ts';
import { namedCategories, namedCommonTags, offeredCategories, offeredCommonTags } from './names.server.ts';
import { pushRate, rateInfo, rateStates } from './rates.server.ts';
import { showStations } from './show.server.ts';
import { commonTag, deviceTag, tagCategories } from './station-tag.codes.ts';
import { stationTagRefusals } from './station-tag.labels.ts';
import type { StationTagRefusal } from './station-tag.labels.ts';
import { stationTag, stationTagApi } from './station-tag.ts';
import type { AreaInfo } from './station-tag.ts';
import { chooseCategoryTags, chooseCommonTags } from './tags.rules.ts';

export const stationTagRoutes = implement(stationTagApi, {
  list: async (ctx, { tagCode }, { list }) => {
    const conditions = tagCode ? [...list.conditions, await withTag(ctx, tagCode)] : list.conditions;
    const page = await ctx.rows(stationTag).list({ ...list, conditions });
    const states = await rateStates(ctx, page.records);
    const records = page.records.map((row, index) => ({
      ...row,
      ...(row.areaCode && { areaCode_dictText: areaText(ctx.viewer.language, row.areaCode) }),
      commonTags: namedCommonTags(ctx, row.commonTags),
      categoryTags: namedCategories(ctx, row).map((category) => ({ ...category, tagCodes: category.tagList.map(({ tagCode: code }) => code) })),
      rateState: states[index] ?? row.rateState,
    }));
    return { ...page, records, size: list.pageSize, current: list.pageNo, pages: Math.ceil(page.total / list.pageSize) };
  },
  getAreaInfoByStationId: async (ctx, { stationId }) => areaInfoOf(await ctx.rows(stationTag).get(stationId)),
  getCommonTag: (ctx) => Promise.resolve(offeredCommonTags(ctx)),
  getCategoryTag: (ctx) => Promise.resolve(offeredCategories(ctx)),
  getStationCommonTag: async (ctx, { stationId }) => namedCommonTags(ctx, (await ctx.rows(stationTag).get(stationId)).commonTags),
  getStationCategoryTag: async (ctx, { stationId }) => namedCategories(ctx, await ctx.rows(stationTag).get(stationId)),
  queryStationRateInfo: async (ctx, { stationId, rateRuleId }) => rateInfo(ctx, await ctx.rows(stationTag).get(stationId), rateRuleId),
  updateStationAreaInfo: async (ctx, { stationId, version, images, ...area }) => {
    const row = await ctx.rows(stationTag).get(stationId);
    const { provinceCode = row.provinceCode, cityCode = row.cityCode, districtCode = row.districtCode } = area;
    allowed(checkAreaCodes({ provinceCode, cityCode, districtCode }, isArea));
    return areaInfoOf(await ctx.rows(stationTag).change(stationId, { ...area, ...(images && { images }) }, version ?? undefined));
  },
  updateCommonTag: async (ctx, { stationId, tagCodes, validUntils, version }) => {
    await ctx.rows(stationTag).get(stationId);
    const commonTags = allowed(chooseCommonTags({ tagCodes, validUntils: validUntils ?? [], now: ctx.now }));
    const row = await ctx.rows(stationTag).change(stationId, { commonTags }, version ?? undefined);
    return namedCommonTags(ctx, row.commonTags);
  },
  updateCategoryTag: async (ctx, { stationId, categories, version }) => {
    await ctx.rows(stationTag).lock([stationId]);
    const { categoryTags: stored } = await ctx.rows(stationTag).get(stationId);
    const categoryTags = allowed(chooseCategoryTags(stored, categories));
    return namedCategories(ctx, await ctx.rows(stationTag).change(stationId, { categoryTags }, version ?? undefined));
  },
  updateStationRate: async (ctx, { stationId, ...choice }) => pushRate(ctx, await ctx.rows(stationTag).get(stationId), choice),
  updateMiniappShow: (ctx, { stationIds, miniappShow: show }) => showStations(ctx, { stationIds, show }),
});

const allowed = <T>(verdict: Verdict<T, StationTagRefusal>): T =>
  verdict.ok ? verdict.next : throwRefusal(stationTagRefusals, verdict.refusal, verdict.args);

type StationArea = Omit<AreaInfo, 'stationId'> & { readonly stationId: string; readonly areaCode: string | null };

/** Without codes of its own, the area is that of the station. */
const areaInfoOf = (row: StationArea): AreaInfo => {
  const { stationId, areaName, areaGuide, floor, parkingText, parkingFreeMinutes, images, version } = row;
  const { provinceCode, cityCode, districtCode } = row.provinceCode === null ? areaCodesOf(row.areaCode) : row;
  return { stationId, provinceCode, cityCode, districtCode, areaName, areaGuide, floor, parkingText, parkingFreeMinutes, images, version };
};

/** The condition of stations with a tag that shows now. */
const withTag = async (ctx: Context, tagCode: string): Promise<Condition> => {
  if (itemOf(commonTag, tagCode)) return stationsIn(await commonTagged(ctx, tagCode));
  if (itemOf(deviceTag, tagCode)) return stationsIn(await deviceTagged(ctx, tagCode));
  if (tagCategories.some(({ tags }) => itemOf(tags, tagCode))) return stationsIn(await categoryTagged(ctx, tagCode));
  return throwRefusal(stationTagRefusals, 'tag.unknown', { code: tagCode });
};

interface TaggedStation {
  stationId: bigint;
}

const stationsIn = (rows: readonly TaggedStation[]): Condition => ({
  field: 'stationId',
  is: 'in',
  values: rows.map(({ stationId }) => String(stationId)),
});

const commonTagged = async ({ db, now }: Context, tagCode: string): Promise<readonly TaggedStation[]> => {
  const { rows } = await sql<TaggedStation>`select m.station_id from station_mini m where not m.is_delete and exists (
    select from jsonb_array_elements(m.common_tags) tag where tag ->> 'tagCode' = ${tagCode}
      and coalesce((tag ->> 'validUntil')::timestamptz > ${now}, true))`.execute(db);
  return rows;
};

const categoryTagged = async ({ db }: Context, tagCode: string): Promise<readonly TaggedStation[]> => {
  const { rows } = await sql<TaggedStation>`select m.station_id from station_mini m where not m.is_delete and exists (
    select from jsonb_array_elements(m.category_tags) category where category -> 'tagCodes' ? ${tagCode})`.execute(db);
  return rows;
};

const deviceTagged = async ({ db }: Context, tagCode: string): Promise<readonly TaggedStation[]> => {
  const { rows } =
    await sql<TaggedStation>`select v.station_id from station_mini_view v where not v.is_delete and v.device_tags ? ${tagCode}`.execute(db);
  return rows;
};
