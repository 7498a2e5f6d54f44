import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { ofOneUnit, sumData } from '../charge-sum/data-sums.server.ts';
import { orderData, orderDataApi } from './order-data.ts';

const { list, queryById, exportXls } = crudHandlers(orderData);

export const orderDataRoutes = implement(orderDataApi, {
  list: (ctx, input, extras) => list(ctx, input, { ...extras, list: ofOneUnit(extras.list) }),
  queryById,
  ...revealHandlers(orderData),
  exportXls: (ctx, input, extras) => exportXls(ctx, input, { ...extras, list: ofOneUnit(extras.list) }),
  sums: (ctx, _input, extras) => sumData(ctx, { noun: orderData, of: 'parties', kindField: 'mainPartType' }, extras.list),
});
