export { driverAccountFeature } from './phone-account/phone-account.feature.ts';
export { driverCommentFeature } from './comment/driver-comment.feature.ts';
export { driverFaultFeature } from './gun-fault/gun-fault.feature.ts';
export { driverGunFeature } from './gun-view/gun-view.feature.ts';
export { driverOrderFeature } from './driver-order/driver-order.feature.ts';
export { driverPhoneFeature } from './phone-session/phone-session.feature.ts';
export { driverReservationFeature } from './reservation/driver-reservation.feature.ts';
export { driverVisitFeature } from './visit/visit.feature.ts';
