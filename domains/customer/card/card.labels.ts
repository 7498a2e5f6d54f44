import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { card } from './card.ts';

const words = {
  reapply: ['补卡', '補卡', 'Replace'],
  password: ['重置密码', '重設密碼', 'Reset password'],
  log: ['操作日志', '操作日誌', 'Operation log'],
} as const satisfies Readonly<Record<string, Words>>;

export const cardLabels = labels(card, {
  noun: ['IC卡', 'IC卡', 'IC card'],
  fields: {
    icCardId: ['卡编号', '卡編號', 'Card id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    icCardNo: ['卡号', '卡號', 'Card number'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    cardPeople: ['持卡人', '持卡人', 'Card holder'],
    cardPhone: ['持卡人电话', '持卡人電話', 'Phone'],
    cardCarNo: ['车牌号', '車牌號碼', 'Licence plate'],
    cardPwd: ['卡密码', '卡密碼', 'Card password'],
    hasPwd: ['已设密码', '已設密碼', 'Has a password'],
    cardState: ['卡状态', '卡狀態', 'State'],
    validUntil: ['有效期至', '有效期至', 'Valid until'],
    canDiscount: ['享受VIP折扣', '享受VIP折扣', 'VIP discount applies'],
    useFundsPool: ['走资金池', '走資金池', 'Funds pool'],
    currency: ['币种', '幣別', 'Currency'],
    cardBalance: ['卡余额', '卡餘額', 'Balance'],
    availableBal: ['可用余额', '可用餘額', 'Available'],
    cardAlarmMoney: ['余额预警值', '餘額預警值', 'Low-balance mark'],
    errorCount: ['密码错误次数', '密碼錯誤次數', 'Wrong passwords'],
    lastErrorTime: ['最近密码错误时间', '最近密碼錯誤時間', 'Last wrong password'],
    newIcCardNo: ['补办新卡号', '補辦新卡號', 'Replaced by'],
  },
  hints: {
    icCardNo: [
      '字母、数字和 * - _ = : + | @ .，4到32位；OCPP电桩最多识别20位',
      '字母、數字和 * - _ = : + | @ .，4到32位；OCPP電樁最多識別20位',
      '4 to 32 letters, digits and * - _ = : + | @ . ; OCPP piles read 20 at most',
    ],
    validUntil: [
      '到期后不能启动充电；留空则长期有效',
      '到期後不能啟動充電；留空則長期有效',
      'It starts no charge afterwards; left empty, it has no limit',
    ],
    cardPwd: ['6到16位数字；留空则刷卡无需密码', '6到16位數字；留空則刷卡無需密碼', '6 to 16 digits; left empty, no password is needed'],
    custId: ['选择客户后，运营商与客户一致', '選擇客戶後，營運商與客戶一致', "With a customer, the card is its agent's"],
  },
  actions: { reapply: words.reapply, password: words.password },
});

export const cardRefusals = {
  'card.discarded': ['卡“{no}”已作废，不能再操作', '卡「{no}」已作廢，不能再操作', 'Card {no} is void and cannot be operated'],
  'card.hasMoney': [
    '卡“{no}”还有余额{balance} {currency}，请先补卡或退款',
    '卡「{no}」還有餘額{balance} {currency}，請先補卡或退款',
    'Card {no} still holds {balance} {currency}; replace it or refund it first',
  ],
  'card.owes': [
    '卡“{no}”还欠{owed} {currency}，请先充值补缴或核销',
    '卡「{no}」還欠{owed} {currency}，請先儲值補繳或核銷',
    'Card {no} still owes {owed} {currency}; recharge it or write the debt off first',
  ],
  'card.charging': ['卡“{no}”有充电订单尚未结算', '卡「{no}」有充電訂單尚未結算', 'Card {no} has a charging order that is not settled'],
  'card.numberTooLong': [
    '卡号“{no}”超过{max}位，而该卡可用的电桩都是OCPP电桩，无法识别',
    '卡號「{no}」超過{max}位，而該卡可用的電樁都是OCPP電樁，無法識別',
    'Card number {no} has more than {max} characters, and the card may only be used at OCPP piles, which cannot send it',
  ],
  'card.sameNumber': ['新卡号与原卡号相同', '新卡號與原卡號相同', 'The new number is that of the old card'],
  'card.customerClosed': ['客户“{name}”已销户，不能添加卡', '客戶「{name}」已銷戶，不能新增卡', 'Customer {name} is closed; no card can be added'],
} as const satisfies RefusalTable;
export type CardRefusal = keyof typeof cardRefusals;

/** The texts of the page besides the labels of its fields. */
export const cardWords = {
  ...words,
  normal: ['启用', '啟用', 'Enable'],
  locked: ['锁定', '鎖定', 'Lock'],
  disabled: ['停用', '停用', 'Disable'],
  disused: ['作废', '作廢', 'Void'],
  resetInstead: ['请用“重置密码”修改', '請用「重設密碼」修改', 'Change it with "Reset password"'],
  void: ['该卡已作废', '該卡已作廢', 'The card is void'],
  logOf: ['卡“{no}”的操作日志', '卡「{no}」的操作日誌', 'What was done to card {no}'],
  reapplyOf: ['补卡：{no}', '補卡：{no}', 'Replace card {no}'],
  reapplyHint: [
    '原卡立即作废；余额、持卡人、密码和绑定关系转到新卡',
    '原卡立即作廢；餘額、持卡人、密碼和綁定關係轉到新卡',
    'The old card is void at once; balance, holder, password and bindings pass to the new one',
  ],
  newNumber: ['新卡号', '新卡號', 'New card number'],
  reason: ['原因', '原因', 'Reason'],
  passwordOf: ['重置密码：{no}', '重設密碼：{no}', 'Password of card {no}'],
  passwordAgain: ['再次输入密码', '再次輸入密碼', 'Password again'],
  passwordsDiffer: ['两次输入的密码不一致', '兩次輸入的密碼不一致', 'The passwords entered twice are different'],
  passwordHint: ['6到16位数字；留空则取消密码', '6到16位數字；留空則取消密碼', '6 to 16 digits; left empty, the card needs none'],
} as const satisfies Readonly<Record<string, Words>>;
