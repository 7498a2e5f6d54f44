import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { receiptAddress, receiptTaxNo, receiptTaxPercent } from '../receipt/receipt-settings.ts';
import { reviewHours } from './driver-order-settings.ts';
import { driverOrderApi } from './driver-order.ts';

export const driverOrderFeature = feature({
  name: 'driverOrder',
  title: ['车主订单', '車主訂單', 'Order of a driver'],
  endpointTitles: {
    create: ['下单', '下單', 'Order a charge'],
    pay: ['换一种方式支付', '換一種方式支付', 'Pay in another way'],
    read: ['查看订单', '檢視訂單', 'Read an order'],
    events: ['订单事件', '訂單事件', 'Events of an order'],
    returned: ['从钱包返回', '從錢包返回', 'Back from the wallet'],
    start: ['再次启动', '再次啟動', 'Start again'],
    cancel: ['取消', '取消', 'Cancel'],
    stop: ['停止充电', '停止充電', 'Stop the charge'],
    receipt: ['发送收据', '傳送收據', 'Send a receipt'],
    bill: ['账单', '帳單', 'Bill'],
    resume: ['打开链接', '開啟連結', 'Open a link'],
  },
  api: driverOrderApi,
  inputLabels: {
    orderNo: ['订单编号', '訂單編號', 'Order number'],
    quoteId: ['报价', '報價', 'Quote'],
    amountCents: ['预付金额', '預付金額', 'Amount'],
    pay: ['支付方式', '支付方式', 'Way of paying'],
    coupon: ['优惠券', '優惠券', 'Coupon'],
    points: ['使用积分', '使用積分', 'Use points'],
    openId: ['应用内用户编号', '應用內使用者編號', 'Id of the payer in the app'],
    by: ['发送方式', '傳送方式', 'By'],
    to: ['邮箱或手机号', '郵箱或手機號碼', 'Mail address or phone number'],
    token: ['链接凭证', '連結憑證', 'Token of the link'],
  },
  settings: [reviewHours, receiptTaxNo, receiptAddress, receiptTaxPercent],
  refusals: driverRefusals,
});
