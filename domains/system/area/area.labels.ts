import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const areaInputLabels = { parentId: ['上级区域', '上級區域', 'The area above'] } as const satisfies Readonly<Record<string, Words>>;

export const areaRefusals = {
  'area.unknown': ['区域“{code}”不存在', '區域「{code}」不存在', 'There is no area with the code {code}'],
} as const satisfies RefusalTable;

export const areaWords = {
  province: ['省级', '省級', 'Province'],
  city: ['市级', '市級', 'City'],
  district: ['区县', '區縣', 'District'],
  chooseProvince: ['请选择省份', '請選擇省份', 'Choose a province'],
  chooseCity: ['请选择城市', '請選擇城市', 'Choose a city'],
  find: ['在此列查找', '在此欄查找', 'Find in this column'],
  none: ['没有匹配的区域', '沒有符合的區域', 'Nothing matches'],
} as const satisfies Readonly<Record<string, Words>>;
