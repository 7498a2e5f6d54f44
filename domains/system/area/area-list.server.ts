import { areaList } from '@vant/area-data';
import { groupBy } from '#kit/fields/group-by.ts';
import type { Language } from '#kit/fields/words.ts';
import { areaNames } from './area-names.generated.ts';
import { levelOf, parentOf, codePath } from './area.rules.ts';
import type { Area, AreaPath } from './area.ts';

/** The list is part of the program: it comes from a package and changes with its version. */
const chinese: Readonly<Record<string, string>> = { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list };
const ids = Object.keys(chinese).toSorted((a, b) => levelOf(a) - levelOf(b) || Number(a) - Number(b));

/** `id=traditional|English` of each area. */
const foreignNames = new Map(
  areaNames
    .trim()
    .split(/[\n;]/u)
    .map((line) => {
      const [id = '', names = ''] = line.split('=');
      const [traditional = '', english = ''] = names.split('|');
      return [id, { traditional, english }];
    }),
);

const nameIn = (language: Language, id: string): string => {
  const chineseName = chinese[id] ?? id;
  if (language === 'zh_CN') return chineseName;
  return (language === 'zh_TW' ? foreignNames.get(id)?.traditional : foreignNames.get(id)?.english) ?? chineseName;
};

/** The codes below each code. */
const childrenOf = groupBy(ids, parentOf);

export const isArea = (id: string): boolean => Object.hasOwn(chinese, id);

const areaIn = (language: Language, id: string): Area => {
  const name = nameIn(language, id);
  return { id, name, text: name, pid: parentOf(id), hasChild: childrenOf.has(id) ? '1' : '0' };
};

export const areasUnder = (language: Language, id: string): readonly Area[] => (childrenOf.get(id) ?? []).map((code) => areaIn(language, code));

/** An area with its ancestors; undefined for an unknown code. */
export const areaPath = (language: Language, id: string): AreaPath | undefined =>
  isArea(id) ? { id, way: codePath(id).map((code) => areaIn(language, code)) } : undefined;

/** The names from the province down, as display text of the code; a city that is its own province is named once. */
export const areaText = (language: Language, id: string): string => {
  const names = codePath(id).map((code) => nameIn(language, code));
  return names.filter((name, index) => name !== names[index - 1]).join(language === 'en_US' ? ', ' : ' / ');
};

/** The searched form of a name: lower case, without spaces and punctuation. */
const searchForm = (text: string): string => text.toLowerCase().replaceAll(/['\s]/gu, '').replaceAll('ü', 'u');
const indexNames = (): ReadonlyMap<string, readonly string[]> =>
  new Map(ids.map((id) => [id, [chinese[id] ?? '', foreignNames.get(id)?.traditional ?? '', searchForm(foreignNames.get(id)?.english ?? '')]]));
/** Built at the first search, so that the start does not wait for it. */
let searchIndex: ReturnType<typeof indexNames> | undefined;

/** 0 for an equal name or code, 1 for a prefix, 2 for a part; undefined without a match. */
const rankOf = (id: string, word: string): number | undefined => {
  const names = (searchIndex ??= indexNames()).get(id) ?? [];
  if (id === word || names.includes(word)) return 0;
  if (id.startsWith(word) || names.some((name) => name.startsWith(word))) return 1;
  return names.some((name) => name.includes(word)) ? 2 : undefined;
};

/** The best matches; among equal ones the wider areas come first. */
export const findAreas = (keyword: string, max: number): readonly string[] => {
  const word = searchForm(keyword);
  if (word === '') return [];
  const found = ids.flatMap((id) => {
    const rank = rankOf(id, word);
    return rank === undefined ? [] : [{ id, rank }];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ id }) => id);
};
