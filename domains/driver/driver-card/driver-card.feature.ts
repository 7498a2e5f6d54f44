import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverCardApi } from './driver-card.ts';

export const driverCardFeature = feature({
  name: 'driverCard',
  title: ['车主特权卡', '車主特權卡', 'Privilege cards of drivers'],
  endpointTitles: {
    cards: ['我的特权卡', '我的特權卡', 'My privilege cards'],
    buy: ['购买特权卡', '購買特權卡', 'Buy a privilege card'],
    pay: ['支付特权卡', '支付特權卡', 'Pay for a privilege card'],
  },
  api: driverCardApi,
  inputLabels: {
    cardId: ['特权卡编号', '特權卡編號', 'Privilege card'],
    priceCents: ['售价', '售價', 'Price'],
    pay: ['支付方式', '支付方式', 'Way of paying'],
    openId: ['应用内用户编号', '應用內使用者編號', 'Id of the payer in the app'],
  },
  refusals: driverRefusals,
});
