import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { FileStores } from '#domains/system/server.ts';
import { device } from './domain.ts';
import { messageLogJobs } from './message-log/retention.server.ts';
import { pileLogJobs } from './pile-log/expire-logs.server.ts';
import { clockJobs } from './parameter/clock.server.ts';
import { parameterJobs } from './parameter/read-all.server.ts';
import * as routes from './routes.server.ts';
import { rateJobs } from './rates/rate-month-change.server.ts';
import { v10RecordJobs } from './v10-record/record-retention.server.ts';

export { commandTopic, enqueueCommand, newCommandId, voidCommand } from './command/enqueue.server.ts';
export type { CommandDraft } from './command/enqueue.server.ts';
export { pileCommandSender } from './command/pile-command-sender.server.ts';
export { startDispatcher } from './command/dispatch.server.ts';
export type { DispatchListeners, CommandSettledListener } from './command/dispatch.server.ts';
export { GATEWAY_GRACE_MS, startDeadGatewayCleanup } from './connection/dead-gateways.server.ts';
export { endSessionsOfNode } from './connection/logout.server.ts';
export { createDeviceHandlers } from './device-backend.server.ts';
export type { BootListener, DeviceListeners, DeviceHandlers } from './device-backend.server.ts';
export { createPileDirectory } from './pile-directory.server.ts';
export { deviceFileRoutes } from './device-file/device-file.server.ts';
export { pileOfLabel } from './pay-qr/label.server.ts';
export { payQrRoutes } from './pay-qr/pay-qr.server.ts';
export { pileLogRoutes } from './pile-log/pile-log.server.ts';
export { pileLogTopic } from './pile-log/report-log.server.ts';
export { firmwareRoutes } from './firmware/firmware.server.ts';
export { upgradeNouns, upgradeTopic } from './upgrade-record/report-upgrade.server.ts';
export { startPowerScheduleWorker } from './power-schedule/send-schedules.server.ts';
export { startCampaignWorker } from './upgrade-campaign/run-campaigns.server.ts';
export { sendRatesToPiles } from './rates/rates.server.ts';
export { readBmsCourse } from './bms-report/bms-course.server.ts';
export { readableVin } from './report/plugged-car.rules.ts';
export { noteReportedVin, readPluggedCar } from './report/plugged-car.server.ts';
export { storeDeviceEvent, applyOverlay, subjectOf } from './report/report.server.ts';
export type { GunListener, GunReport } from './report/report.server.ts';

export const deviceJobs = ({ stores }: { readonly stores: FileStores }) => [
  ...messageLogJobs,
  ...clockJobs,
  ...parameterJobs,
  ...rateJobs,
  ...v10RecordJobs,
  ...pileLogJobs({ stores }),
];

export const deviceRoutes = gatherRoutes(device, routes, undefined);
