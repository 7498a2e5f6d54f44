import { codeTable } from '#kit/fields/codes.ts';

/** The subject of a booking in a statement: the journal kinds of domains/money/ledger. */
export const journalKind = codeTable({
  dictCode: 'ledger_kind',
  title: ['记账类型', '記帳類型', 'Booking'],
  items: {
    recharge: { value: 'recharge', words: ['充值', '儲值', 'Recharge'], tone: 'good' },
    reverse: { value: 'reverse', words: ['冲正', '沖正', 'Reversal'], tone: 'warn' },
    settle: { value: 'settle', words: ['充电消费', '充電消費', 'Charging'], tone: 'busy' },
    prepay: { value: 'prepay', words: ['预付', '預付', 'Prepayment'] },
    refundRequest: { value: 'refund_req', words: ['退款申请', '退款申請', 'Refund asked for'] },
    refundDone: { value: 'refund_ok', words: ['退款成功', '退款成功', 'Refund paid'] },
    refundFailed: { value: 'refund_fail', words: ['退款失败', '退款失敗', 'Refund failed'], tone: 'bad' },
    refundToBalance: { value: 'refund_bal', words: ['退回余额', '退回餘額', 'Refund to balance'], tone: 'good' },
    adjust: { value: 'adjust', words: ['调整', '調整', 'Adjustment'] },
    reservationFee: { value: 'reserve_fee', words: ['占位费', '占位費', 'Occupancy fee'] },
    move: { value: 'move', words: ['余额转移', '餘額轉移', 'Balance moved'] },
    writeOff: { value: 'writeoff', words: ['核销', '核銷', 'Write-off'] },
    opening: { value: 'opening', words: ['期初余额', '期初餘額', 'Opening balance'] },
    billDifference: { value: 'bill_diff', words: ['对账差异', '對帳差異', 'Difference with a bill'] },
    couponGivenBack: { value: 'coupon_back', words: ['退还优惠券', '退還優惠券', 'Coupon given back'] },
    points: { value: 'points', words: ['积分变动', '積分變動', 'Points'] },
    pointsGivenBack: { value: 'points_back', words: ['退还积分', '退還積分', 'Points given back'] },
    cardSold: { value: 'card_sale', words: ['购买特权卡', '購買特權卡', 'Privilege card bought'] },
    cardEarned: { value: 'card_earned', words: ['特权卡收入', '特權卡收入', 'Privilege cards earned'] },
    cardRefunded: { value: 'card_refund', words: ['特权卡退款', '特權卡退款', 'Privilege card refunded'], tone: 'good' },
    cardGivenBack: { value: 'card_back', words: ['退还特权卡优惠', '退還特權卡優惠', 'Privilege card given back'] },
    billGivenBack: { value: 'bill_back', words: ['退回无主款项', '退回無主款項', 'Unknown money given back'] },
  },
});

/** The purpose of accounts: the part of their code before the colon. */
export const accountGroup = codeTable({
  dictCode: 'ledger_account_group',
  title: ['科目', '科目', 'Account'],
  items: {
    wallet: { value: 'wallet', words: ['客户钱包', '客戶錢包', 'Wallets'] },
    prepaid: { value: 'prepaid', words: ['预付订单', '預付訂單', 'Prepaid orders'] },
    refundInTransit: { value: 'refund_in_transit', words: ['在途退款', '在途退款', 'Refunds in transit'] },
    unidentified: { value: 'unidentified', words: ['待查款项', '待查款項', 'Money to be clarified'] },
    cash: { value: 'cash', words: ['现金', '現金', 'Cash'] },
    provider: { value: 'psp', words: ['支付渠道', '支付通路', 'Payment providers'] },
    receivable: { value: 'receivable', words: ['应收欠款', '應收欠款', 'Owed by customers'] },
    fees: { value: 'fee', words: ['充电收入', '充電收入', 'Charging revenue'] },
    occupancy: { value: 'occupancy', words: ['占位收入', '占位收入', 'Occupancy revenue'] },
    tariffOffer: { value: 'tariff_offer', words: ['时段折扣', '時段折扣', 'Tariff discounts'] },
    vipOffer: { value: 'vip_offer', words: ['VIP优惠', 'VIP優惠', 'VIP discounts'] },
    coupon: { value: 'coupon', words: ['优惠券', '優惠券', 'Coupons'] },
    cardDeferred: { value: 'card_deferred', words: ['特权卡递延收入', '特權卡遞延收入', 'Privilege cards, deferred'] },
    cardIncome: { value: 'card_income', words: ['特权卡收入', '特權卡收入', 'Privilege card revenue'] },
    privilegeCard: { value: 'privilege_card', words: ['特权卡', '特權卡', 'Privilege cards'] },
    points: { value: 'points', words: ['客户积分', '客戶積分', 'Points of customers'] },
    pointCost: { value: 'point_cost', words: ['积分成本', '積分成本', 'Cost of points'] },
    overrun: { value: 'overrun', words: ['超额承担', '超額承擔', 'Overrun borne by us'] },
    writeOff: { value: 'writeoff', words: ['核销损失', '核銷損失', 'Written off'] },
    opening: { value: 'opening', words: ['期初余额', '期初餘額', 'Opening balances'] },
  },
});
