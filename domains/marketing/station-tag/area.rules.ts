import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { StationTagRefusal } from './station-tag.labels.ts';

interface AreaCodes {
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
}

/** Province, city and district must exist, and each must belong to the one before. `isArea` knows the official codes. */
export const checkAreaCodes = (
  { provinceCode, cityCode, districtCode }: AreaCodes,
  isArea: (code: string) => boolean,
): Verdict<true, StationTagRefusal> => {
  const wrong = (code: string | null) => deny('tag.areaUnknown', { code: code ?? '' });
  if (provinceCode !== null && !(isArea(provinceCode) && provinceCode.endsWith('0000'))) return wrong(provinceCode);
  if (cityCode !== null && !(isArea(cityCode) && cityCode.endsWith('00') && cityCode.slice(0, 2) === provinceCode?.slice(0, 2)))
    return wrong(cityCode);
  if (districtCode !== null && !(isArea(districtCode) && districtCode.slice(0, 4) === cityCode?.slice(0, 4))) return wrong(districtCode);
  return allow(true);
};

/** The three codes of an area code of six digits; null for the levels below it. */
export const areaCodesOf = (areaCode: string | null): AreaCodes => {
  const level = (digits: number, below: RegExp): string | null =>
    areaCode === null || below.test(areaCode) ? null : areaCode.slice(0, digits).padEnd(6, '0');
  return { provinceCode: level(2, /^$/u), cityCode: level(4, /0000$/u), districtCode: level(6, /00$/u) };
};
