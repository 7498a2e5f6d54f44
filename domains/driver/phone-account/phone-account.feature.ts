import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { rechargeAmounts } from './wallet-settings.ts';
import { phoneAccountApi } from './phone-account.ts';

export const driverAccountFeature = feature({
  name: 'driverAccount',
  title: ['车主账户', '車主帳戶', 'Account of a driver'],
  endpointTitles: {
    orders: ['我的充电', '我的充電', 'My charges'],
    open: ['打开订单', '開啟訂單', 'Open an order'],
    wallet: ['我的钱包', '我的錢包', 'My wallet'],
    recharge: ['充值', '儲值', 'Recharge'],
    readRecharge: ['查看充值', '檢視儲值', 'Read a recharge'],
    refund: ['退款', '退款', 'Refund'],
  },
  api: phoneAccountApi,
  inputLabels: {
    page: ['页码', '頁碼', 'Page'],
    orderNo: ['订单编号', '訂單編號', 'Order number'],
    amountCents: ['金额', '金額', 'Amount'],
    pay: ['支付方式', '支付方式', 'Way of paying'],
    openId: ['应用内用户编号', '應用內使用者編號', 'Id of the payer in the app'],
    rechargeNo: ['充值编号', '儲值編號', 'Number of the recharge'],
  },
  refusals: driverRefusals,
  settings: [rechargeAmounts],
});
