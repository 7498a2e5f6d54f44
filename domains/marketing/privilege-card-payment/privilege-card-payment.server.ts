import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { privilegeCardPayment, privilegeCardPaymentApi } from './privilege-card-payment.ts';

const { list, queryById, exportXls } = crudHandlers(privilegeCardPayment);

export const privilegeCardPaymentRoutes = implement(privilegeCardPaymentApi, { list, queryById, ...revealHandlers(privilegeCardPayment), exportXls });
