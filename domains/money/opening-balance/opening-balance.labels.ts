import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { openingBalance } from './opening-balance.ts';

export const openingBalanceLabels = labels(openingBalance, {
  noun: ['期初余额', '期初餘額', 'Opening balance'],
  fields: {
    openingBalanceId: ['期初编号', '期初編號', 'Opening id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    mainPartType: ['对象类型', '對象類型', 'Party type'],
    mainPartId: ['对象', '對象', 'Party'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['名称', '名稱', 'Name'],
    openingMoney: ['期初金额', '期初金額', 'Opening amount'],
    currency: ['币种', '幣別', 'Currency'],
    oldNo: ['原系统账号', '原系統帳號', 'No. in the older system'],
    remark: ['备注', '備註', 'Remark'],
    openingState: ['状态', '狀態', 'State'],
    proposedBy: ['提交人', '提交人', 'Brought by'],
    proposedById: ['提交人编号', '提交人編號', 'Brought by (id)'],
    decideBy: ['复核人', '複核人', 'Decided by'],
    decideTime: ['复核时间', '複核時間', 'Decided at'],
    journalId: ['凭证号', '憑證號', 'Voucher'],
  },
  hints: { openingMoney: ['负数表示欠款', '負數表示欠款', 'A negative amount is a debt'] },
  actions: { book: ['复核入账', '複核入帳', 'Book'], decline: ['拒绝', '拒絕', 'Decline'] },
});

export const openingBalanceWords = {
  book: ['复核入账', '複核入帳', 'Book'],
  decline: ['拒绝', '拒絕', 'Decline'],
  booked: ['已入账', '已入帳', 'Booked'],
  declined: ['已拒绝', '已拒絕', 'Declined'],
  askBook: ['将“{name}”的期初余额入账？', '將「{name}」的期初餘額入帳？', 'Book the opening balance of {name}?'],
  askBookMany: ['将所选 {n} 笔期初余额入账？', '將所選 {n} 筆期初餘額入帳？', 'Book the {n} opening balances?'],
  bookHint: [
    '入账后不可修改；差错须另行充值、冲正或核销。',
    '入帳後不可修改；差錯須另行儲值、沖正或核銷。',
    'It cannot be changed afterwards; an error is corrected by a recharge, a reversal or a write-off.',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export const openingBalanceRefusals = {
  'opening.amount': ['期初金额不能为零', '期初金額不能為零', 'The amount must not be zero'],
  'opening.twice': ['“{name}”已有期初余额', '「{name}」已有期初餘額', '{name} has an opening balance already'],
  'opening.decided': ['该期初余额已处理', '該期初餘額已處理', 'This opening balance has been decided about'],
  'opening.samePerson': ['复核人不能是提交人本人', '複核人不能是提交人本人', 'The second person must be another person'],
} as const satisfies RefusalTable;
