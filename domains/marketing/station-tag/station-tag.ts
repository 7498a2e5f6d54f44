import { choice, count, id, image, instant, json, list, longText, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { endpoint, opaque, pageOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { miniappShow, rateDisplay, rateState } from './station-tag.codes.ts';
import type { StationRateInfo } from './station-rate.ts';

/** A station shows at most this many common tags; the first `COMMON_TAGS_SHOWN` of them in a list. */
export const COMMON_TAGS_MAX = 12;
export const COMMON_TAGS_SHOWN = 4;
const IMAGES_MAX = 9;
/** The most minutes of free parking: a day. */
const FREE_MINUTES_MAX = 1_440;

/** A common tag of a station. */
export interface StationCommonTag {
  readonly tagCode: string;
  /** ISO 8601; after this instant the tag no longer shows. Null: it shows until it is removed. */
  readonly validUntil: string | null;
}

/** The chosen tags of a category. */
export interface StationCategoryTags {
  readonly categoryCode: string;
  readonly tagCodes: readonly string[];
}

const areaFields = {
  /** Official codes of six digits; each belongs to the one before. */
  provinceCode: optional(text({ min: 6, max: 6 })),
  cityCode: optional(text({ min: 6, max: 6 })),
  districtCode: optional(text({ min: 6, max: 6 })),
  areaName: optional(text({ max: 60 })),
  areaGuide: optional(longText({ max: 500 })),
  floor: optional(text({ max: 20 })),
  parkingText: optional(longText({ max: 200 })),
  parkingFreeMinutes: optional(count({ max: FREE_MINUTES_MAX, unit: 'min' })),
  images: list({ url: image() }, { max: IMAGES_MAX }),
};

/** What the mini-program shows of a station. */
export const stationTag = resource({
  name: 'stationTag',
  path: '/op/miniApp/stationTag',
  table: 'station_mini',
  view: 'station_mini_view',
  key: 'stationId',
  title: 'stationName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    stationId: readOnly(ref('station', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationName: readOnly(text({ max: 60, filter: 'contains' })),
    agentName: readOnly(optional(text({ max: 60 }))),
    /** The area of the mini-program, or else that of the station; the filter `33*` finds a whole province. */
    areaCode: readOnly(optional(text({ max: 6, filter: 'equals' }))),
    miniappShow: readOnly(choice(miniappShow, { filter: 'equals' })),
    ...areaFields,
    commonTags: readOnly(json<readonly StationCommonTag[]>()),
    categoryTags: readOnly(json<readonly StationCategoryTags[]>()),
    deviceTags: readOnly(json<readonly string[]>()),
    rateState: readOnly(choice(rateState)),
    rateSnapshotId: readOnly(optional(id())),
    /** The rule whose prices were synced. */
    rateRuleId: readOnly(optional(ref('rateRule'))),
    rateRuleName: readOnly(optional(text({ max: 60 }))),
    rateDigest: readOnly(optional(text({ max: 64 }))),
    rateDisplay: readOnly(choice(rateDisplay)),
    ratePushedAt: readOnly(optional(instant())),
    /** The rules that the piles of the station follow. */
    rateRuleIds: readOnly(json<readonly string[]>()),
    missing: readOnly(json<readonly string[]>()),
    timezone: readOnly(text({ max: 40 })),
    currency: readOnly(text({ max: 3 })),
  },
});

/** A tag that is offered. */
interface OfferedTag {
  readonly tagCode: string;
  readonly tagName: string;
}
/** A common tag that is offered. */
export interface OfferedCommonTag extends OfferedTag {
  readonly icon: string;
  /** Of the tags of one group, a station may have one; null for a tag in no group. */
  readonly exclusiveGroup: string | null;
  readonly sort: number;
}
/** A common tag with its name in the viewer's language. */
export interface NamedCommonTag extends StationCommonTag {
  readonly tagName: string;
}
/** A category with tags in the viewer's language. */
export interface NamedCategory {
  readonly categoryCode: string;
  readonly categoryName: string;
  /** 1: a station may have several tags of the category. */
  readonly multiple: 0 | 1;
  /** 1: the platform determines the tags from the piles. */
  readonly computed: 0 | 1;
  readonly tagList: readonly OfferedTag[];
}

export interface AreaInfo {
  readonly stationId: string;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly areaName: string | null;
  readonly areaGuide: string | null;
  readonly floor: string | null;
  readonly parkingText: string | null;
  readonly parkingFreeMinutes: number | null;
  readonly images: readonly { readonly url: string }[];
  readonly version: number;
}

/** The result of showing or hiding several stations. */
export interface ShowAnswer {
  readonly done: readonly string[];
  readonly left: readonly {
    readonly stationId: string;
    readonly stationName: string;
    readonly reason: string;
    readonly missing: readonly string[];
  }[];
}

export interface PushedRate {
  readonly pushedAt: string;
  /** SHA-256 of the prices, in hexadecimal digits. */
  readonly digest: string;
  /** 1: piles of the station follow several rules, and the lowest price shows as "from". */
  readonly mixed: 0 | 1;
  readonly warning: string | null;
}

const path = (name: string) => `${stationTag.path}/${name}`;
const reading = { method: 'GET', allow: 'stationTag:list' } as const;
const editing = { method: 'POST', allow: 'stationTag:edit' } as const;
const stationKey = { stationId: ref('station') };
/** The version that the editor has read; without it the change overwrites. */
const readVersion = { version: optional(count()) };

export const stationTagApi = {
  list: endpoint({
    ...reading,
    path: path('stationList'),
    /** Stations that show this tag now. */
    input: { tagCode: optional(text({ min: 2, max: 40 })) },
    listOf: stationTag,
    output: pageOf(stationTag.fields),
  }),
  getAreaInfoByStationId: endpoint({ ...reading, path: path('getAreaInfoByStationId'), input: stationKey, output: opaque<AreaInfo>() }),
  getCommonTag: endpoint({ ...reading, path: path('getCommonTag'), input: {}, output: opaque<readonly OfferedCommonTag[]>() }),
  getCategoryTag: endpoint({ ...reading, path: path('getCategoryTag'), input: {}, output: opaque<readonly NamedCategory[]>() }),
  getStationCommonTag: endpoint({ ...reading, path: path('getStationCommonTag'), input: stationKey, output: opaque<readonly NamedCommonTag[]>() }),
  getStationCategoryTag: endpoint({ ...reading, path: path('getStationCategoryTag'), input: stationKey, output: opaque<readonly NamedCategory[]>() }),
  /** The prices in the mini-program; with `rateRuleId` those that a sync of this rule would show. */
  queryStationRateInfo: endpoint({
    ...reading,
    path: path('queryStationRateInfo'),
    input: { ...stationKey, rateRuleId: optional(ref('rateRule')) },
    output: opaque<StationRateInfo>(),
  }),
  updateStationAreaInfo: endpoint({
    ...editing,
    path: path('updateStationAreaInfo'),
    input: { ...stationKey, ...areaFields, images: optional(areaFields.images), ...readVersion },
    output: opaque<AreaInfo>(),
  }),
  /** Replaces the set; the order is the order in which the tags show. */
  updateCommonTag: endpoint({
    ...editing,
    path: path('updateCommonTag'),
    input: {
      ...stationKey,
      tagCodes: json<readonly string[]>(),
      /** The tags that end by themselves. */
      validUntils: optional(list({ tagCode: text({ min: 2, max: 40 }), validUntil: instant() }, { max: COMMON_TAGS_MAX })),
      ...readVersion,
    },
    output: opaque<readonly NamedCommonTag[]>(),
  }),
  /** Replaces the tags of the categories that are named, and leaves the others. */
  updateCategoryTag: endpoint({
    ...editing,
    path: path('updateCategoryTag'),
    input: { ...stationKey, categories: json<readonly StationCategoryTags[]>(), ...readVersion },
    output: opaque<readonly NamedCategory[]>(),
  }),
  /** Syncs the prices of a rule to the mini-program as a snapshot. Without `rateRuleId`: the rule that the piles follow, or the cheapest of them. */
  updateStationRate: endpoint({
    method: 'POST',
    allow: 'stationTag:rate',
    path: path('updateStationRate'),
    input: { ...stationKey, rateRuleId: optional(ref('rateRule')), display: optional(choice(rateDisplay)), ...readVersion },
    output: opaque<PushedRate>(),
  }),
  updateMiniappShow: endpoint({
    method: 'POST',
    allow: 'stationTag:show',
    path: path('updateMiniappShow'),
    input: { stationIds: json<readonly string[]>(), miniappShow: choice(miniappShow) },
    output: opaque<ShowAnswer>(),
  }),
};
