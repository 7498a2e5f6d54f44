import { feature } from '#kit/resource/feature.ts';
import { reservationConfInputLabels, reservationConfLabels, reservationConfRefusals } from './reservation-conf.labels.ts';
import { reservationConf, reservationConfApi } from './reservation-conf.ts';

export const reservationConfFeature = feature({
  name: 'reservationConf',
  lookup: { offered: true },
  resource: reservationConf,
  api: reservationConfApi,
  labels: reservationConfLabels,
  inputLabels: reservationConfInputLabels,
  refusals: reservationConfRefusals,
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/order/reservation-conf',
      component: 'network/ReservationConfList',
      title: ['预约配置', '預約設定', 'Reservation terms'],
      icon: 'field-time',
      group: 'order',
      order: 40,
      allow: 'reservationConf:list',
    },
  ],
});
