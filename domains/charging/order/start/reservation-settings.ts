import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

const group = ['预约', '預約', 'Reservations'] as const;

/** So many hours before its window a reservation may be made; 0: only for now. */
export const reserveAheadMaxHours = setting({
  key: 'reservation.aheadMaxHours',
  field: withInitial(count({ min: 0, max: 720, unit: 'h' }), 72),
  scope: 'tenant',
  group,
  words: ['最多提前预约', '最多提前預約', 'Reservations ahead of time, at most'],
  hint: ['0 表示只能从现在起预约', '0 表示只能從現在起預約', '0: a reservation can only begin now'],
});

/** The live reservations of a card, a car or a person. */
export const reserveLiveMax = setting({
  key: 'reservation.liveMax',
  field: withInitial(count({ min: 1, max: 20 }), 2),
  scope: 'tenant',
  group,
  words: ['每个付款方的有效预约上限', '每個付款方的有效預約上限', 'Live reservations of one payer, at most'],
  hint: ['适用于卡、车辆和手机用户', '適用於卡、車輛和手機使用者', 'For a card, a car or a phone user'],
});

/** The live reservations of a company, which has many cars. */
export const reserveCompanyLiveMax = setting({
  key: 'reservation.companyLiveMax',
  field: withInitial(count({ min: 1, max: 1_000 }), 50),
  scope: 'tenant',
  group,
  words: ['每个客户的有效预约上限', '每個客戶的有效預約上限', 'Live reservations of one customer, at most'],
  hint: ['适用于以客户余额付款的预约', '適用於以客戶餘額付款的預約', 'For reservations that the balance of a customer pays'],
});

/** Charges of others end so many minutes before the window. 10 minutes more, and the gun is closed to them. */
export const reserveClearMinutes = setting({
  key: 'reservation.clearMinutes',
  field: withInitial(count({ min: 0, max: 60, unit: 'min' }), 10),
  scope: 'tenant',
  group,
  words: ['预约开始前腾出充电枪', '預約開始前騰出充電槍', 'Other charges end before a reservation by'],
  hint: [
    '他人的充电在预约开始前这么久结束；再往前10分钟起不再接受新的充电。0 表示不结束他人的充电',
    '他人的充電在預約開始前這麼久結束；再往前10分鐘起不再接受新的充電。0 表示不結束他人的充電',
    'A charge that began in time is told so and ends then; 10 minutes earlier the gun takes no new charge. 0: charges are not ended',
  ],
});
