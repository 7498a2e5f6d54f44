import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { pilePart, pilePartApi } from './pile-part.ts';

const { list, queryById, exportXls } = crudHandlers(pilePart);

export const pilePartRoutes = implement(pilePartApi, { list, queryById, exportXls });
