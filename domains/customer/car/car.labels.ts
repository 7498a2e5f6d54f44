import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { car } from './car.ts';

export const carLabels = labels(car, {
  noun: ['车辆', '車輛', 'Car'],
  fields: {
    carId: ['车辆编号', '車輛編號', 'Car id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    carNum: ['车牌号', '車牌號碼', 'Licence plate'],
    carVin: ['VIN', 'VIN', 'VIN'],
    carTypeId: ['车型', '車型', 'Car type'],
    custId: ['集团客户', '集團客戶', 'Company'],
    phoneUserId: ['手机用户', '手機使用者', 'Phone user'],
    state: ['状态', '狀態', 'State'],
    carPileType: ['适用电桩', '適用電樁', 'Charges at'],
    carDriver: ['驾驶员', '駕駛員', 'Driver'],
    carPhone: ['驾驶员电话', '駕駛員電話', 'Phone'],
    isDiscount: ['享受VIP折扣', '享受VIP折扣', 'VIP discount applies'],
    useFundsPool: ['走资金池', '走資金池', 'Funds pool'],
    currency: ['币种', '幣別', 'Currency'],
    carBalance: ['车辆余额', '車輛餘額', 'Balance'],
    availableBal: ['可用余额', '可用餘額', 'Available'],
    carAlarmMoney: ['余额预警值', '餘額預警值', 'Low-balance mark'],
    remark: ['备注', '備註', 'Remark'],
  },
  hints: {
    carVin: [
      '17位，不含字母 I、O、Q；插枪即以VIN扣款',
      '17位，不含字母 I、O、Q；插槍即以VIN扣款',
      '17 characters without I, O and Q; the account when the car is plugged in',
    ],
    phoneUserId: ['集团客户与手机用户只能选一个', '集團客戶與手機使用者只能選一個', 'Either a company or a phone user'],
  },
});

export const carRefusals = {
  'car.disused': ['车辆“{no}”已废弃，不能再操作', '車輛「{no}」已廢棄，不能再操作', 'Car {no} is disused and cannot be operated'],
  'car.hasMoney': [
    '车辆“{no}”还有余额{balance} {currency}，请先退款',
    '車輛「{no}」還有餘額{balance} {currency}，請先退款',
    'Car {no} still holds {balance} {currency}; refund it first',
  ],
  'car.owes': [
    '车辆“{no}”还欠{owed} {currency}，请先充值补缴或核销',
    '車輛「{no}」還欠{owed} {currency}，請先儲值補繳或核銷',
    'Car {no} still owes {owed} {currency}; recharge it or write the debt off first',
  ],
  'car.charging': ['车辆“{no}”有充电订单尚未结算', '車輛「{no}」有充電訂單尚未結算', 'Car {no} has a charging order that is not settled'],
  'car.twoOwners': ['集团客户与手机用户只能选一个', '集團客戶與手機使用者只能選一個', 'Choose either a company or a phone user, not both'],
  'car.wrongOwner': ['所选客户类型不符：{name}', '所選客戶類型不符：{name}', 'Customer {name} is of the other type'],
  'car.customerClosed': ['客户“{name}”已销户，不能添加车辆', '客戶「{name}」已銷戶，不能新增車輛', 'Customer {name} is closed; no car can be added'],
} as const satisfies RefusalTable;
export type CarRefusal = keyof typeof carRefusals;
