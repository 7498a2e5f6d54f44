import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { consume } from './consume.ts';
import type { ConsumeSums } from './consume.ts';

export const consumeLabels = labels(consume, {
  noun: ['消费记录', '消費記錄', 'Consumption'],
  fields: {
    consumeRecordId: ['消费编号', '消費編號', 'Consumption id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    chargingOrderId: ['订单编号', '訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    mainPartType: ['消费主体', '消費主體', 'Paid by'],
    mainPartId: ['主体编号', '主體編號', 'Party id'],
    mainPartNo: ['账号', '帳號', 'Account'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    custName: ['客户名称', '客戶名稱', 'Customer name'],
    userName: ['用户姓名', '使用者姓名', 'User'],
    userMobile: ['手机号', '手機號碼', 'Phone'],
    icCardId: ['卡编号', '卡編號', 'Card id'],
    icCardNo: ['卡号', '卡號', 'Card number'],
    carVin: ['VIN', 'VIN', 'VIN'],
    carNum: ['车牌号', '車牌號碼', 'Licence plate'],
    isRefund: ['退款', '退款', 'Refund'],
    orderAmount: ['订单金额', '訂單金額', 'List price'],
    rrMoney: ['消费金额', '消費金額', 'Amount'],
    receivableMoney: ['其中欠款', '其中欠款', 'Of it owed'],
    debtPaidMoney: ['其中抵扣欠款', '其中抵扣欠款', 'Of it against the debt'],
    rrBeforeMoney: ['消费前余额', '消費前餘額', 'Balance before'],
    rrAfterMoney: ['消费后余额', '消費後餘額', 'Balance after'],
    currency: ['币种', '幣別', 'Currency'],
    chargingElec: ['充电电量', '充電電量', 'Energy'],
    chargingElecTip: ['尖电量', '尖電量', 'Tip energy'],
    chargingElecPeak: ['峰电量', '峰電量', 'Peak energy'],
    chargingElecFlat: ['平电量', '平電量', 'Flat energy'],
    chargingElecValley: ['谷电量', '谷電量', 'Valley energy'],
    journalId: ['凭证号', '憑證號', 'Voucher'],
  },
});

/** Further texts of the page. */
export const consumeWords = {
  statement: ['账户流水', '帳戶流水', 'Statement'],
  refund: ['退款', '退款', 'Refund'],
} as const satisfies Readonly<Record<string, Words>>;

export const consumeSumWords: Readonly<Record<keyof ConsumeSums, Words>> = {
  orderAllAmount: ['订单总额', '訂單總額', 'List price'],
  billingAllAmount: ['消费总额', '消費總額', 'Paid'],
  offerAllAmount: ['优惠总额', '優惠總額', 'Offers'],
  receivableAllAmount: ['其中欠款', '其中欠款', 'Of it owed'],
  totalElec: ['总电量', '總電量', 'Energy'],
  totalElecTip: ['尖', '尖', 'Tip'],
  totalElecPeak: ['峰', '峰', 'Peak'],
  totalElecFlat: ['平', '平', 'Flat'],
  totalElecValley: ['谷', '谷', 'Valley'],
};
