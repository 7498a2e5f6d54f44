import { defaultCarbonFactors } from '#engines/insight/carbon.ts';
import { decimal, optional, text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

const group = ['数据统计', '資料統計', 'Statistics'] as const;
/** Factors have four digits. */
export const FACTOR_SCALE = 4;
const factor = (max: number, initial: number) => withInitial(decimal({ scale: FACTOR_SCALE, min: 0, max }), initial.toFixed(FACTOR_SCALE));

export const gridFactor = setting({
  key: 'carbon.gridFactor',
  field: factor(2, defaultCarbonFactors.gridKgPerKwh),
  scope: 'tenant',
  group,
  words: ['电网碳排放因子（kgCO₂/kWh）', '電網碳排放因子（kgCO₂/kWh）', 'Carbon of the grid (kgCO₂/kWh)'],
  hint: [
    '全国平均：2021年0.5568，2022年0.5366，2023年0.5306；2023年华北0.6361，东北0.5122，华东0.5500，华中0.5271，西北0.5543',
    '全國平均：2021年0.5568，2022年0.5366，2023年0.5306；2023年華北0.6361，東北0.5122，華東0.5500，華中0.5271，西北0.5543',
    'China: 0.5568 in 2021, 0.5366 in 2022, 0.5306 in 2023; in 2023 North 0.6361, North-East 0.5122, East 0.5500, Central 0.5271, North-West 0.5543',
  ],
});

export const gridSource = setting({
  key: 'carbon.gridSource',
  field: optional(text({ max: 120 })),
  scope: 'tenant',
  group,
  words: ['碳排放因子来源', '碳排放因子來源', 'Source of that factor'],
  hint: ['显示在减排量的说明中', '顯示在減排量的說明中', 'Shown with the carbon reduction'],
});

export const fuelPer100Km = setting({
  key: 'carbon.fuelPer100Km',
  field: factor(50, defaultCarbonFactors.fuelPer100Km),
  scope: 'tenant',
  group,
  words: ['燃油车油耗（L/100km）', '燃油車油耗（L/100km）', 'Fuel of a comparable car (l/100 km)'],
});

export const kwhPerKm = setting({
  key: 'carbon.kwhPerKm',
  field: factor(5, defaultCarbonFactors.kwhPerKm),
  scope: 'tenant',
  group,
  words: ['电动车电耗（kWh/km）', '電動車電耗（kWh/km）', 'Energy of an electric car (kWh/km)'],
});
