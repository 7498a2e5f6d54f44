import type { RefusalTable } from '#kit/resource/refusal.ts';

/** What keeps cards and cars from being bound to stations and piles. */
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
  'binding.nothing': ['请至少选择一张卡或一辆车', '請至少選擇一張卡或一輛車', 'Select at least one card or car'],
} as const satisfies RefusalTable;
export type BindingRefusal = keyof typeof bindingRefusals;
