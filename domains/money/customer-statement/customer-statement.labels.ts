import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { customerStatement } from './customer-statement.ts';

export const customerStatementLabels = labels(customerStatement, {
  noun: ['客户对账单', '客戶對帳單', 'Customer statement'],
  fields: {
    statementId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    custId: ['客户', '客戶', 'Customer'],
    statementMonth: ['月份', '月份', 'Month'],
    statementState: ['状态', '狀態', 'State'],
    openingMoney: ['期初余额', '期初餘額', 'Opening balance'],
    rechargeMoney: ['充值', '儲值', 'Recharges'],
    consumeMoney: ['消费', '消費', 'Consumption'],
    refundMoney: ['退款', '退款', 'Refunds'],
    correctionMoney: ['更正', '更正', 'Corrections'],
    closingMoney: ['期末余额', '期末餘額', 'Closing balance'],
    owedMoney: ['期末欠款', '期末欠款', 'Owed at the end'],
    orderCount: ['订单数', '訂單數', 'Orders'],
    chargingElec: ['充电电量', '充電電量', 'Energy'],
    currency: ['币种', '幣別', 'Currency'],
    timezone: ['时区', '時區', 'Time zone'],
    custLanguage: ['语言', '語言', 'Language'],
    madeTime: ['生成时间', '產生時間', 'Made'],
    problem: ['问题', '問題', 'Problem'],
    receiver: ['收件人', '收件人', 'Receiver'],
    mailState: ['邮件状态', '郵件狀態', 'Mail'],
    mailTime: ['送出时间', '送出時間', 'Sent'],
    mailFailure: ['邮件失败原因', '郵件失敗原因', 'Why it was not sent'],
  },
  hints: {
    openingMoney: ['钱包余额减欠款', '錢包餘額減欠款', 'Wallets less debts'],
    correctionMoney: [
      '冲正、调整、核销、期初余额以及转给其他账户的金额',
      '沖正、調整、核銷、期初餘額以及轉給其他帳戶的金額',
      'Reversals, adjustments, write-offs, opening balances, and money moved to other accounts',
    ],
  },
  actions: {
    make: ['生成对账单', '產生對帳單', 'make'],
    send: ['发送对账单', '寄送對帳單', 'send'],
    download: ['下载对账单', '下載對帳單', 'download'],
  },
});

export const customerStatementRefusals = {
  'statement.monthOpen': ['{month}尚未结束', '{month}尚未結束', '{month} is not over yet'],
  'statement.noMail': ['客户“{name}”没有电子邮箱', '客戶「{name}」沒有電子郵箱', 'Customer {name} has no mail address'],
  'statement.notMade': ['对账单尚未生成', '對帳單尚未產生', 'The statement has not been made yet'],
} as const satisfies RefusalTable;

export const customerStatementWords = {
  make: ['生成对账单', '產生對帳單', 'Make a statement'],
  makeHint: [
    '为已结束的月份生成对账单，含 PDF 和 Excel。收支按记账时间计入月份。已有的对账单不会改变。',
    '為已結束的月份產生對帳單，含 PDF 和 Excel。收支按記帳時間計入月份。已有的對帳單不會改變。',
    'Makes a statement as PDF and Excel for a month that is over. Money counts in the month in which it was booked. One that exists does not change.',
  ],
  wantsMail: ['生成后发送到客户邮箱', '產生後寄送到客戶郵箱', 'Send it to the customer when it is made'],
  asked: ['对账单正在生成', '對帳單正在產生', 'The statement is being made'],
  send: ['发送', '寄送', 'Send'],
  askSend: ['将{month}的对账单发送给该客户？', '將{month}的對帳單寄送給該客戶？', 'Send the statement of {month} to this customer?'],
  sent: ['邮件已提交', '郵件已提交', 'The mail is on its way'],
  downloadPdf: ['下载 PDF', '下載 PDF', 'PDF'],
  downloadXlsx: ['下载 Excel', '下載 Excel', 'Excel'],
} as const satisfies Readonly<Record<string, Words>>;

