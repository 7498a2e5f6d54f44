import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { vendorMessage, vendorMessageApi } from './vendor-message.ts';

const { list, queryById, exportXls } = crudHandlers(vendorMessage);

export const vendorMessageRoutes = implement(vendorMessageApi, { list, queryById, exportXls });
