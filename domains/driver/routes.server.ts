export { driverCommentRoutes } from './comment/driver-comment.server.ts';
export { driverOrderRoutes } from './driver-order/driver-order.server.ts';
export { gunFaultRoutes } from './gun-fault/gun-fault.server.ts';
export { gunViewRoutes } from './gun-view/gun-view.server.ts';
export { phoneAccountRoutes } from './phone-account/phone-account.server.ts';
export { phoneSessionRoutes } from './phone-session/phone-session.server.ts';
export { driverReservationRoutes } from './reservation/driver-reservation.server.ts';
export { visitRoutes } from './visit/visit.server.ts';
