import { choice, decimal, readOnly, id, image, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { electricType } from './car-type.codes.ts';

/** A model of car, with the properties that matter for charging. */
export const carType = resource({
  name: 'carType',
  path: '/customer/sseCarType',
  table: 'car_type',
  key: 'carTypeId',
  title: 'carTypeName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared', customer: 'shared' },
  fields: {
    carTypeId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    /** Brand and model together. */
    carTypeName: readOnly(text({ max: 121, filter: 'contains' })),
    carBrandName: text({ min: 1, max: 60 }),
    carModel: text({ unique: ['tenantId', 'carBrandName'], min: 1, max: 60 }),
    carBrandLogo: optional(image()),
    electricType: optional(choice(electricType, { filter: 'equals' })),
    chargeVoltage: optional(decimal({ scale: 1, min: 0, max: 2000, unit: 'V' })),
    chargeCurrent: optional(decimal({ scale: 1, min: 0, max: 2000, unit: 'A' })),
  },
});

export const carTypeApi = { ...crud(carType) };
