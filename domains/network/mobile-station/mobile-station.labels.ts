import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { mobileStation } from './mobile-station.ts';

export const mobileStationLabels = labels(mobileStation, {
  noun: ['白名单手机号', '白名單手機號碼', 'White-list mobile'],
  fields: {
    mobileStationId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    mobileNumber: ['手机号', '手機號碼', 'Mobile number'],
    contacts: ['联系人', '聯絡人', 'Contact'],
  },
  hints: {
    mobileNumber: [
      '同一站点内不可重复；电桩在线时的充电不受此名单影响',
      '同一站點內不可重複；電樁連線時的充電不受此名單影響',
      'Once at a station. Charges at piles that are online do not depend on this list',
    ],
  },
});

export const mobileStationRefusals = {
  'mobileStation.full': [
    '站点“{name}”的白名单最多{max}个手机号',
    '站點「{name}」的白名單最多{max}個手機號碼',
    'The white list of station {name} takes at most {max} mobile numbers',
  ],
} as const satisfies RefusalTable;

export const mobileStationWords = {
  action: ['白名单', '白名單', 'White list'],
} as const satisfies Readonly<Record<string, Words>>;
