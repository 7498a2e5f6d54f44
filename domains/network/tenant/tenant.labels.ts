import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { tenant } from './tenant.ts';

export const tenantLabels = labels(tenant, {
  noun: ['租户', '租戶', 'Tenant'],
  fields: {
    tenantId: ['租户编号', '租戶編號', 'Tenant id'],
    name: ['租户名称', '租戶名稱', 'Name'],
    tenantStat: ['状态', '狀態', 'State'],
    currency: ['币种', '幣別', 'Currency'],
    timezone: ['时区', '時區', 'Time zone'],
    contactPerson: ['联系人', '聯絡人', 'Contact'],
    contactPhone: ['联系电话', '聯絡電話', 'Contact phone'],
    remark: ['备注', '備註', 'Remark'],
  },
  hints: {
    currency: [
      '有两位小数的 ISO 4217 代码，如 CNY、EUR；有了客户或账目后不能修改',
      '有兩位小數的 ISO 4217 代碼，如 CNY、EUR；有了客戶或帳目後不能修改',
      'ISO 4217 code with two decimals, such as CNY or EUR; fixed once there are customers or bookings',
    ],
  },
});

export const tenantRefusals = {
  'tenant.hasAgents': [
    '租户“{name}”下还有{count}个运营商，不能删除',
    '租戶「{name}」下還有{count}個營運商，不能刪除',
    'Tenant {name} still has {count} {count|agent|agents} and cannot be deleted',
  ],
  'tenant.disused': ['租户已废弃，不能再变更', '租戶已廢棄，不能再變更', 'The tenant is disused and stays so'],
  'tenant.currencyFixed': [
    '租户已有客户或账目，币种不能修改',
    '租戶已有客戶或帳目，幣別不能修改',
    'The tenant has customers or bookings already; its currency cannot change',
  ],
} as const satisfies RefusalTable;
