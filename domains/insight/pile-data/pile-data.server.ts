import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { ofOneUnit, sumData } from '../charge-sum/data-sums.server.ts';
import { pileData, pileDataApi } from './pile-data.ts';

const { list, queryById, exportXls } = crudHandlers(pileData);

export const pileDataRoutes = implement(pileDataApi, {
  list: (ctx, input, extras) => list(ctx, input, { ...extras, list: ofOneUnit(extras.list) }),
  queryById,
  exportXls: (ctx, input, extras) => exportXls(ctx, input, { ...extras, list: ofOneUnit(extras.list) }),
  sums: (ctx, _input, extras) => sumData(ctx, { noun: pileData, of: 'piles', kindField: 'cpType' }, extras.list),
});
