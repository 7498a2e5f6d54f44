import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { couponUse, couponUseApi } from './coupon-use.ts';

const { list, queryById, exportXls } = crudHandlers(couponUse);

export const couponUseRoutes = implement(couponUseApi, { list, queryById, ...revealHandlers(couponUse), exportXls });
