import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { vipLevel } from './vip-level.ts';

export const vipLevelLabels = labels(vipLevel, {
  noun: ['VIP等级', 'VIP等級', 'VIP level'],
  fields: {
    vipLevelId: ['等级编号', '等級編號', 'Level id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    vipLevelName: ['等级名称', '等級名稱', 'Level name'],
    vipLevelVal: ['等级值', '等級值', 'Rank'],
  },
  hints: { vipLevelVal: ['1 到 99，数值越大等级越高', '1 到 99，數值越大等級越高', '1 to 99; the higher, the better'] },
});

export const vipLevelRefusals = {
  'vipLevel.inUse': [
    'VIP等级“{name}”下还有{count}个客户，不能删除',
    'VIP等級「{name}」下還有{count}個客戶，不能刪除',
    '{count} {count|customer|customers} still {count|has|have} VIP level {name}; it cannot be deleted',
  ],
} as const satisfies RefusalTable;
