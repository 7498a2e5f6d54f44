import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { writeOff } from './write-off.ts';

const amountHint = [
  '最多为该账户的欠款；核销后不可撤回',
  '最多為該帳戶的欠款；核銷後不可撤回',
  'At most what the party owes; it cannot be taken back',
] as const;

export const writeOffLabels = labels(writeOff, {
  noun: ['欠款核销', '欠款核銷', 'Write-off'],
  fields: {
    writeOffId: ['核销编号', '核銷編號', 'Write-off id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    mainPartType: ['对象类型', '對象類型', 'Party type'],
    mainPartId: ['核销对象', '核銷對象', 'Party'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['名称', '名稱', 'Name'],
    rrMoney: ['核销金额', '核銷金額', 'Amount'],
    owedBeforeMoney: ['核销前欠款', '核銷前欠款', 'Owed before'],
    owedAfterMoney: ['核销后欠款', '核銷後欠款', 'Owed after'],
    currency: ['币种', '幣別', 'Currency'],
    reason: ['核销原因', '核銷原因', 'Reason'],
    journalId: ['凭证号', '憑證號', 'Voucher'],
  },
  hints: { rrMoney: amountHint },
});

/** The texts of the dialog beside a statement. */
export const writeOffWords = {
  writeOff: ['核销欠款', '核銷欠款', 'Write off'],
  amountHint,
  of: ['核销“{name}”的欠款', '核銷「{name}」的欠款', 'Write off what {name} owes'],
} as const satisfies Readonly<Record<string, Words>>;

export const writeOffRefusals = {
  'writeOff.amount': ['核销金额必须大于零', '核銷金額必須大於零', 'The amount must be above zero'],
  'writeOff.nothing': ['“{name}”没有欠款', '「{name}」沒有欠款', '{name} owes nothing'],
  'writeOff.more': [
    '“{name}”只欠{owed} {currency}，不能核销{amount} {currency}',
    '「{name}」只欠{owed} {currency}，不能核銷{amount} {currency}',
    '{name} owes only {owed} {currency}; {amount} {currency} cannot be written off',
  ],
} as const satisfies RefusalTable;
export type WriteOffRefusal = keyof typeof writeOffRefusals;
