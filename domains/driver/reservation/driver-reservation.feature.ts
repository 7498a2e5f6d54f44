import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverReservationApi } from './driver-reservation.ts';

export const driverReservationFeature = feature({
  name: 'driverReservation',
  title: ['车主预约', '車主預約', 'Reservations of drivers'],
  endpointTitles: {
    offer: ['预约条件', '預約條件', 'Terms of a reservation'],
    make: ['预约', '預約', 'Reserve'],
    list: ['我的预约', '我的預約', 'My reservations'],
    read: ['查看预约', '查看預約', 'Read a reservation'],
    cancel: ['取消预约', '取消預約', 'Cancel a reservation'],
    start: ['到场充电', '到場充電', 'Arrive and charge'],
  },
  api: driverReservationApi,
  inputLabels: {
    startAt: ['开始时间', '開始時間', 'From'],
    minutes: ['预约时长', '預約時長', 'Minutes'],
    pay: ['支付方式', '支付方式', 'Way of paying'],
    amountCents: ['充电金额', '充電金額', 'Amount for the charge'],
    feeCents: ['占位费上限', '占位費上限', 'Dearest fee'],
    openId: ['付款人编号', '付款人編號', 'Payer id'],
    reservationNo: ['预约单号', '預約單號', 'Reservation no.'],
    coupon: ['优惠券', '優惠券', 'Coupon'],
  },
  refusals: driverRefusals,
});
