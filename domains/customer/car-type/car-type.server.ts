import { throwRefusal } from '#kit/resource/refusal.ts';
import { countRows, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { car } from '../car/car.ts';
import { carTypeRefusals } from './car-type.labels.ts';
import { carType, carTypeApi } from './car-type.ts';

export const carTypeRoutes = implement(carTypeApi, {
  ...crudHandlers(carType),
  ...deleteHandlers(carType, async (ctx, row) => {
    const count = await countRows(ctx, car, { field: 'carTypeId', value: row.carTypeId });
    if (count > 0) throwRefusal(carTypeRefusals, 'carType.inUse', { name: row.carTypeName, count });
  }),
});
