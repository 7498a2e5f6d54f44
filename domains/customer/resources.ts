import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { bindingRefusals } from './binding/binding.labels.ts';
import { carLabels, carRefusals } from './car/car.labels.ts';
import { car, carApi } from './car/car.ts';
import { carStationInputLabels, carStationLabels } from './car-station/car-station.labels.ts';
import { carStation, carStationApi } from './car-station/car-station.ts';
import { carTypeLabels, carTypeRefusals } from './car-type/car-type.labels.ts';
import { carType, carTypeApi } from './car-type/car-type.ts';
import { cardLabels, cardRefusals } from './card/card.labels.ts';
import { card, cardApi } from './card/card.ts';
import { cardOperateLabels } from './card-operate/card-operate.labels.ts';
import { cardOperate, cardOperateApi } from './card-operate/card-operate.ts';
import { cardStationInputLabels, cardStationLabels } from './card-station/card-station.labels.ts';
import { cardStation, cardStationApi } from './card-station/card-station.ts';
import { customerLabels, customerRefusals } from './customer/customer.labels.ts';
import { customer, customerApi } from './customer/customer.ts';
import { accountType, mainPartType, phoneOfUser } from './party/party.codes.ts';
import { pileBindingInputLabels, pileBindingLabels } from './pile-binding/pile-binding.labels.ts';
import { pileBinding, pileBindingApi } from './pile-binding/pile-binding.ts';
import { vipDiscountLabels } from './vip-discount/vip-discount.labels.ts';
import { vipDiscount, vipDiscountApi } from './vip-discount/vip-discount.ts';
import { vipLevelLabels, vipLevelRefusals } from './vip-level/vip-level.labels.ts';
import { vipLevel, vipLevelApi } from './vip-level/vip-level.ts';

export { reapplyCardEndpoint } from './card/card.ts';
export type { Party, WalletOwner } from './party/party.ts';
export { accountType, mainPartType, phoneOfUser };
export { car, carApi, carStationApi, carTypeApi, card, cardApi, cardOperateApi, cardStationApi };
export { customer, customerApi, pileBindingApi, vipDiscountApi, vipLevelApi };

const group = menuGroups.customer;

export const customers = domain('customer', [
  feature({
    name: 'customer',
    lookup: { offered: true },
    resource: customer,
    api: customerApi,
    labels: customerLabels,
    refusals: customerRefusals,
    codes: [mainPartType, accountType],
    menu: [
      {
        path: '/customer/customer',
        component: 'customer/CustomerList',
        title: ['客户管理', '客戶管理', 'Customers'],
        icon: 'team',
        group,
        order: 10,
        allow: 'customer:list',
      },
    ],
  }),
  feature({
    name: 'card',
    acts: { resetPwd: ['重置密码', '重設密碼', 'reset the password'] },
    resource: card,
    api: cardApi,
    labels: cardLabels,
    inputLabels: { csrReason: cardOperateLabels.fields.csrReason },
    refusals: cardRefusals,
    menu: [
      {
        path: '/customer/card',
        component: 'customer/IcCardList',
        title: ['IC卡管理', 'IC卡管理', 'IC cards'],
        icon: 'idcard',
        group,
        order: 20,
        allow: 'card:list',
      },
    ],
  }),
  feature({ name: 'cardOperate', resource: cardOperate, api: cardOperateApi, labels: cardOperateLabels }),
  feature({
    name: 'cardStation',
    acts: { bind: ['绑定', '綁定', 'bind'] },
    resource: cardStation,
    api: cardStationApi,
    labels: cardStationLabels,
    inputLabels: cardStationInputLabels,
  }),
  feature({
    name: 'car',
    resource: car,
    api: carApi,
    labels: carLabels,
    refusals: carRefusals,
    menu: [
      {
        path: '/customer/car',
        component: 'customer/CarList',
        title: ['车辆管理', '車輛管理', 'Cars'],
        icon: 'car',
        group,
        order: 30,
        allow: 'car:list',
      },
    ],
  }),
  feature({
    name: 'carStation',
    acts: { bind: ['绑定', '綁定', 'bind'] },
    resource: carStation,
    api: carStationApi,
    labels: carStationLabels,
    inputLabels: carStationInputLabels,
  }),
  feature({
    name: 'carType',
    lookup: { offered: true },
    resource: carType,
    api: carTypeApi,
    labels: carTypeLabels,
    refusals: carTypeRefusals,
    menu: [
      {
        path: '/customer/car-type',
        component: 'customer/CarTypeList',
        title: ['车型管理', '車型管理', 'Car types'],
        icon: 'tags',
        group,
        order: 40,
        allow: 'carType:list',
      },
    ],
  }),
  feature({
    name: 'pileBinding',
    acts: { bind: ['绑定', '綁定', 'bind'] },
    resource: pileBinding,
    api: pileBindingApi,
    labels: pileBindingLabels,
    inputLabels: pileBindingInputLabels,
    refusals: bindingRefusals,
    menu: [
      {
        path: '/customer/pile-binding',
        component: 'customer/PileBindingList',
        title: ['电桩绑定', '電樁綁定', 'Pile bindings'],
        icon: 'api',
        group,
        order: 45,
        allow: 'pile:list',
      },
    ],
  }),
  feature({
    name: 'vipLevel',
    lookup: { offered: true },
    resource: vipLevel,
    api: vipLevelApi,
    labels: vipLevelLabels,
    refusals: vipLevelRefusals,
    menu: [
      {
        path: '/customer/vip-level',
        component: 'customer/VipLevelList',
        title: ['VIP等级', 'VIP等級', 'VIP levels'],
        icon: 'crown',
        group,
        order: 50,
        allow: 'vipLevel:list',
      },
    ],
  }),
  feature({
    name: 'vipDiscount',
    resource: vipDiscount,
    api: vipDiscountApi,
    labels: vipDiscountLabels,
    menu: [
      {
        path: '/customer/vip-discount',
        component: 'customer/VipDiscountList',
        title: ['VIP折扣', 'VIP折扣', 'VIP discounts'],
        icon: 'gift',
        group,
        order: 60,
        allow: 'vipDiscount:list',
      },
    ],
  }),
]);
