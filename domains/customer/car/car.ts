import { choice, readOnly, id, longText, money, onAdd, optional, phone, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '#domains/network/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { carPileType } from './car.codes.ts';

/** A vehicle identification number: 17 letters and digits without I, O and Q, in any case. */
const vin = text({ min: 17, max: 17, filter: 'contains', pattern: { source: '^[A-HJ-NPR-Za-hj-npr-z0-9]+$', problem: 'badPattern' } });

/** A car that pays by its VIN when it is plugged in, from its own wallet or from its customer's. */
export const car = resource({
  name: 'car',
  sensitivity: 'personal',
  path: '/customer/sseCar',
  table: 'car',
  view: 'car_view',
  key: 'carId',
  title: 'carNum',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  fields: {
    carId: readOnly(id({ filter: 'equals' })),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    agentId: optional(ref('agent', { filter: 'equals' })),
    carNum: text({ min: 2, max: 20, filter: 'contains' }),
    carVin: { ...vin, unique: ['tenantId'] },
    carTypeId: optional(ref('carType', { filter: 'equals' })),
    custId: optional(ref('customer', { filter: 'equals' })),
    phoneUserId: optional(ref('customer', { filter: 'equals' })),
    state: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    carPileType: choice(carPileType, { filter: 'equals', initial: carPileType.items.both.value }),
    carDriver: optional(text({ max: 60, filter: 'contains' })),
    carPhone: optional(phone()),
    isDiscount: choice(yesNo, { initial: 1 }),
    useFundsPool: readOnly(choice(yesNo)),
    currency: readOnly(text({ max: 3 })),
    carBalance: readOnly(money()),
    availableBal: readOnly(money()),
    carAlarmMoney: optional(money({ min: 0, max: 100_000_000, query: true })),
    remark: optional(longText({ max: 255 })),
  },
});

export const carApi = { ...crud(car), ...personalApi(car), ...stateApi(car, choice(entityState)) };
