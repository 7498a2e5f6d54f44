import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { phoneAccountApi } from './phone-account.ts';

export const driverAccountFeature = feature({
  name: 'driverAccount',
  title: ['车主账户', '車主帳戶', 'Account of a driver'],
  endpointTitles: {
    orders: ['我的充电', '我的充電', 'My charges'],
    open: ['打开订单', '開啟訂單', 'Open an order'],
    wallet: ['我的钱包', '我的錢包', 'My wallet'],
  },
  api: phoneAccountApi,
  inputLabels: { page: ['页码', '頁碼', 'Page'], orderNo: ['订单编号', '訂單編號', 'Order number'] },
  refusals: driverRefusals,
});
