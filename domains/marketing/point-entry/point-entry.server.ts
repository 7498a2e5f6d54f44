import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { pointEntry, pointEntryApi } from './point-entry.ts';

const { list, queryById, exportXls } = crudHandlers(pointEntry);

export const pointEntryRoutes = implement(pointEntryApi, { list, queryById, exportXls });
