import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import { commonTag, exclusiveGroups, tagCategories } from './station-tag.codes.ts';
import type { TagCategory } from './station-tag.codes.ts';
import type { NamedCategory, NamedCommonTag, OfferedCommonTag, StationCategoryTags, StationCommonTag } from './station-tag.ts';
import { currentTags } from './tags.rules.ts';

const nameOf = (ctx: Context, tags: CodeTable, code: unknown): string => {
  const item = itemOf(tags, code);
  return item ? ctx.say(item.words) : String(code);
};

/** The common tags that are offered, in their order. The icon has the code of the tag. */
export const offeredCommonTags = (ctx: Context): readonly OfferedCommonTag[] =>
  Object.values(commonTag.items).map(({ value, words }, index) => ({
    tagCode: value,
    tagName: ctx.say(words),
    icon: value,
    exclusiveGroup: exclusiveGroups[value] ?? null,
    sort: index + 1,
  }));

export const offeredCategories = (ctx: Context): readonly NamedCategory[] =>
  tagCategories.map((category) =>
    namedCategory(
      ctx,
      category,
      Object.values(category.tags.items).map(({ value }) => String(value)),
    ),
  );

/** The common tags of a station that show now. */
export const namedCommonTags = (ctx: Context, tags: readonly StationCommonTag[]): readonly NamedCommonTag[] =>
  currentTags(tags, ctx.now).map((tag) => ({ ...tag, tagName: nameOf(ctx, commonTag, tag.tagCode) }));

interface CategorisedStation {
  readonly categoryTags: readonly StationCategoryTags[];
  readonly deviceTags: readonly string[];
}

/** All categories with the tags that the station has. */
export const namedCategories = (ctx: Context, { categoryTags, deviceTags }: CategorisedStation): readonly NamedCategory[] =>
  tagCategories.map((category) => {
    const chosen = category.computed ? deviceTags : (categoryTags.find(({ categoryCode }) => categoryCode === category.categoryCode)?.tagCodes ?? []);
    return namedCategory(ctx, category, chosen);
  });

const namedCategory = (ctx: Context, { categoryCode, tags, multiple, computed }: TagCategory, codes: readonly string[]): NamedCategory => ({
  categoryCode,
  categoryName: ctx.say(tags.title),
  multiple: multiple ? 1 : 0,
  computed: computed ? 1 : 0,
  tagList: codes.map((tagCode) => ({ tagCode, tagName: nameOf(ctx, tags, tagCode) })),
});
