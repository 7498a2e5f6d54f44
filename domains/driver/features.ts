export { driverFaultFeature } from './gun-fault/gun-fault.feature.ts';
export { driverGunFeature } from './gun-view/gun-view.feature.ts';
export { driverOrderFeature } from './driver-order/driver-order.feature.ts';
export { driverVisitFeature } from './visit/visit.feature.ts';
