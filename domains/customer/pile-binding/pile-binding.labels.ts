import { labels } from '#kit/resource/labels.ts';
import { pileBinding } from './pile-binding.ts';

export const pileBindingLabels = labels(pileBinding, {
  noun: ['电桩绑定', '電樁綁定', 'Pile binding'],
  fields: {
    pileBindingId: ['绑定编号', '綁定編號', 'Binding id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['电桩', '電樁', 'Pile'],
    mainPartType: ['类型', '類型', 'Kind'],
    account: ['卡号 / VIN', '卡號 / VIN', 'Card number / VIN'],
    holder: ['持有人', '持有人', 'Holder'],
    icCardId: ['IC卡', 'IC卡', 'IC card'],
    carId: ['车辆', '車輛', 'Car'],
  },
});

export const pileBindingInputLabels = {
  icCardIds: ['IC卡', 'IC卡', 'IC cards'],
  carIds: ['车辆', '車輛', 'Cars'],
} as const;
