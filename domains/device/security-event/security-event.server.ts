import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { securityEvent, securityEventApi } from './security-event.ts';

const { list, queryById, exportXls } = crudHandlers(securityEvent);

export const securityEventRoutes = implement(securityEventApi, { list, queryById, exportXls });
