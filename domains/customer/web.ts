import type { Pages } from '#kit/web/pages.ts';
import { pile } from '#domains/network/resources.ts';
import { car } from './car/car.ts';
import { carType } from './car-type/car-type.ts';
import { card } from './card/card.ts';
import { customer } from './customer/customer.ts';
import { vipLevel } from './vip-level/vip-level.ts';

export const pages: Pages = {
  'customer/CustomerList': () => import('./customer/customer.web.tsx').then((page) => ({ default: page.CustomerList })),
  'customer/IcCardList': () => import('./card/card.web.tsx').then((page) => ({ default: page.IcCardList })),
  'customer/CarList': () => import('./car/car.web.tsx').then((page) => ({ default: page.CarList })),
  'customer/CarTypeList': () => import('./car-type/car-type.web.tsx').then((page) => ({ default: page.CarTypeList })),
  'customer/PileBindingList': () => import('./pile-binding/pile-binding.web.tsx').then((page) => ({ default: page.PileBindingList })),
  'customer/VipLevelList': () => import('./vip-level/vip-level.web.tsx').then((page) => ({ default: page.VipLevelList })),
  'customer/VipDiscountList': () => import('./vip-discount/vip-discount.web.tsx').then((page) => ({ default: page.VipDiscountList })),
};

export const nouns = [pile, customer, card, car, carType, vipLevel];
