import { labels } from '#kit/resource/labels.ts';
import { pointEntry } from './point-entry.ts';

export const pointEntryLabels = labels(pointEntry, {
  noun: ['积分明细', '積分明細', 'Point entry'],
  fields: {
    pointEntryId: ['明细编号', '明細編號', 'Entry id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['所属运营商', '所屬營運商', 'Agent'],
    userAgentPointsId: ['积分账户', '積分帳戶', 'Account'],
    custId: ['客户', '客戶', 'Customer'],
    userName: ['客户名称', '客戶名稱', 'Name'],
    entryKind: ['变动', '變動', 'Change'],
    points: ['积分', '積分', 'Points'],
    balanceAfter: ['变动后余额', '變動後餘額', 'Balance after'],
    debtAfter: ['变动后待补', '變動後待補', 'Owed after'],
    amount: ['价值', '價值', 'Worth'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    expiresAt: ['失效时间', '失效時間', 'Valid until'],
    reason: ['原因', '原因', 'Reason'],
    secondBy: ['复核人', '複核人', 'Confirmed by'],
    currency: ['币种', '幣別', 'Currency'],
  },
});
