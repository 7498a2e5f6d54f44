export { driver } from './domain.ts';
/** @public for the page of drivers */
export { driverCall, driverPath } from './driver-path.ts';
/** @public for the page of drivers */
export type { DriverProblem } from './driver-path.ts';
/** @public for the page of drivers */
export { driverPayWays, gunViewApi } from './gun-view/gun-view.ts';
/** @public for the page of drivers */
export type { DriverGunView, DriverNearbyGun, DriverPayWay, DriverPrice, DriverPriceStage } from './gun-view/gun-view.ts';
/** @public for the page of drivers */
export { visitApi, visitChannel } from './visit/visit.ts';
/** @public for the page of drivers */
export type { DriverVisit, DriverVisitEvent } from './visit/visit.ts';
/** @public for the page of drivers */
export { driverCardApi } from './driver-card/driver-card.ts';
/** @public for the page of drivers */
export type { DriverCards, DriverCardTerms, DriverOfferedCard, DriverOwnCard } from './driver-card/driver-card.ts';
/** @public for the page of drivers */
export { driverOfferApi } from './driver-offer/driver-offer.ts';
/** @public for the page of drivers */
export type { DriverActivity, DriverCouponChoice, DriverCouponTerms, DriverOfferedCoupon, DriverOwnCoupon } from './driver-offer/driver-offer.ts';
/** @public for the page of drivers */
export { driverPointsApi } from './driver-points/driver-points.ts';
/** @public for the page of drivers */
export type { DriverPointEntry, DriverPointOffer, DriverPoints } from './driver-points/driver-points.ts';
/** @public for the page of drivers */
export { driverOrderApi, payWay } from './driver-order/driver-order.ts';
/** @public for the page of drivers */
export type {
  DriverBill,
  DriverBillLine,
  DriverClientAction,
  DriverOrderMade,
  DriverOrderView,
  DriverRefundView,
  DriverText,
  DriverTextValues,
} from './driver-order/driver-order.ts';
/** @public for the page of drivers */
export { driverInvoiceApi } from './invoice/driver-invoice.ts';
/** @public for the page of drivers */
export type { DriverInvoice, DriverInvoiceMade, DriverInvoiceState } from './invoice/driver-invoice.ts';
/** @public for the page of drivers */
export { gunFaultApi, gunFaultKind } from './gun-fault/gun-fault.ts';
/** @public for the page of drivers */
export { driverCommentApi } from './comment/driver-comment.ts';
/** @public for the page of drivers */
export type { DriverComment, DriverCommentView, DriverOwnComment, DriverStationComments } from './comment/driver-comment.ts';
/** @public for the page of drivers */
export { phoneSessionApi } from './phone-session/phone-session.ts';
/** @public for the page of drivers */
export type { DriverMe, DriverOtpSent, DriverPhoneSession, DriverPuzzle } from './phone-session/phone-session.ts';
/** @public for the page of drivers */
export { driverReservationApi } from './reservation/driver-reservation.ts';
/** @public for the page of drivers */
export type { DriverReservation, DriverReservationMade, DriverReservationOffer } from './reservation/driver-reservation.ts';
/** @public for the page of drivers */
export { phoneAccountApi } from './phone-account/phone-account.ts';
/** @public for the page of drivers */
export type {
  DriverAccountOrder,
  DriverAccountOrders,
  DriverRecharge,
  DriverRechargeMade,
  DriverWallet,
  DriverWalletEntry,
  DriverWalletRefund,
} from './phone-account/phone-account.ts';
