export { createChargingShare } from './order/share.server.ts';
export type { ChargingShare } from './order/share.server.ts';
export { startChargingWorker } from './order/worker.server.ts';
