import { domain } from '#kit/resource/feature.ts';
import { chargingOrderFeature } from './order/order.feature.ts';
import { monitorFeature } from './monitoring/monitor.feature.ts';
import { orderDayFeature } from './order-day/order-day.feature.ts';
import { energyDayFeature } from './energy-day/energy-day.feature.ts';
import { stationDayFeature } from './station-day/station-day.feature.ts';
import { reservationOrderFeature } from './reservation-order/reservation-order.feature.ts';
import { searchFeature } from './search/search.feature.ts';

export const charging = domain(
  'charging',
  [chargingOrderFeature, monitorFeature, orderDayFeature, energyDayFeature, stationDayFeature, reservationOrderFeature, searchFeature],
  {
    menuGroups: [
      { name: 'monitor', title: ['实时监控', '即時監控', 'Monitoring'], icon: 'dashboard', order: 10 },
      { name: 'order', title: ['订单管理', '訂單管理', 'Orders'], icon: 'profile', order: 50 },
    ],
  },
);
