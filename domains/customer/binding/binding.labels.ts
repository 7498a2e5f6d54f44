import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** The refusals of binding cards and cars to stations and piles. */
export const bindingRefusals = {
  'binding.tenantsDiffer': [
    '不能同时选择不同租户的卡或车辆',
    '不能同時選擇不同租戶的卡或車輛',
    'Cards or cars of different tenants cannot be selected together',
  ],
  'binding.notUsable': [
    '停用或作废的卡和车辆不能添加：{names}',
    '停用或作廢的卡和車輛不能新增：{names}',
    'Disabled or disused cards and cars cannot be added: {names}',
  ],
  'binding.otherTenant': [
    '所选站点或电桩不属于卡或车辆的租户',
    '所選站點或電樁不屬於卡或車輛的租戶',
    'The station or pile belongs to another tenant than the cards or cars',
  ],
  'binding.numberTooLong': [
    '{where}只能识别{max}位以内的卡号：{names}',
    '{where}只能識別{max}位以內的卡號：{names}',
    '{where} cannot send a card number of more than {max} characters: {names}',
  ],
  'binding.nothing': ['请至少选择一张卡或一辆车', '請至少選擇一張卡或一輛車', 'Select at least one card or car'],
} as const satisfies RefusalTable;
export type BindingRefusal = keyof typeof bindingRefusals;

/** The texts of the binding dialogs. */
export const bindingWords = {
  stations: ['绑定站点', '綁定站點', 'Bound stations'],
  piles: ['绑定电桩', '綁定電樁', 'Bound piles'],
  bindStations: ['绑定到站点', '綁定到站點', 'Bind to stations'],
  bindPiles: ['绑定到电桩', '綁定到電樁', 'Bind to piles'],
  stationsOf: ['“{name}”的绑定站点', '「{name}」的綁定站點', 'Stations of {name}'],
  pilesOf: ['“{name}”的绑定电桩', '「{name}」的綁定電樁', 'Piles of {name}'],
  selected: ['已选 {n} 项', '已選 {n} 項', '{n} selected'],
  anywhere: [
    '未绑定站点和电桩时，可在租户的所有站点使用；绑定后仅限所绑定的站点和电桩',
    '未綁定站點和電樁時，可在租戶的所有站點使用；綁定後僅限所綁定的站點和電樁',
    'Without bindings it may be used at every station of the tenant; with them, only at the bound stations and piles',
  ],
  station: ['站点', '站點', 'Stations'],
  pile: ['电桩', '電樁', 'Pile'],
  cards: ['IC卡', 'IC卡', 'IC cards'],
  cars: ['车辆', '車輛', 'Cars'],
  boundHere: ['VIN与IC卡', 'VIN與IC卡', 'Cards and cars'],
  bindHere: ['绑定卡或车辆', '綁定卡或車輛', 'Bind cards or cars'],
} as const satisfies Readonly<Record<string, Words>>;
