import type { Route } from '#kit/server/context/route.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Job } from '#kit/server/background/job.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { charging } from './domain.ts';
import * as routes from './routes.server.ts';
import { heldPrepaymentsJob, payNotifyRetentionJob } from './prepaid-order/prepaid-jobs.server.ts';
import { payBillsJob } from './pay-bill-day/bill-days.server.ts';
import { sampleJobs } from './order/device/sample-retention.server.ts';
import { siteSampleJob } from './power-site/site-sample-retention.server.ts';
import { stationDayJob } from './station-day/station-day.server.ts';
import { reservationExpiryJob } from './reservation-order/expiry.server.ts';
import type { MendDeps } from './refund-order/mend-abnormal.server.ts';

export { chargingTopics } from './monitoring/topics.server.ts';
export { createChargingDeviceHandlers } from './order/device/device-handlers.server.ts';
export type { ChargingDeviceHandlers } from './order/device/device-handlers.server.ts';
/** The jobs of this domain that run by a schedule. */
export const chargingJobs = ({ live }: Pick<Deps, 'live'>): readonly Job[] => [
  ...sampleJobs,
  siteSampleJob,
  stationDayJob,
  payBillsJob,
  heldPrepaymentsJob,
  payNotifyRetentionJob,
  reservationExpiryJob({ live }),
];
export { invoiceOrders, lockInvoiceableOrders } from './order/invoicing/invoiceable-orders.server.ts';
export { proveHolds } from './order/settlement/prove-holds.server.ts';
export { startPowerDispatcher } from './power-site/power-dispatcher.server.ts';
export { cancelPayment } from './prepaid-order/wake-payment.server.ts';
export { cancelOwnReservation, makeHeldReservation, readOffer, startOwnReservation } from './reservation-order/own-reservation.server.ts';
export { clearMsOf, nextReservation } from './order/start/next-reservation.server.ts';
export { storedIntervals } from './order/settlement/occupancy.server.ts';
export type { StoredInterval } from './order/settlement/occupancy.server.ts';
export { createPrepaidReservation } from './reservation-order/prepaid-reservation.server.ts';
export type { CreatedPrepaidReservation, NewPrepaidReservation } from './reservation-order/prepaid-reservation.server.ts';
export { createPrepaidOrder } from './prepaid-order/create-prepaid.server.ts';
export type { CreatedPrepaidOrder, NewPrepaidOrder } from './prepaid-order/create-prepaid.server.ts';
export { countWalletPayments, createWalletPayment, readWalletPayment } from './prepaid-order/wallet-payment.server.ts';
export type { NewWalletPayment } from './prepaid-order/wallet-payment.server.ts';
export { isPersonCharging, readWalletCharge, startWalletCharge } from './prepaid-order/wallet-charge.server.ts';
export { readWalletRefunds, refundableOfWallet, refundWallet } from './refund-order/wallet-refund.server.ts';
export { readBillLines } from './prepaid-order/bill-lines.server.ts';
export { declineRetry, retryStart } from './start-retry/start-retry.server.ts';
export { startAccountCharge } from './order/start/account-charge.server.ts';
export { askAboutPayment, readPaidCharge, readProgress, stopCharge, stopPaidCharge } from './prepaid-order/paid-charge.server.ts';
export type { ChargeProgress, PaidCharge } from './prepaid-order/paid-charge.server.ts';
export { orderWork } from './order/lifecycle/order-work.server.ts';
export { payNotifyRoutes } from './prepaid-order/notify.server.ts';
export { paymentServices } from './prepaid-order/payment-services.server.ts';
export type { PaymentDeps } from './prepaid-order/payment-services.server.ts';
export { startBillWorker } from './pay-bill-day/bill-worker.server.ts';
export { startPaymentWorker } from './prepaid-order/payment-worker.server.ts';
export type { EnteredCharges } from './past/enter-charges.server.ts';
export { enterParts } from './past/enter-parts.server.ts';
export type { PartToEnter, RefundedCharge } from './past/enter-parts.server.ts';
export type { FinishedCharge } from './past/finished-charge.ts';
export { pastParties, pastPlaces } from './past/past-places.server.ts';
export type { PastPlace } from './past/past-places.server.ts';
export { beginPast, hasEarlierOrders, isPastBeingEntered, openParts, pastProgress, readPastRun } from './past/past-run.server.ts';
export type { OpenPart, PastProgress, PastRun } from './past/past-run.server.ts';
export { startChargingWorker } from './order/order-worker.server.ts';

/** The operators' calls of this domain. */
export const chargingRoutes = (deps: MendDeps & Pick<Deps, 'database'>): readonly Route[] => gatherRoutes(charging, routes, deps);
