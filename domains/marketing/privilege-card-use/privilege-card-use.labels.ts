import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { privilegeCardUse } from './privilege-card-use.ts';

export const privilegeCardUseLabels = labels(privilegeCardUse, {
  noun: ['特权卡使用记录', '特權卡使用記錄', 'Use of a privilege card'],
  fields: {
    privilegeCardUseId: ['使用编号', '使用編號', 'Use id'],
    privilegeCardHoldId: ['持卡编号', '持卡編號', 'Held card id'],
    privilegeCardId: ['特权卡', '特權卡', 'Card'],
    cardName: ['特权卡名称', '特權卡名稱', 'Card name'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    mainPartType: ['主体类型', '主體類型', 'Held by'],
    mainPartId: ['主体编号', '主體編號', 'Party id'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['主体名称', '主體名稱', 'Name'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    state: ['状态', '狀態', 'State'],
    reason: ['原因', '原因', 'Reason'],
    useDay: ['日期', '日期', 'Day'],
    energyLimit: ['可优惠电量', '可優惠電量', 'Energy left for it'],
    chargingElec: ['优惠电量', '優惠電量', 'Energy'],
    preferentialAmount: ['优惠金额', '優惠金額', 'Taken off'],
    chargingOrderId: ['订单编号', '訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    funder: ['承担方', '承擔方', 'Borne by'],
    useTime: ['使用时间', '使用時間', 'Used at'],
    currency: ['币种', '幣別', 'Currency'],
  },
});

/** The texts of the page. */
export const privilegeCardUseWords = {
  menu: ['特权卡使用记录', '特權卡使用記錄', 'Card uses'],
} as const satisfies Readonly<Record<string, Words>>;
