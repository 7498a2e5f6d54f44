import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { carType } from './car-type.ts';

export const carTypeLabels = labels(carType, {
  noun: ['车型', '車型', 'Car type'],
  fields: {
    carTypeId: ['车型编号', '車型編號', 'Car type id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    carTypeName: ['车型', '車型', 'Car type'],
    carBrandName: ['品牌', '品牌', 'Brand'],
    carModel: ['型号', '型號', 'Model'],
    carBrandLogo: ['品牌标志', '品牌標誌', 'Logo'],
    electricType: ['电池类型', '電池類型', 'Battery type'],
    chargeVoltage: ['充电电压', '充電電壓', 'Charging voltage'],
    chargeCurrent: ['充电电流', '充電電流', 'Charging current'],
  },
});

export const carTypeRefusals = {
  'carType.inUse': [
    '车型“{name}”还有{count}辆车，不能删除',
    '車型「{name}」還有{count}輛車，不能刪除',
    '{count} {count|car|cars} {count|is|are} of type {name}; it cannot be deleted',
  ],
} as const satisfies RefusalTable;
