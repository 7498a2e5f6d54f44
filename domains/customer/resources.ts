import { domain } from '#kit/resource/feature.ts';
import { customerFeature } from './customer/customer.feature.ts';
import { cardFeature } from './card/card.feature.ts';
import { cardOperateFeature } from './card-operate/card-operate.feature.ts';
import { cardStationFeature } from './card-station/card-station.feature.ts';
import { carFeature } from './car/car.feature.ts';
import { carStationFeature } from './car-station/car-station.feature.ts';
import { carTypeFeature } from './car-type/car-type.feature.ts';
import { pileBindingFeature } from './pile-binding/pile-binding.feature.ts';
import { vipLevelFeature } from './vip-level/vip-level.feature.ts';
import { vipDiscountFeature } from './vip-discount/vip-discount.feature.ts';

export { reapplyCardEndpoint } from './card/card.ts';
export type { Party, WalletOwner } from './party/party.ts';
export { accountType, mainPartType, phoneOfUser } from './party/party.codes.ts';
export { car, carApi } from './car/car.ts';
export { carStationApi } from './car-station/car-station.ts';
export { carTypeApi } from './car-type/car-type.ts';
export { card, cardApi } from './card/card.ts';
export { cardOperateApi } from './card-operate/card-operate.ts';
export { cardStationApi } from './card-station/card-station.ts';
export { customer, customerApi } from './customer/customer.ts';
export { pileBindingApi } from './pile-binding/pile-binding.ts';
export { vipDiscountApi } from './vip-discount/vip-discount.ts';
export { vipLevelApi } from './vip-level/vip-level.ts';

export const customers = domain(
  'customer',
  [
    customerFeature,
    cardFeature,
    cardOperateFeature,
    cardStationFeature,
    carFeature,
    carStationFeature,
    carTypeFeature,
    pileBindingFeature,
    vipLevelFeature,
    vipDiscountFeature,
  ],
  { menuGroups: [{ name: 'customer', title: ['客户管理', '客戶管理', 'Customers'], icon: 'team', order: 40 }] },
);
