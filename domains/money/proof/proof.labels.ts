import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** The text of each invariant. I: the ledger itself (ledger.proof); R: the records compared with the ledger; C: the chain of seals. */
export const invariantWords = {
  I1: ['每张凭证借贷平衡，且属于同一租户和币种', '每張憑證借貸平衡，且屬於同一租戶和幣別', 'Every booking balances, within one tenant and currency'],
  I2: [
    '每个账户余额等于其全部分录之和，也等于流水之和',
    '每個帳戶餘額等於其全部分錄之和，也等於流水之和',
    'Every balance is the sum of its postings and of its movements',
  ],
  I3: ['冻结金额等于未结束的冻结之和', '凍結金額等於未結束的凍結之和', 'What is held is the sum of the open holds'],
  I4: ['没有客户账户透支', '沒有客戶帳戶透支', 'No customer account is below its floor'],
  I5: ['每个订单只结算一次，结算后不再冻结', '每個訂單只結算一次，結算後不再凍結', 'An order is settled once, and then holds nothing'],
  I6: ['每个租户、每种货币的总账合计为零', '每個租戶、每種貨幣的總帳合計為零', "Each tenant's books add up to zero in each currency"],
  R1: ['充值记录与账簿逐笔一致', '儲值記錄與帳簿逐筆一致', 'Recharge records and books agree, one by one'],
  R2: ['消费记录与账簿逐笔一致', '消費記錄與帳簿逐筆一致', 'Consume records and books agree, one by one'],
  R3: ['冻结的金额均属于未结束的订单', '凍結的金額均屬於未結束的訂單', 'What is held is held for orders that are not over'],
  R4: ['核销记录与账簿逐笔一致', '核銷記錄與帳簿逐筆一致', 'Write-off records and books agree, one by one'],
  R5: ['预付与退款订单与账簿逐笔一致', '預付與退款訂單與帳簿逐筆一致', 'Prepaid and refund orders and books agree, one by one'],
  R6: ['对账差异的入账与账簿逐笔一致', '對帳差異的入帳與帳簿逐筆一致', 'Booked differences with providers’ bills and books agree, one by one'],
  R7: ['期初余额与账簿逐笔一致', '期初餘額與帳簿逐筆一致', 'Opening balances and books agree, one by one'],
  R8: ['优惠券的使用与账簿逐笔一致', '優惠券的使用與帳簿逐筆一致', 'Used coupons and books agree, one by one'],
  R9: [
    '发票与其明细、订单一致，不多于已付金额，自有号码无缺号',
    '發票與其明細、訂單一致，不多於已付金額，自有號碼無缺號',
    'Invoices are the sums of their lines and orders, of what was paid at most, and own numbers have no gap',
  ],
  R10: ['客户积分、批次、明细与账簿一致', '客戶積分、批次、明細與帳簿一致', 'Points of customers, their lots, entries and the books agree'],
  R11: [
    '特权卡的销售、收入、退款和使用与账簿一致',
    '特權卡的銷售、收入、退款和使用與帳簿一致',
    'Sold, earned, refunded and used privilege cards and books agree',
  ],
  C1: [
    '近31天封印的凭证未被改动、删除或插入',
    '近31天封印的憑證未被改動、刪除或插入',
    'No booking sealed in the last 31 days was changed, taken out or put in',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export const proofWords = {
  title: ['账簿校验', '帳簿校驗', 'Proof of the books'],
  proven: ['账簿已证实无误', '帳簿已證實無誤', 'The books are proven'],
  broken: ['账簿有误，请立即核查', '帳簿有誤，請立即核查', 'The books are wrong; look at once'],
  at: ['{time}，用时 {seconds} 秒', '{time}，用時 {seconds} 秒', '{time}, in {seconds} s'],
  checked: ['核对 {n} 项', '核對 {n} 項', '{n} checked'],
  brokenCount: ['{n} 项有误：{subject}', '{n} 項有誤：{subject}', '{n} broken: {subject}'],
  byClock: ['自动校验', '自動校驗', 'Proofs by the clock'],
  whole: ['全面校验', '全面校驗', 'Whole books'],
  check: ['增量校验', '增量校驗', 'New bookings'],
  ranAt: ['{time}，核对 {n} 项，用时 {seconds} 秒', '{time}，核對 {n} 項，用時 {seconds} 秒', '{time}, {n} checked in {seconds} s'],
  notYet: ['尚未运行', '尚未執行', 'Has not run yet'],
  again: ['重新校验', '重新校驗', 'Prove again'],
  trial: ['试算平衡表', '試算平衡表', 'Trial balance'],
  account: ['科目', '科目', 'Account'],
  debit: ['借方', '借方', 'Debit'],
  credit: ['贷方', '貸方', 'Credit'],
  sum: ['合计', '合計', 'Sum'],
} as const satisfies Readonly<Record<string, Words>>;

export const proofRefusals = {
  'proof.partOnly': ['账簿只能由租户或平台整体校验', '帳簿只能由租戶或平台整體校驗', 'Books are proven as a whole, by the tenant or the platform'],
  'proof.running': ['校验正在进行，请稍后重试', '校驗正在進行，請稍後重試', 'A proof is running already; please try again in a moment'],
  'proof.tooLong': [
    '账簿数据量过大，未能在限定时间内完成校验',
    '帳簿資料量過大，未能在限定時間內完成校驗',
    'The books are too large to be proven within the time limit of a page',
  ],
} as const satisfies RefusalTable;
