import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { recharge } from './recharge.ts';
import type { RechargeSums } from './recharge.ts';

export const rechargeLabels = labels(recharge, {
  noun: ['充值记录', '儲值記錄', 'Recharge'],
  fields: {
    rechargRecordId: ['充值编号', '儲值編號', 'Recharge id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    mainPartType: ['对象类型', '對象類型', 'Party type'],
    mainPartId: ['充值对象', '儲值對象', 'Party'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['名称', '名稱', 'Name'],
    rrMoney: ['充值金额', '儲值金額', 'Amount'],
    rrBeforeMoney: ['充值前余额', '儲值前餘額', 'Balance before'],
    rrAfterMoney: ['充值后余额', '儲值後餘額', 'Balance after'],
    receivableMoney: ['转欠款', '轉欠款', 'Owed instead'],
    debtPaidMoney: ['其中还欠款', '其中還欠款', 'Paid debt'],
    currency: ['币种', '幣別', 'Currency'],
    payMethod: ['充值方式', '儲值方式', 'Paid by'],
    payNo: ['支付单号', '支付單號', 'Payment no.'],
    invoiceCode: ['发票代码', '發票代碼', 'Invoice code'],
    invoiceNumber: ['发票号码', '發票號碼', 'Invoice number'],
    hasReverse: ['已冲正', '已沖正', 'Reversed'],
    reverseRecordId: ['冲正的原记录', '沖正的原記錄', 'Reverses'],
    reverseReason: ['冲正原因', '沖正原因', 'Reason'],
    journalId: ['凭证号', '憑證號', 'Voucher'],
    rechargeBy: ['操作人', '操作人', 'By'],
    rechargeTime: ['充值时间', '儲值時間', 'Time'],
  },
  hints: {
    mainPartNo: [
      '手机号、卡号、VIN 或集团客户名称；与充值对象填一项即可',
      '手機號碼、卡號、VIN 或集團客戶名稱；與儲值對象填一項即可',
      'Phone number, card number, VIN or company name; either this or the party itself',
    ],
  },
  actions: { receivable: ['差额转欠款', '差額轉欠款', 'let the rest be owed'] },
});

/** Further texts of the page. */
export const rechargeWords = {
  reverse: ['冲正', '沖正', 'Reverse'],
  statement: ['账户流水', '帳戶流水', 'Statement'],
  reverseOf: ['冲正“{name}”的充值', '沖正「{name}」的儲值', 'Reverse the recharge of {name}'],
  takesBack: ['将从账户扣回', '將從帳戶扣回', 'Taken back from the wallet:'],
  oweHint: [
    '可用余额不足；勾选后扣回全部余额，差额记为该账户的欠款',
    '可用餘額不足；勾選後扣回全部餘額，差額記為該帳戶的欠款',
    'The wallet has too little; ticked, all of it is taken back and the rest is owed',
  ],
  paysDebt: ['先偿还欠款', '先償還欠款', 'First pays the debt:'],
  fillsWallet: ['进入账户', '存入帳戶', 'To the wallet:'],
  owedAgain: ['恢复欠款', '恢復欠款', 'Owed again:'],
  reversed: ['已冲正', '已沖正', 'Reversed'],
  reverses: ['冲正 {id}', '沖正 {id}', 'Reverses {id}'],
  isReversal: ['冲正记录不能再冲正', '沖正記錄不能再沖正', 'A reversal cannot be reversed'],
  isReversed: ['该充值已冲正', '該儲值已沖正', 'Reversed already'],
} as const satisfies Readonly<Record<string, Words>>;

/** The labels of inputs that are no fields of the noun. */
export const rechargeInputLabels = {
  reason: ['冲正原因', '沖正原因', 'Reason'],
  toReceivable: ['差额转为欠款', '差額轉為欠款', 'Let the rest be owed'],
} as const satisfies Readonly<Record<string, Words>>;

export const rechargeSumWords: Readonly<Record<keyof RechargeSums, Words>> = {
  rechargeAllMoney: ['充值合计', '儲值合計', 'Recharged'],
  reverseAllMoney: ['冲正合计', '沖正合計', 'Reversed'],
  receivableAllMoney: ['其中转欠款', '其中轉欠款', 'Of it owed'],
  debtPaidAllMoney: ['净还欠款', '淨還欠款', 'Debt paid'],
  netAllMoney: ['净充值', '淨儲值', 'Net'],
};

export const rechargeRefusals = {
  'recharge.amount': ['充值金额必须大于零', '儲值金額必須大於零', 'The amount must be above zero'],
  'recharge.noParty': ['请选择充值对象', '請選擇儲值對象', 'Say who is recharged'],
  'recharge.unknownParty': ['未找到账号为“{no}”的{kind}', '找不到帳號為「{no}」的{kind}', 'No {kind} has the account {no}'],
  'recharge.manyParties': [
    '有多个{kind}的账号为“{no}”，请在充值对象中填写其编号',
    '有多個{kind}的帳號為「{no}」，請在儲值對象中填寫其編號',
    'More than one {kind} has the account {no}; give the id as party',
  ],
  'recharge.whichTenant': [
    '按账号充值前，请先在页首选择租户',
    '依帳號儲值前，請先在頁首選擇租戶',
    'Choose a tenant in the header before recharging by account',
  ],
  'recharge.apart': ['账号“{no}”不属于充值对象{id}', '帳號「{no}」不屬於儲值對象{id}', 'The account {no} is not that of party {id}'],
  'recharge.void': ['“{name}”已作废或销户，不能充值', '「{name}」已作廢或銷戶，不能儲值', '{name} is void or closed and cannot be recharged'],
  'recharge.pooled': [
    '“{name}”使用客户“{owner}”的资金池，请为该客户充值',
    '「{name}」使用客戶「{owner}」的資金池，請為該客戶儲值',
    '{name} draws on the funds pool of {owner}; recharge that customer instead',
  ],
  'recharge.isReversal': ['该记录本身是冲正记录，不能冲正', '該記錄本身是沖正記錄，不能沖正', 'This record is a reversal itself'],
  'recharge.reversed': ['该充值已冲正', '該儲值已沖正', 'This recharge has been reversed already'],
  'recharge.online': [
    '车主在线支付的充值不能冲正，请在预付订单中原路退款',
    '車主線上支付的儲值不能沖正，請在預付訂單中原路退款',
    'A recharge that a driver paid online is not reversed; refund its payment among the prepaid orders',
  ],
  'recharge.spent': [
    '可用余额只有{available} {currency}，不足以冲正{amount} {currency}',
    '可用餘額只有{available} {currency}，不足以沖正{amount} {currency}',
    'Only {available} {currency} is left to take back {amount} {currency}',
  ],
} as const satisfies RefusalTable;
export type RechargeRefusal = keyof typeof rechargeRefusals;
