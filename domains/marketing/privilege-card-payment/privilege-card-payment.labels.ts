import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { privilegeCardPayment } from './privilege-card-payment.ts';

export const privilegeCardPaymentLabels = labels(privilegeCardPayment, {
  noun: ['特权卡支付', '特權卡支付', 'Payment for a privilege card'],
  fields: {
    prePayOrderId: ['预付订单编号', '預付訂單編號', 'Prepaid order id'],
    billId: ['支付单号', '支付單號', 'Payment no.'],
    tenantId: ['租户', '租戶', 'Tenant'],
    privilegeCardId: ['特权卡', '特權卡', 'Card'],
    cardName: ['特权卡名称', '特權卡名稱', 'Card name'],
    mainPartNo: ['手机号', '手機號碼', 'Phone'],
    price: ['售价', '售價', 'Price'],
    currency: ['币种', '幣別', 'Currency'],
    state: ['状态', '狀態', 'State'],
    refusal: ['未售出原因', '未售出原因', 'Why not sold'],
    privilegeCardHoldId: ['持卡编号', '持卡編號', 'Held card id'],
    doneTime: ['完成时间', '完成時間', 'Done at'],
  },
});

/** The texts of the page. */
export const privilegeCardPaymentWords = {
  menu: ['特权卡支付', '特權卡支付', 'Card payments'],
  driverMissing: ['用户已不存在', '使用者已不存在', 'The driver is gone'],
  unpaidMoney: [
    '钱包余额不足，款项可能已抵扣欠款',
    '錢包餘額不足，款項可能已抵扣欠款',
    'The wallet holds too little; the money may have paid a debt',
  ],
} as const satisfies Readonly<Record<string, Words>>;
