import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'customer/CustomerList': () => import('./customer/customer.web.tsx').then((page) => ({ default: page.CustomerList })),
  'customer/IcCardList': () => import('./card/card.web.tsx').then((page) => ({ default: page.IcCardList })),
  'customer/CarList': () => import('./car/car.web.tsx').then((page) => ({ default: page.CarList })),
  'customer/CarTypeList': () => import('./car-type/car-type.web.tsx').then((page) => ({ default: page.CarTypeList })),
  'customer/PileBindingList': () => import('./pile-binding/pile-binding.web.tsx').then((page) => ({ default: page.PileBindingList })),
  'customer/VipLevelList': () => import('./vip-level/vip-level.web.tsx').then((page) => ({ default: page.VipLevelList })),
  'customer/VipDiscountList': () => import('./vip-discount/vip-discount.web.tsx').then((page) => ({ default: page.VipDiscountList })),
};

/** Loaded with the page of piles. */
export const loadPileParts = () => import('./binding/pile-parts.web.ts').then((parts) => parts.pileParts);
