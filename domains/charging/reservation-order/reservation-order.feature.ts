import { feature } from '#kit/resource/feature.ts';
import { reserveAheadMaxHours, reserveClearMinutes, reserveCompanyLiveMax, reserveLiveMax } from '../order/start/reservation-settings.ts';
import { reservationExpiry } from './expiry.ts';
import { reservationInputLabels, reservationOrderLabels, reservationRefusals } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';

export const reservationOrderFeature = feature({
  name: 'reservationOrder',
  endpointTitles: { make: ['新建', '新增', 'make'] },
  resource: reservationOrder,
  api: reservationOrderApi,
  labels: reservationOrderLabels,
  inputLabels: reservationInputLabels,
  refusals: reservationRefusals,
  jobs: [reservationExpiry],
  settings: [reserveAheadMaxHours, reserveLiveMax, reserveCompanyLiveMax, reserveClearMinutes],
  rights: { read: 'bigCustomer', write: 'tenant', otherRights: { make: 'station', cancel: 'station', reveal: 'station' } },
  menu: [
    {
      path: '/order/reservation-order',
      component: 'charging/ReservationList',
      title: ['预约订单', '預約訂單', 'Reservations'],
      icon: 'schedule',
      group: 'order',
      order: 30,
      allow: 'reservationOrder:list',
    },
  ],
});
