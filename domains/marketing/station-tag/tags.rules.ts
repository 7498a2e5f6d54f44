import { itemOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { commonTag, exclusiveGroups, tagCategories } from './station-tag.codes.ts';
import type { StationTagRefusal } from './station-tag.labels.ts';
import { COMMON_TAGS_MAX } from './station-tag.ts';
import type { StationCategoryTags, StationCommonTag } from './station-tag.ts';

interface TagEnd {
  readonly tagCode: string;
  readonly validUntil: Date;
}

interface ChosenCommonTags {
  /** As it was sent. */
  readonly tagCodes: unknown;
  readonly validUntils: readonly TagEnd[];
  readonly now: Date;
}

/** The common tags of a station in their order, or what is wrong with them. A tag that is named twice counts once. */
export const chooseCommonTags = ({ tagCodes, validUntils, now }: ChosenCommonTags): Verdict<readonly StationCommonTag[], StationTagRefusal> => {
  const codes = textsOf(tagCodes);
  if (!codes) return deny('tag.notAList');
  const unknown = [...codes, ...validUntils.map(({ tagCode }) => tagCode)].find((code) => itemOf(commonTag, code) === undefined);
  if (unknown !== undefined) return deny('tag.unknown', { code: unknown });
  const unique = [...new Set(codes)];
  if (unique.length > COMMON_TAGS_MAX) return deny('tag.tooMany', { max: COMMON_TAGS_MAX });
  const groups = unique.flatMap((code) => exclusiveGroups[code] ?? []);
  if (new Set(groups).size !== groups.length) return deny('tag.exclusive');
  const past = validUntils.find(({ validUntil }) => validUntil <= now);
  if (past) return deny('tag.ended', { code: past.tagCode });
  const endOf = (code: string): string | null => validUntils.find(({ tagCode }) => tagCode === code)?.validUntil.toISOString() ?? null;
  return allow(unique.map((tagCode) => ({ tagCode, validUntil: endOf(tagCode) })));
};

/** The categories of a station after some of them were replaced, or what is wrong with the new ones. `categories` is as it was sent. */
export const chooseCategoryTags = (
  stored: readonly StationCategoryTags[],
  categories: unknown,
): Verdict<readonly StationCategoryTags[], StationTagRefusal> => {
  const sentCategories: readonly unknown[] | undefined = Array.isArray(categories) ? categories : undefined;
  if (!sentCategories) return deny('tag.notAList');
  const chosen = new Map(stored.map(({ categoryCode, tagCodes }) => [categoryCode, tagCodes]));
  for (const sent of sentCategories) {
    const { categoryCode, tagCodes } = isRecord(sent) ? sent : {};
    const codes = textsOf(tagCodes);
    if (typeof categoryCode !== 'string' || !codes) return deny('tag.notAList');
    const verdict = checkCategory(categoryCode, codes);
    if (!verdict.ok) return verdict;
    chosen.set(categoryCode, verdict.next);
  }
  return allow([...chosen].filter(([, codes]) => codes.length > 0).map(([categoryCode, tagCodes]) => ({ categoryCode, tagCodes })));
};

const checkCategory = (categoryCode: string, codes: readonly string[]): Verdict<readonly string[], StationTagRefusal> => {
  const category = tagCategories.find((candidate) => candidate.categoryCode === categoryCode);
  if (!category) return deny('tag.unknown', { code: categoryCode });
  if (category.computed) return deny('tag.computed');
  const unknown = codes.find((code) => itemOf(category.tags, code) === undefined);
  if (unknown !== undefined) return deny('tag.unknown', { code: unknown });
  const unique = [...new Set(codes)];
  return !category.multiple && unique.length > 1 ? deny('tag.single') : allow(unique);
};

/** The common tags that show at an instant. */
export const currentTags = (tags: readonly StationCommonTag[], now: Date): readonly StationCommonTag[] =>
  tags.filter(({ validUntil }) => validUntil === null || new Date(validUntil) > now);

/** Texts as short as a tag code; undefined for anything else. */
const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length <= TEXTS_MAX && value.every((item) => typeof item === 'string' && item.length <= CODE_LENGTH_MAX)
    ? value
    : undefined;
const TEXTS_MAX = 100;
const CODE_LENGTH_MAX = 40;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
