import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { partnerCall, partnerCallApi } from './partner-call.ts';

const { list, queryById, exportXls } = crudHandlers(partnerCall);

export const partnerCallRoutes = implement(partnerCallApi, { list, queryById, exportXls });
