import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { customer } from './customer.ts';

export const customerLabels = labels(customer, {
  noun: ['客户', '客戶', 'Customer'],
  fields: {
    custId: ['客户编号', '客戶編號', 'Customer id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    custName: ['客户名称', '客戶名稱', 'Name'],
    custType: ['客户类型', '客戶類型', 'Type'],
    custState: ['客户状态', '客戶狀態', 'State'],
    custPhone: ['手机号', '手機號碼', 'Phone'],
    custDirector: ['负责人', '負責人', 'Person in charge'],
    custMail: ['电子邮箱', '電子郵箱', 'Mail address'],
    custLanguage: ['对账单语言', '對帳單語言', 'Language of statements'],
    vipInfoId: ['VIP等级', 'VIP等級', 'VIP level'],
    useFundsPool: ['使用资金池', '使用資金池', 'Funds pool'],
    currency: ['币种', '幣別', 'Currency'],
    custBalance: ['账户余额', '帳戶餘額', 'Balance'],
    availableBal: ['可用余额', '可用餘額', 'Available'],
    alarmAmount: ['余额预警值', '餘額預警值', 'Low-balance mark'],
    custMemo: ['备注', '備註', 'Memo'],
  },
  hints: {
    custPhone: [
      '个人客户以手机号作为充电账户，同一租户内不可重复',
      '個人客戶以手機號碼作為充電帳戶，同一租戶內不可重複',
      "A person's phone number is the charging account, once in a tenant",
    ],
    custMail: [
      '填写后，每月自动向此邮箱发送上月对账单；留空则不发送',
      '填寫後，每月自動向此郵箱寄送上月對帳單；留空則不寄送',
      'With an address, a statement of each month is sent to it; left empty, none is sent',
    ],
    useFundsPool: [
      '开启后，名下的卡和车辆从客户账户扣款，各自的余额和欠款一并转入客户账户；关闭后，资金留在客户账户，不退回卡和车辆',
      '開啟後，名下的卡和車輛從客戶帳戶扣款，各自的餘額和欠款一併轉入客戶帳戶；關閉後，資金留在客戶帳戶，不退回卡和車輛',
      'When on, cards and cars draw on this customer, and what they have or owe moves here; switched off, the money stays with the customer',
    ],
    agentId: [
      '发展该客户的运营商；留空则仅租户可见',
      '發展該客戶的營運商；留空則僅租戶可見',
      'Who recruited the customer; left empty, only the tenant sees it',
    ],
    alarmAmount: [
      '余额低于此值时，列表中以颜色标出，并产生异常',
      '餘額低於此值時，列表中以顏色標出，並產生異常',
      'Below this the list shows the balance in a colour, and an exception is opened',
    ],
  },
});

export const customerRefusals = {
  'customer.closed': [
    '客户“{name}”已销户，不能再变更',
    '客戶「{name}」已銷戶，不能再變更',
    'Customer {name} is closed and cannot be changed any more',
  ],
  'customer.hasMoney': [
    '客户“{name}”账户还有{balance} {currency}，请先处理余额',
    '客戶「{name}」帳戶還有{balance} {currency}，請先處理餘額',
    'Customer {name} still has {balance} {currency}; settle the balance first',
  ],
  'customer.owes': [
    '客户“{name}”还欠{owed} {currency}，请先充值补缴或核销',
    '客戶「{name}」還欠{owed} {currency}，請先儲值補繳或核銷',
    'Customer {name} still owes {owed} {currency}; recharge the account or write the debt off first',
  ],
  'customer.hasMembers': [
    '客户“{name}”名下还有{cards}张卡、{cars}辆车',
    '客戶「{name}」名下還有{cards}張卡、{cars}輛車',
    'Customer {name} still has {cards} {cards|card|cards} and {cars} {cars|car|cars}',
  ],
} as const satisfies RefusalTable;
export type CustomerRefusal = keyof typeof customerRefusals;
