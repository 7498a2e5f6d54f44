import type { Words } from '#kit/fields/words.ts';
import type { movementShape } from './wallet.ts';

/** The labels of the inputs of wallet calls. */
export const walletInputLabels = {
  mainPartType: ['账户类型', '帳戶類型', 'Account type'],
  mainPartId: ['账户编号', '帳戶編號', 'Party id'],
  keyword: ['关键词', '關鍵字', 'Keyword'],
  tenantId: ['租户', '租戶', 'Tenant'],
  pageNo: ['页码', '頁碼', 'Page'],
  pageSize: ['每页条数', '每頁筆數', 'Rows a page'],
} as const satisfies Readonly<Record<string, Words>>;

/** The column headers of a statement. */
export const movementWords: Readonly<Record<keyof typeof movementShape, Words>> = {
  seq: ['序号', '序號', 'No.'],
  journalId: ['凭证号', '憑證號', 'Voucher'],
  journalKind: ['类型', '類型', 'Booking'],
  postedTime: ['记账时间', '記帳時間', 'Booked'],
  rrMoney: ['金额', '金額', 'Amount'],
  rrBeforeMoney: ['变动前', '變動前', 'Before'],
  rrAfterMoney: ['变动后', '變動後', 'After'],
  receivableMoney: ['另欠', '另欠', 'Owed besides'],
  debtPaidMoney: ['另还欠款', '另還欠款', 'Paid debt besides'],
  currency: ['币种', '幣別', 'Currency'],
  rechargRecordId: ['充值编号', '儲值編號', 'Recharge'],
  consumeRecordId: ['消费编号', '消費編號', 'Consumption'],
  chargingOrderId: ['订单编号', '訂單編號', 'Order id'],
  chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
  cpCode: ['桩编号', '樁編號', 'Pile code'],
  chargingElec: ['充电电量', '充電電量', 'Energy'],
  actor: ['记账人', '記帳人', 'By'],
  parts: ['明细', '明細', 'Parts'],
};

/** Further texts of the wallet pages. */
export const walletWords = {
  title: ['账户流水', '帳戶流水', 'Wallet statement'],
  chooseParty: ['请选择要查看的账户', '請選擇要檢視的帳戶', 'Choose the account to look at'],
  party: ['账户', '帳戶', 'Account'],
  balance: ['账户余额', '帳戶餘額', 'Balance'],
  heldBal: ['冻结', '凍結', 'Held'],
  availableBal: ['可用余额', '可用餘額', 'Available'],
  owedBal: ['欠款', '欠款', 'Owed'],
  pooled: ['使用客户“{name}”的资金池', '使用客戶「{name}」的資金池', 'Draws on the funds pool of {name}'],
  choose: ['输入名称、手机号、卡号或 VIN', '輸入名稱、手機號碼、卡號或 VIN', 'Type a name, phone, card number or VIN'],
  noneFound: ['没有符合的账户', '沒有符合的帳戶', 'Nobody matches'],
  movedFrom: ['转自', '轉自', 'From'],
  movedTo: ['转至', '轉至', 'To'],
  owedAgain: ['恢复欠款', '恢復欠款', 'Owed again'],
  counter: ['对方科目', '對方科目', 'Other account'],
  rateType: ['费用', '費用', 'Fee'],
  rateStage: ['时段', '時段', 'Stage'],
  heldBy: ['冻结的订单', '凍結的訂單', 'Held by orders'],
  more: ['加载更多', '載入更多', 'Show more'],
} as const satisfies Readonly<Record<string, Words>>;
