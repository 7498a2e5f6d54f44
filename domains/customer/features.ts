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
