import { twoPersonsAbove } from './order/order-settings.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { monitorApi } from './monitoring/monitor.ts';
import { todayApi } from './home/today.ts';
import { monitorInputLabels } from './monitoring/monitor.labels.ts';
import { chargingOrderApi } from './order/order-api.ts';
import { orderInputLabels, orderLabels } from './order/order.labels.ts';
import { obstacleWords, orderRefusals } from './order/order-refusals.labels.ts';
import { chargingOrder } from './order/order.ts';
import { energyDayLabels } from './energy-day/energy-day.labels.ts';
import { energyDay, energyDayApi } from './energy-day/energy-day.ts';
import { orderDayLabels } from './order-day/order-day.labels.ts';
import { orderDay, orderDayApi } from './order-day/order-day.ts';
import { reportFeature } from '#kit/resource/report.ts';
import { sampleRetention } from './order/device/sample-retention.ts';
import { stationDayLabels } from './station-day/station-day.labels.ts';
import { stationDay, stationDayApi, stationDayRollUp } from './station-day/station-day.ts';
import { reservationExpiry } from './reservation-order/expiry.ts';
import { reservationInputLabels, reservationOrderLabels, reservationRefusals } from './reservation-order/reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order/reservation-order.ts';
import { searchInputLabels } from './search/search.labels.ts';
import { searchApi } from './search/search.ts';

export { reservationOrderApi, stationDayApi };
export { chargingOrder, chargingOrderApi, energyDayApi, monitorApi, orderDayApi, searchApi, todayApi };

export const charging = domain('charging', [
  feature({
    name: 'chargingOrder',
    acts: {
      manualEndConfirm: ['确认手动结束', '確認手動結束', 'confirm the end by hand'],
      manualSettleConfirm: ['确认手动结算', '確認手動結算', 'confirm the settlement by hand'],
      remoteStart: ['远程启动', '遠端啟動', 'start remotely'],
      remoteStop: ['远程停止', '遠端停止', 'stop remotely'],
      stopGun: ['停止充电枪', '停止充電槍', 'stop a gun'],
    },
    resource: chargingOrder,
    api: chargingOrderApi,
    labels: orderLabels,
    inputLabels: orderInputLabels,
    refusals: { ...obstacleWords, ...orderRefusals },
    settings: [twoPersonsAbove],
    jobs: [sampleRetention],
    menu: [
      {
        path: '/order/charging-order',
        component: 'charging/OrderList',
        title: ['充电订单', '充電訂單', 'Charging orders'],
        icon: 'profile',
        group: menuGroups.order,
        order: 10,
        allow: 'chargingOrder:list',
      },
    ],
  }),
  feature({
    name: 'monitor',
    api: { ...monitorApi, ...todayApi },
    inputLabels: monitorInputLabels,
    menu: [
      {
        path: '/monitor/charging',
        component: 'charging/Monitor',
        title: ['充电监控', '充電監控', 'Charging monitor'],
        icon: 'thunderbolt',
        group: menuGroups.monitor,
        order: 10,
        allow: 'monitor:list',
      },
    ],
  }),
  reportFeature({ report: orderDay, api: orderDayApi, labels: orderDayLabels, icon: 'profile', order: 10 }),
  reportFeature({ report: energyDay, api: energyDayApi, labels: energyDayLabels, icon: 'cus-energy', order: 20 }),
  feature({
    name: 'stationDay',
    resource: stationDay,
    api: stationDayApi,
    labels: stationDayLabels,
    jobs: [stationDayRollUp],
    menu: [
      {
        path: '/statistics/station-day',
        component: 'charging/StationDayList',
        title: stationDayLabels.noun,
        icon: 'bar-chart',
        group: menuGroups.report,
        order: 50,
        allow: 'stationDay:list',
      },
    ],
  }),
  feature({
    name: 'reservationOrder',
    acts: { make: ['新建', '新增', 'make'] },
    resource: reservationOrder,
    api: reservationOrderApi,
    labels: reservationOrderLabels,
    inputLabels: reservationInputLabels,
    refusals: reservationRefusals,
    jobs: [reservationExpiry],
    menu: [
      {
        path: '/order/reservation-order',
        component: 'charging/ReservationList',
        title: ['预约订单', '預約訂單', 'Reservations'],
        icon: 'schedule',
        group: menuGroups.order,
        order: 30,
        allow: 'reservationOrder:list',
      },
    ],
  }),
  feature({ name: 'search', api: searchApi, inputLabels: searchInputLabels }),
]);
