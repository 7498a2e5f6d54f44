import { areaList } from '@vant/area-data';
import { pinyin } from 'pinyin-pro';
import { ownNames, ownReadings, peoples, placeNames } from './english-names.ts';

/** Endings of names that give the kind of area; the first match counts. */
const kinds: readonly (readonly [ending: string, english: string])[] = [
  ['行政委员会', 'Administrative Committee'],
  ['自治区直辖县级行政区划', 'Directly Administered Counties'],
  ['省直辖县', 'Directly Administered Counties'],
  ['经济技术开发区', 'Economic and Technological Development Zone'],
  ['高新技术产业开发区', 'High-tech Industrial Development Zone'],
  ['高新技术产业园区', 'High-tech Industrial Park'],
  ['高新技术开发区', 'High-tech Development Zone'],
  ['高技术产业开发区', 'High-tech Industrial Development Zone'],
  ['经济开发区', 'Economic Development Zone'],
  ['城乡一体化示范区', 'Urban-rural Demonstration Zone'],
  ['风景名胜区', 'Scenic Area'],
  ['高新区', 'High-tech Zone'],
  ['综合实验区', 'Experimental Zone'],
  ['现代产业园区', 'Industrial Park'],
  ['示范区', 'Demonstration Zone'],
  ['管理区', 'Administrative Zone'],
  ['街道办事处', 'Subdistrict'],
  ['街道', 'Subdistrict'],
  ['管委会', 'Administrative Committee'],
  ['自治州', 'Autonomous Prefecture'],
  ['自治县', 'Autonomous County'],
  ['自治旗', 'Autonomous Banner'],
  ['联合旗', 'United Banner'],
  ['地区', 'Prefecture'],
  ['矿区', 'Mining District'],
  ['特区', 'Special District'],
  ['新区', 'New Area'],
  ['省', ''],
  ['市', ''],
  ['盟', 'League'],
  ['旗', 'Banner'],
  ['县', 'County'],
  ['区', 'District'],
  ['镇', 'Town'],
  ['乡', 'Township'],
];
const sides: Readonly<Record<string, string>> = { 东: 'East', 西: 'West', 南: 'South', 北: 'North', 中: 'Central' };

/** The English name of an area: an official name where there is one, otherwise its pronunciation followed by its kind. */
export const englishName = (id: string, name: string): string => {
  const ownName = ownNames[id];
  if (ownName !== undefined) return ownName;
  const found = kinds.find(([ending]) => name.endsWith(ending) && (name.length > ending.length || ending.length > 2));
  const [ending, kind] = found ?? ['', ''];
  const base = name.slice(0, name.length - ending.length);
  const side = sides[base];
  if (side !== undefined && kind !== '') return `${side} ${kind}`;
  // A name of one syllable always keeps its kind.
  const isShort = base.length === 1 && ending.length === 1;
  const { place: index, people } = withoutPeoples(base, /自治/u.test(ending));
  const placeWords = isShort ? [sound(name)] : ending.length > 2 ? placesIn(index) : [placeNameOrSound(index)];
  return [...placeWords, ...people, kind].filter((part) => part !== '').join(' ');
};

const placeNameOrSound = (index: string): string => placeNames[index] ?? sound(index);

/** The short names of provinces and cities, as zones write them before their own name. */
const precedingPlaces = Object.values({ ...areaList.province_list, ...areaList.city_list }).map((name) => name.replace(/(省|市|自治区)$/u, ''));

/** The words of a name that begins with the name of another place. */
const placesIn = (text: string): readonly string[] => {
  const found = precedingPlaces.find((index) => text.startsWith(index) && text.length > index.length);
  return found === undefined ? [placeNameOrSound(text)] : [placeNameOrSound(found), ...placesIn(text.slice(found.length).replace(/^市/u, ''))];
};

/** Autonomous areas are named after the peoples who live there. */
const withoutPeoples = (base: string, isAutonomous: boolean): { readonly place: string; readonly people: readonly string[] } => {
  const people: string[] = [];
  let index = base;
  for (let known = isAutonomous; known;) {
    const found = peoples.find(([name]) => index.endsWith(name));
    known = found !== undefined;
    if (!found) break;
    people.unshift(found[1]);
    index = index.slice(0, -found[0].length);
  }
  return { place: index, people };
};

/** One word of syllables, with an apostrophe where it would otherwise be pronounced differently. */
const sound = (text: string): string => {
  if (text === '') return '';
  const ownReading = ownReadings[text];
  if (ownReading !== undefined) return ownReading;
  const letters = [...text];
  const syllables = pinyin(text, { toneType: 'none', type: 'array' }).map((syllable, at) => letterReadings[letters[at] ?? ''] ?? syllable);
  const joined = syllables.map((syllable, at) => (at > 0 && /^[aoe]/u.test(syllable) ? `'${syllable}` : syllable)).join('');
  return joined.charAt(0).toUpperCase() + joined.slice(1);
};
/** Pronunciations that hold in every name of a place. */
const letterReadings: Readonly<Record<string, string>> = { 都: 'du', 什: 'shi', 曾: 'zeng' };
