import { feature } from '#kit/resource/feature.ts';
import { sampleRetention } from './device/sample-retention.ts';
import { chargingOrderApi } from './order-api.ts';
import { obstacleWords, orderRefusals } from './order-refusals.labels.ts';
import { twoPersonsAbove } from './order-settings.ts';
import { orderInputLabels, orderLabels } from './order.labels.ts';
import { chargingOrder } from './order.ts';

export const chargingOrderFeature = feature({
  name: 'chargingOrder',
  endpointTitles: {
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
  rights: {
    read: 'bigCustomer',
    write: 'tenant',
    otherRights: { log: 'station', start: 'station', stop: 'station', cancelReservation: 'station', manualEnd: 'station', reveal: 'station' },
  },
  menu: [
    {
      path: '/order/charging-order',
      component: 'charging/OrderList',
      title: ['充电订单', '充電訂單', 'Charging orders'],
      icon: 'profile',
      group: 'order',
      order: 10,
      allow: 'chargingOrder:list',
    },
  ],
});
