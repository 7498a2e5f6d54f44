import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { privilegeCardUse, privilegeCardUseApi } from './privilege-card-use.ts';

const { list, queryById, exportXls } = crudHandlers(privilegeCardUse);

export const privilegeCardUseRoutes = implement(privilegeCardUseApi, { list, queryById, ...revealHandlers(privilegeCardUse), exportXls });
