import { areaList } from '@vant/area-data';
import type { Language } from '#kit/fields/words.ts';
import { areaNames } from './area-names.generated.ts';
import { levelOf, parentOf, codePath } from './area.rules.ts';
import type { Area, AreaPath } from './area.ts';

/** The list is part of the program: it changes with a version of the package, and nobody writes it. */
const chinese: Readonly<Record<string, string>> = { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list };
const ids = Object.keys(chinese).toSorted((a, b) => levelOf(a) - levelOf(b) || Number(a) - Number(b));

/** `id=traditional|English` of each. */
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

/** The codes under each one. */
const childrenOf = new Map<string, string[]>();
for (const id of ids) {
  const siblings = childrenOf.get(parentOf(id)) ?? [];
  siblings.push(id);
  childrenOf.set(parentOf(id), siblings);
}

export const isArea = (id: string): boolean => Object.hasOwn(chinese, id);

const areaIn = (language: Language, id: string): Area => {
  const name = nameIn(language, id);
  return { id, name, text: name, pid: parentOf(id), hasChild: childrenOf.has(id) ? '1' : '0' };
};

export const areasUnder = (language: Language, id: string): readonly Area[] => (childrenOf.get(id) ?? []).map((code) => areaIn(language, code));

/** An area with all above it; undefined for what is none. */
export const areaPath = (language: Language, id: string): AreaPath | undefined =>
  isArea(id) ? { id, way: codePath(id).map((code) => areaIn(language, code)) } : undefined;

/** The names from the province down, as a text beside the code; those of a city that is its own province only once. */
export const areaText = (language: Language, id: string): string => {
  const names = codePath(id).map((code) => nameIn(language, code));
  return names.filter((name, index) => name !== names[index - 1]).join(language === 'en_US' ? ', ' : ' / ');
};

/** What a word may be found in: the names in all three languages, without the spaces and marks of the Latin one. */
const searchForm = (text: string): string => text.toLowerCase().replaceAll(/['\s]/gu, '').replaceAll('ü', 'u');
const indexNames = (): ReadonlyMap<string, readonly string[]> =>
  new Map(ids.map((id) => [id, [chinese[id] ?? '', foreignNames.get(id)?.traditional ?? '', searchForm(foreignNames.get(id)?.english ?? '')]]));
/** Made when somebody first searches, since no start has to wait for it. */
let searchIndex: ReturnType<typeof indexNames> | undefined;

/** 0 for the very name or code, 1 for one that begins so, 2 for one that holds it; undefined for none of these. */
const rankOf = (id: string, word: string): number | undefined => {
  const names = (searchIndex ??= indexNames()).get(id) ?? [];
  if (id === word || names.includes(word)) return 0;
  if (id.startsWith(word) || names.some((name) => name.startsWith(word))) return 1;
  return names.some((name) => name.includes(word)) ? 2 : undefined;
};

/** The best that fit, of equal ones the wider first. */
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
