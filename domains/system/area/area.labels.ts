import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const areaInputLabels = {
  parentId: ['上级区域', '上級區域', 'The area above'],
  ids: ['区域编码', '區域編碼', 'Area codes'],
  keyword: ['关键字', '關鍵字', 'Keyword'],
} as const satisfies Readonly<Record<string, Words>>;

export const areaRefusals = {
  'area.unknown': ['区域“{code}”不存在', '區域「{code}」不存在', 'There is no area with the code {code}'],
} as const satisfies RefusalTable;

export const areaWords = {
  area: ['行政区划', '行政區劃', 'Areas'],
  name: ['名称', '名稱', 'Name'],
  code: ['编码', '編碼', 'Code'],
  level: ['级别', '級別', 'Level'],
  province: ['省级', '省級', 'Province'],
  city: ['市级', '市級', 'City'],
  district: ['区县', '區縣', 'District'],
  chooseProvince: ['请选择省份', '請選擇省份', 'Choose a province'],
  chooseCity: ['请选择城市', '請選擇城市', 'Choose a city'],
  chooseDistrict: ['请选择区县', '請選擇區縣', 'Choose a district'],
  chooseArea: ['请选择地区', '請選擇地區', 'Choose an area'],
  find: ['按名称、拼音或编码查找', '依名稱、拼音或編碼尋找', 'Find by name or code'],
  none: ['没有匹配的区域', '沒有符合的區域', 'Nothing matches'],
  badType: [
    'Bad type value：地区选择只有 cascader 和 select',
    'Bad type value：地區選擇只有 cascader 和 select',
    'Bad type value: an area is chosen by cascader or select',
  ],
} as const satisfies Readonly<Record<string, Words>>;
