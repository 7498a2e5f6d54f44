import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { v10Record, v10RecordApi } from './v10-record.ts';

const { list, queryById, exportXls } = crudHandlers(v10Record);

export const v10RecordRoutes = implement(v10RecordApi, { list, queryById, exportXls });