/** The texts of the document and of its mail. */
export const documentWords = {
  title: ['客户对账单', '客戶對帳單', 'Customer statement'],
  monthOf: ['{year}年{month}月', '{year}年{month}月', '{month}/{year}'],
  customer: ['客户', '客戶', 'Customer'],
  phone: ['联系电话', '聯絡電話', 'Phone'],
  period: ['期间', '期間', 'Period'],
  currency: ['币种', '幣別', 'Currency'],
  zone: ['时区', '時區', 'Time zone'],
  number: ['对账单编号', '對帳單編號', 'Statement no.'],
  madeAt: ['生成时间', '產生時間', 'Made'],
  summary: ['收支汇总', '收支彙總', 'Summary'],
  item: ['项目', '項目', 'Item'],
  amount: ['金额', '金額', 'Amount'],
  owedWithin: ['其中欠款', '其中欠款', 'Of it owed'],
  byPayer: ['按卡、车辆和手机账户汇总的消费', '按卡、車輛和手機帳戶彙總的消費', 'Consumption by account'],
  payer: ['账户', '帳戶', 'Account'],
  kind: ['类型', '類型', 'Kind'],
  orders: ['充电订单', '充電訂單', 'Charging orders'],
  orderCount: ['订单数', '訂單數', 'Orders'],
  energy: ['电量 kWh', '電量 kWh', 'Energy kWh'],
  listPrice: ['原价', '原價', 'List price'],
  time: ['时间', '時間', 'Time'],
  order: ['订单号', '訂單號', 'Order'],
  station: ['站点', '站點', 'Station'],
  gun: ['枪', '槍', 'Gun'],
  others: ['其他收支', '其他收支', 'Other bookings'],
  subject: ['说明', '說明', 'Subject'],
  total: ['合计', '合計', 'Total'],
  bookingNo: ['凭证 {no}', '憑證 {no}', 'Voucher {no}'],
  otherHolder: ['此卡或车辆当时属于其他客户', '此卡或車輛當時屬於其他客戶', 'The card or car belonged to another customer then'],
  moreOrders: [
    '此处列出前{shown}笔订单，共{all}笔，全部明细见 Excel 文件。',
    '此處列出前{shown}筆訂單，共{all}筆，全部明細見 Excel 檔案。',
    'The first {shown} of {all} orders. All of them are in the Excel file.',
  ],
  nothing: ['本月没有记账的收支。', '本月沒有記帳的收支。', 'Nothing was booked in this month.'],
  note: [
    '余额为钱包余额减去欠款。名下卡、车辆与客户账户之间的转移不影响合计，未列出。电话号码已部分隐去。',
    '餘額為錢包餘額減去欠款。名下卡、車輛與客戶帳戶之間的轉移不影響合計，未列出。電話號碼已部分隱去。',
    'Balances are wallets less debts. Money moved among the accounts of the customer changes no sum and is not listed. Phone numbers are shown in part.',
  ],
  footer: ['第 {page} 页，共 {pages} 页', '第 {page} 頁，共 {pages} 頁', 'Page {page} of {pages}'],
  mailSubject: ['{issuer} {month}对账单', '{issuer} {month}對帳單', 'Statement {month} of {issuer}'],
  mailBody: [
    '{name}：\n\n附件是您{month}的对账单。期初余额 {opening}，充值 {recharge}，消费 {consume}，期末余额 {closing}。\n\n{issuer}',
    '{name}：\n\n附件是您{month}的對帳單。期初餘額 {opening}，儲值 {recharge}，消費 {consume}，期末餘額 {closing}。\n\n{issuer}',
    'Dear {name},\n\nattached is your statement of {month}. Opening balance {opening}, recharges {recharge}, consumption {consume}, closing balance {closing}.\n\n{issuer}',
  ],
} as const satisfies Readonly<Record<string, Words>>;
